import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { editSite, readPictures, refusals, runScript } from '../support/backups.ts';
import { expect, test } from '../support/operations.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, readTables, withoutSignIns } from '../support/sqlite.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

let scratch: string;
/** The backup file of a freshly seeded site. */
let backup: string;

test.beforeEach(({ scratch: folder, seededBackup }) => {
  scratch = folder;
  backup = seededBackup;
});

const run = (script: 'backup' | 'restore', dataDir: string, args: string[], blocks?: string) =>
  runScript(script, { DATA_DIR: dataDir, INIT_CWD: scratch }, args, { blocks });

/** Creates the data folder of a site that does not run. */
const createSite = () => copySeededData(join(scratch, 'filled'));

/** All files under a folder by path, with their content in base64. */
function readFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length), readFileSync(file).toString('base64')]),
  );
}

function readSite(dataDir: string): Record<string, string> {
  const { '/lock.db': _, ...files } = readFiles(join(dataDir, 'cms'));
  return { ...readPictures(dataDir), ...files };
}
const listBackups = (dataDir: string) =>
  existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : [];

/** The texts that `editSite` changes. */
const EDITED_TEXTS = [
  'Published heading',
  'Not yet published',
  'A new dish',
  'A special day',
  'A notice',
  'https://reserve.example/',
];

/** The lines in which a restore lists what `editSite` has changed since a backup. */
const TIME = '\\(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\)';
const EDITS_SINCE_BACKUP = new RegExp(
  [
    'Edited since that backup:',
    ` {2}Home: first story block ${TIME}`,
    ` {2}Home: heading of the page and its pictures ${TIME}`,
    ` {2}Name, logo, links ${TIME}`,
    ` {2}Contact: opening hours ${TIME}`,
    ' {2}Sides: Hand-Cut Fries \\(deleted\\)$',
  ].join('\n'),
);

const readJson = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

test('the backups of a running site restore every record, draft, picture and account', async ({
  startStack,
}) => {
  const dataDir = createSite();
  const seeded = readTables(databaseFile(dataDir));
  const daily = join(dataDir, 'backups', 'daily');
  // The CMS has made it after the first start.
  const [name = ''] = readdirSync(daily);
  const dailyBackup = join(daily, name);
  expect(readJson(dailyBackup, 'version.json')).toEqual({ version: VERSION });
  const content = readJson(dailyBackup, 'words.json');
  expect(content.menu_softDrinks).toContainEqual(expect.objectContaining({ drinkName: 'Cola' }));
  const heading = seeded.homepage?.find(({ document_id: id }) => id === 'home-main')?.main_heading;
  expect(content.homepage).toContainEqual(
    expect.objectContaining({ documentId: 'home-main', mainHeading: heading }),
  );

  const stack = await startStack(dataDir);
  await editSite(stack);
  const edited = readTables(databaseFile(dataDir));
  const pictures = readPictures(dataDir);
  for (const text of EDITED_TEXTS) expect(JSON.stringify(edited)).toContain(text);

  await test.step('npm run backup writes the file that it names while the site runs', () => {
    const { stderr, stdout } = run('backup', dataDir, ['site.tar.gz']);
    expect(stderr).toBe('');
    expect(stdout).toContain(join(scratch, 'site.tar.gz'));
  });

  await test.step('npm run restore refuses while the site runs', async () => {
    const { status, stderr } = run('restore', dataDir, ['site.tar.gz', 'replace']);
    expect(status).toBe(1);
    expect(stderr).toMatch(refusals.running);
    await stack.stop();
  });

  await test.step('npm run restore fills an empty data folder from the file', () => {
    const restored = join(scratch, 'restored');
    expect(run('restore', restored, ['site.tar.gz'])).toMatchObject({ status: 0, stderr: '' });
    expect(readTables(databaseFile(restored))).toEqual(withoutSignIns(edited));
    expect(readPictures(restored)).toEqual(pictures);
  });

  await test.step('npm run restore goes back to a daily backup, and lists what was edited since', () => {
    const { status, stdout } = run('restore', dataDir, [dailyBackup, 'replace']);
    expect(status).toBe(0);
    expect(stdout.trim()).toMatch(EDITS_SINCE_BACKUP);
    const { homepage, menu_sides, files, admin_users } = readTables(databaseFile(dataDir));
    expect({ homepage, menu_sides, files, admin_users }).toEqual({
      homepage: seeded.homepage,
      menu_sides: seeded.menu_sides,
      files: seeded.files,
      admin_users: seeded.admin_users,
    });
  });
});

test('a backup or restore that fails on a full disk changes nothing', () => {
  const dataDir = createSite();
  const readState = () => ({
    site: readSite(dataDir),
    files: readdirSync(scratch),
    backups: listBackups(dataDir),
  });
  const before = readState();
  for (const [script, args, blocks] of [
    ['backup', ['new.tar.gz'], '400'],
    ['backup', ['new.tar.gz'], '4000'],
    ['restore', [backup, 'replace'], '400'],
  ] as const) {
    const { status, stderr } = run(script, dataDir, [...args], blocks);
    expect(status, stderr).toBe(1);
    expect(stderr).toMatch(/the previous data is unchanged/);
    expect(readState()).toEqual(before);
  }
});
