import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRepository, editSite, REPOSITORY_PASSWORD, refusals, runScript } from '../support/backups.ts';
import { expect, test } from '../support/operations.ts';
import { preloadOption } from '../support/preloadOption.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, readTables, withoutSignIns, withSqlite } from '../support/sqlite.ts';
import { waitForDailyBackup } from '../support/stack.ts';

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

/** Restores with failing file operations: those that match a regular expression, such as "^rename /old/path /new/path$". */
const restoreWithFailures = (failing: string, dataDir: string, args: string[]) => {
  const NODE_OPTIONS = preloadOption(join(ROOT, 'tests', 'support', 'failingFiles.cjs'));
  return runScript(
    'restore',
    { DATA_DIR: dataDir, INIT_CWD: scratch, NODE_OPTIONS, TEST_FAILING_FILES: failing },
    args,
  );
};

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

const uploadPath = (dataDir: string, name = '') => join(dataDir, 'public', 'uploads', name);
const readPictures = (dataDir: string) => readFiles(uploadPath(dataDir));
function readSite(dataDir: string): Record<string, string> {
  const { '/lock.db': _, ...files } = readFiles(join(dataDir, 'cms'));
  return { ...readPictures(dataDir), ...files };
}
/** Unpacks the backup into a folder and returns its path. */
function unpackBackup(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  expect(spawnSync('tar', ['-xzf', backup, '-C', folder]).status).toBe(0);
  return folder;
}
/** The folder in which a restore has kept what it replaced, from its output. */
const replacedFolder = (stdout: string) => /kept in (.*?)[.,]/.exec(stdout)?.[1] ?? '';
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

/** Deletes the daily backups of a site, and leaves those of 35 days in 2020, whose names it returns. */
function leaveOldBackups(daily: string): string[] {
  rmSync(daily, { recursive: true, force: true });
  const names = Array.from({ length: 35 }, (_, day) => `2020-01-${day + 10}_03-00-00`);
  for (const name of names) mkdirSync(join(daily, name), { recursive: true });
  return names;
}

/** The lines in which a restore lists what `editSite` has changed since a backup. */
const TIME = '\\(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\)';
const EDITS_SINCE_BACKUP = new RegExp(
  [
    'Edited since that backup:',
    ` {2}Home: first story block ${TIME}`,
    ` {2}Home: heading of the page and its pictures ${TIME}`,
    ` {2}Name, logo, notice, links ${TIME}`,
    ` {2}Contact: opening hours ${TIME}`,
    ' {2}Sides: Hand-Cut Fries \\(deleted\\)$',
  ].join('\n'),
);

const readJson = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

test('the backups of a running site restore every record, draft, picture and account', async ({
  startStack,
}) => {
  const dataDir = createSite();
  const daily = join(dataDir, 'backups', 'daily');
  const old = leaveOldBackups(daily);
  const seeded = readTables(databaseFile(dataDir));
  const stack = await startStack(dataDir);
  let dailyBackup = '';

  await test.step('the CMS makes one backup a day and keeps the newest thirty', async () => {
    await waitForDailyBackup(dataDir);
    await expect.poll(() => readdirSync(daily).length, { timeout: 60_000 }).toBe(30);
    const names = readdirSync(daily).sort();
    expect(names.slice(0, -1)).toEqual(old.slice(-29));
    dailyBackup = join(daily, names.at(-1) ?? '');
  });

  await test.step('a daily backup has its version and its content as JSON', () => {
    expect(readJson(dailyBackup, 'version.json')).toEqual({ version: VERSION });
    const content = readJson(dailyBackup, 'words.json');
    expect(content.menu_softDrinks[0].drinks.length).toBeGreaterThan(0);
    const heading = seeded.homepage?.find(({ document_id: id }) => id === 'home-main')?.main_heading;
    expect(content.homepage).toContainEqual(
      expect.objectContaining({ documentId: 'home-main', mainHeading: heading }),
    );
  });

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
    expect(readdirSync(daily)).toHaveLength(30);
  });
});

test('restore replaces an existing site only with the word "replace"', () => {
  const dataDir = createSite();
  const before = readSite(dataDir);
  const { status, stderr } = run('restore', dataDir, [backup]);
  expect(status).toBe(1);
  expect(stderr).toMatch(refusals.existingSite);
  expect(readSite(dataDir)).toEqual(before);
});

test('restore keeps a restorable copy of the site that it replaces', () => {
  const dataDir = createSite();
  const added = uploadPath(dataDir, 'added_since.webp');
  writeFileSync(added, 'a picture');
  const { status, stdout } = run('restore', dataDir, [backup, 'replace']);
  expect(status).toBe(0);
  expect(existsSync(added)).toBe(false);
  expect(run('restore', dataDir, [replacedFolder(stdout), 'replace']).status).toBe(0);
  expect(readFileSync(added, 'utf8')).toBe('a picture');
});

/** A data folder with pictures but no database, and a backup of the site from before two of the pictures changed. */
function copyPicturesOnly(): string {
  const dataDir = createSite();
  rmSync(join(dataDir, 'cms'), { recursive: true });
  rmSync(join(dataDir, 'backups'), { recursive: true, force: true });
  const [first = ''] = Object.keys(readPictures(dataDir));
  writeFileSync(uploadPath(dataDir, first), 'A picture that was replaced');
  writeFileSync(uploadPath(dataDir, 'added_since.webp'), 'A picture that was added');
  return dataDir;
}

test('restore replaces pictures beside an empty database only with the word "replace"', () => {
  const dataDir = copyPicturesOnly();
  const before = readPictures(dataDir);
  const { status, stderr } = run('restore', dataDir, [backup]);
  expect(status).toBe(1);
  expect(stderr).toMatch(refusals.existingPictures);
  expect(readPictures(dataDir)).toEqual(before);
  expect(listBackups(dataDir)).toEqual([]);
});

test('restore keeps a copy of the pictures that it replaces, which is no backup of a site', () => {
  const dataDir = copyPicturesOnly();
  mkdirSync(uploadPath(dataDir, 'folder'));
  writeFileSync(uploadPath(dataDir, 'folder/note.txt'), 'Not a picture of the media library');
  const { '/folder/note.txt': _, ...pictures } = readPictures(dataDir);
  const { status, stdout } = run('restore', dataDir, [backup, 'replace']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/without a database: .* no site in .*filled\.$/m);
  expect(existsSync(uploadPath(dataDir, 'added_since.webp'))).toBe(false);
  expect(existsSync(uploadPath(dataDir, 'folder/note.txt'))).toBe(true);
  expect(readFiles(join(replacedFolder(stdout), 'uploads'))).toEqual(pictures);
  const { stderr } = run('restore', dataDir, [replacedFolder(stdout), 'replace']);
  expect(stderr).toMatch(/is not a backup of this site/);
});

test('restore needs no word "replace" beside hidden files, which it keeps', () => {
  const dataDir = createSite();
  const empty = join(scratch, 'empty');
  mkdirSync(uploadPath(empty), { recursive: true });
  writeFileSync(uploadPath(empty, '.gitkeep'), '');
  expect(run('restore', empty, [backup])).toMatchObject({ status: 0, stderr: '' });
  expect(readPictures(empty)).toEqual({ ...readPictures(dataDir), '/.gitkeep': '' });
});

test('a restore that fails at the end of its preparation changes nothing', () => {
  const dataDir = createSite();
  writeFileSync(uploadPath(dataDir, 'added_since.webp'), 'A picture that was added');
  const before = readSite(dataDir);
  const failing = '^rename .*/cms/restore\\.json$';
  const { status, stderr } = restoreWithFailures(failing, dataDir, [backup, 'replace']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^This failed \(EIO: .*\); the previous data is unchanged\.$/);
  expect(readSite(dataDir)).toEqual(before);
});

test('a restore that fails after its preparation is completed by the next command', () => {
  const dataDir = createSite();
  const expected = readPictures(dataDir);
  writeFileSync(uploadPath(dataDir, 'added_since.webp'), 'A picture that was added');
  const failing = '^rename .*/\\.restore/uploads/\\w+\\.\\w+ ';
  const { status, stderr } = restoreWithFailures(failing, dataDir, [backup, 'replace']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^This failed \(EIO: .*\); the restore of .* is not complete yet: .*this command/);
  const next = run('restore', dataDir, [backup]);
  expect(next.stdout).toMatch(/^Completed the restore of .*, which had been interrupted\./m);
  expect(next.stderr).toMatch(refusals.existingSite);
  expect(readPictures(dataDir)).toEqual(expected);
});

test('a restore succeeds when it can’t delete a picture, and prints its name and the reason', () => {
  const dataDir = createSite();
  const expected = readPictures(dataDir);
  for (const name of ['one.webp', 'two.webp', 'three.webp'])
    writeFileSync(uploadPath(dataDir, name), 'A picture that was added');
  const { status, stdout, stderr } = restoreWithFailures('^rm .*/uploads/two\\.webp', dataDir, [
    backup,
    'replace',
  ]);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('Restored from');
  expect(stdout).toMatch(/could not be deleted: two\.webp \(EIO: .*\)\.$/m);
  expect(stdout).not.toMatch(/one\.webp|three\.webp/);
  expect(Object.keys(readPictures(dataDir)).sort()).toEqual([...Object.keys(expected), '/two.webp'].sort());
});

test('a restore names the version that made the backup', () => {
  const { stdout } = run('restore', join(scratch, 'restored'), [backup]);
  expect(stdout).toContain(`(created by version ${VERSION}): content`);
});

test('a restore refuses the data of a newer version', () => {
  const folder = unpackBackup('newer');
  withSqlite(join(folder, 'strapi.db'), (database) =>
    database
      .prepare('UPDATE strapi_core_store_settings SET value = ? WHERE key = ?')
      .run('{"version":"98.7.6"}', 'scioto_table_version'),
  );
  const { status, stderr } = run('restore', join(scratch, 'restored'), [folder]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/ is of version 98\.7\.6, .* update to version 98\.7\.6 or newer/);
});

test('restore rejects a damaged file and one that does not exist before it changes anything', () => {
  const dataDir = createSite();
  const before = readSite(dataDir);
  const bytes = readFileSync(backup);
  bytes.fill(0xaa, bytes.length >> 1, (bytes.length >> 1) + 100);
  const damaged = join(scratch, 'damaged.tar.gz');
  writeFileSync(damaged, bytes);
  const { status, stderr } = run('restore', dataDir, [damaged, 'replace']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^.*damaged.*$/);
  expect(run('restore', dataDir, ['nowhere.tar.gz']).stderr).toMatch(/^There is no .*nowhere\.tar\.gz\.$/);
  expect(readSite(dataDir)).toEqual(before);
  expect(listBackups(dataDir).filter((name) => name.endsWith('-replaced'))).toEqual([]);
});

test('recover refuses a stored backup that has something else than a backup of this site', () => {
  const dataDir = createSite();
  const repository = createRepository(scratch);
  const settings = { ...repository, BACKUP_PASSWORD: REPOSITORY_PASSWORD, DATA_DIR: dataDir };
  const name = '2025-11-20_03-00-00-000';
  writeFileSync(
    join(repository.BACKUP_REPOSITORY, 'snapshots'),
    `${JSON.stringify({ id: 'abcd1234', tags: [name], time: '2025-11-20T03:00:00' })}\n`,
  );
  const stored = unpackBackup(join('repository', 'files-abcd1234'));
  writeFileSync(join(stored, 'uploads', 'page.html'), '<script>alert(1)</script>');
  const readState = () => ({ site: readSite(dataDir), backups: listBackups(dataDir) });
  const before = readState();
  const { status, stderr } = runScript('recover', settings, ['replace']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^.* is not .*: uploads\/page\.html does not belong.*\. Nothing was changed\.$/);
  expect(readState()).toEqual(before);
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

test('restore keeps a copy of an unreadable database that it replaces', () => {
  const dataDir = createSite();
  truncateSync(join(dataDir, 'cms', 'strapi.db'), 5_000);
  const failed = run('backup', dataDir, ['broken.tar.gz']);
  expect(failed.status).toBe(1);
  expect(existsSync(join(scratch, 'broken.tar.gz'))).toBe(false);
  const { status, stdout } = run('restore', dataDir, [backup, 'replace']);
  expect(status).toBe(0);
  expect(readFileSync(join(replacedFolder(stdout), 'strapi.db'))).toHaveLength(5_000);
});
