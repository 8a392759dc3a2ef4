import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRepository, editSite, REPOSITORY_PASSWORD, runScript } from '../support/backups.ts';
import { copySeededData, expect, test } from '../support/operations.ts';
import { preloadOption } from '../support/preloadOption.ts';
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
  runScript(script, { DATA_DIR: dataDir, INIT_CWD: scratch }, args, blocks);

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
const listBackups = (dataDir: string) =>
  existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : [];

test('the backups of a running site, daily and by command, restore every record, draft, picture and account', async ({
  startStack,
}) => {
  const dataDir = createSite();
  const daily = join(dataDir, 'backups', 'daily');
  rmSync(daily, { recursive: true, force: true });
  const old = Array.from({ length: 35 }, (_, day) => `2020-01-${day + 10}_03-00-00`);
  for (const name of old) mkdirSync(join(daily, name), { recursive: true });
  const seeded = readTables(databaseFile(dataDir));

  const stack = await startStack(dataDir);
  const newest = await test.step('makes one backup a day and keeps the newest thirty', async () => {
    await waitForDailyBackup(dataDir);
    await expect.poll(() => readdirSync(daily).length, { timeout: 60_000 }).toBe(30);
    const names = readdirSync(daily).sort();
    expect(names.slice(0, -1)).toEqual(old.slice(-29));
    return join(daily, names.at(-1) ?? '');
  });
  await editSite(stack);
  const edited = readTables(databaseFile(dataDir));
  const pictures = readPictures(dataDir);
  for (const text of [
    'Published heading',
    'Not yet published',
    'A new dish',
    'A special day',
    'A notice',
    'https://reserve.example/',
  ])
    expect(JSON.stringify(edited)).toContain(text);

  await test.step('restores a backup by command into an empty data folder', async () => {
    const result = run('backup', dataDir, ['site.tar.gz']);
    expect(result.stderr).toBe('');
    expect(result.stdout).toContain(join(scratch, 'site.tar.gz'));
    const running = run('restore', dataDir, ['site.tar.gz', 'replace']);
    expect(running).toMatchObject({ status: 1, stderr: 'The CMS is running: stop it, and run this again.' });
    await stack.stop();
    const restored = join(scratch, 'restored');
    expect(run('restore', restored, ['site.tar.gz'])).toMatchObject({ status: 0, stderr: '' });
    expect(readTables(databaseFile(restored))).toEqual(withoutSignIns(edited));
    expect(readPictures(restored)).toEqual(pictures);
  });

  await test.step('restores a daily backup, which also has its content as JSON', () => {
    expect(JSON.parse(readFileSync(join(newest, 'version.json'), 'utf8'))).toEqual({ version: VERSION });
    const content = JSON.parse(readFileSync(join(newest, 'words.json'), 'utf8'));
    expect(content.menu_softDrinks[0].drinks.length).toBeGreaterThan(0);
    const { status, stdout } = run('restore', dataDir, [newest, 'replace']);
    expect(status).toBe(0);
    const time = '\\(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\)';
    expect(stdout.trim()).toMatch(
      new RegExp(
        [
          'Edited since that backup:',
          ` {2}Home: first story block ${time}`,
          ` {2}Home: heading of the page and its pictures ${time}`,
          ` {2}Name, logo, notice, links ${time}`,
          ` {2}Contact: opening hours ${time}`,
          ' {2}Sides: Hand-Cut Fries \\(deleted\\)$',
        ].join('\n'),
      ),
    );
    const { homepage, menu_sides: sides, files, admin_users: users } = readTables(databaseFile(dataDir));
    expect({ homepage, sides, files, users }).toEqual({
      homepage: seeded.homepage,
      sides: seeded.menu_sides,
      files: seeded.files,
      users: seeded.admin_users,
    });
    const heading = homepage?.find(({ document_id: id }) => id === 'home-main')?.main_heading;
    expect(content.homepage).toContainEqual(
      expect.objectContaining({ documentId: 'home-main', mainHeading: heading }),
    );
    expect(readdirSync(daily)).toHaveLength(30);
  });
});

test('restore replaces an existing site only with the argument `replace`, and keeps a restorable copy', () => {
  const dataDir = createSite();
  const before = readSite(dataDir);
  expect(run('backup', dataDir, ['site.tar.gz']).status).toBe(0);
  expect(run('backup', dataDir, ['site.tar.gz']).stderr).toContain('already exists');

  const refused = run('restore', dataDir, ['site.tar.gz']);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^There is already a site in .* add the word "replace"/);
  expect(readSite(dataDir)).toEqual(before);

  const added = join(dataDir, 'public', 'uploads', 'added_since.webp');
  writeFileSync(added, 'a picture');
  const { status, stdout } = run('restore', dataDir, ['site.tar.gz', 'replace']);
  expect(status).toBe(0);
  expect(existsSync(added)).toBe(false);
  const kept = /The previous data is kept in (.*)\./.exec(stdout)?.[1] ?? '';
  expect(run('restore', dataDir, [kept, 'replace']).status).toBe(0);
  expect(readFileSync(added, 'utf8')).toBe('a picture');
});

/** The folder in which a restore has kept what it replaced, from its output. */
const replacedFolder = (stdout: string) => /kept in (.*?)[.,]/.exec(stdout)?.[1] ?? '';

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

test('restore replaces pictures beside an empty database only with the word "replace", and keeps a copy of them', () => {
  const dataDir = copyPicturesOnly();
  mkdirSync(uploadPath(dataDir, 'folder'));
  writeFileSync(uploadPath(dataDir, 'folder/note.txt'), 'Not a picture of the media library');
  const before = readPictures(dataDir);
  const refused = run('restore', dataDir, [backup]);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^There are already pictures in .*uploads\. .* add the word "replace"/);
  expect(readPictures(dataDir)).toEqual(before);
  expect(listBackups(dataDir)).toEqual([]);

  const { status, stdout } = run('restore', dataDir, [backup, 'replace']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/, without a database: there was no site in .*filled\.$/m);
  expect(existsSync(uploadPath(dataDir, 'added_since.webp'))).toBe(false);
  expect(existsSync(uploadPath(dataDir, 'folder/note.txt'))).toBe(true);
  const { '/folder/note.txt': _, ...kept } = before;
  expect(readFiles(join(replacedFolder(stdout), 'uploads'))).toEqual(kept);
  expect(run('restore', dataDir, [replacedFolder(stdout), 'replace']).stderr).toMatch(
    /is not a backup of this site/,
  );
});

test('restore needs no `replace` if the uploads folder has only hidden files, and keeps them', () => {
  const dataDir = createSite();
  const empty = join(scratch, 'empty');
  mkdirSync(uploadPath(empty), { recursive: true });
  writeFileSync(uploadPath(empty, '.gitkeep'), '');
  expect(run('restore', empty, [backup])).toMatchObject({ status: 0, stderr: '' });
  expect(readPictures(empty)).toEqual({ ...readPictures(dataDir), '/.gitkeep': '' });
});

test('a restore that can’t replace a folder by a picture changes nothing', () => {
  const dataDir = createSite();
  // Of the last three pictures, one was replaced, one is missing, and one has a folder with its name.
  const [replaced = '', missing = '', blocked = ''] = Object.keys(readPictures(dataDir)).sort().slice(-3);
  writeFileSync(uploadPath(dataDir, replaced), 'A picture that was replaced');
  for (const name of [missing, blocked]) rmSync(uploadPath(dataDir, name));
  mkdirSync(uploadPath(dataDir, blocked));
  writeFileSync(uploadPath(dataDir, `${blocked}/note.txt`), 'Not a picture of the media library');
  const before = readSite(dataDir);
  const { status, stderr } = run('restore', dataDir, [backup, 'replace']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/ is not a file: .*\. Nothing was changed\.$/);
  expect(readSite(dataDir)).toEqual(before);
});

test('a restore that fails before everything is staged changes nothing', () => {
  const dataDir = createSite();
  writeFileSync(uploadPath(dataDir, 'added_since.webp'), 'A picture that was added');
  const before = readSite(dataDir);
  for (const failing of [
    '^copyFile .*/cms/strapi\\.db ',
    '^rename .*-replaced$',
    '^rename .*/cms/restore\\.json$',
  ]) {
    const { status, stderr } = restoreWithFailures(failing, dataDir, [backup, 'replace']);
    expect(status, failing).toBe(1);
    expect(stderr, failing).toMatch(/^This failed \(EIO: .*\); the previous data is unchanged\.$/);
    expect(readSite(dataDir), failing).toEqual(before);
  }
});

test('a restore that fails later is completed by the next command', () => {
  const dataDir = join(scratch, 'data');
  for (const [failing, ...args] of [
    ['^rename .*/cms/strapi\\.db$', backup],
    ['^rename .*/\\.restore/uploads/\\w+\\.\\w+ ', backup, 'replace'],
  ] as const) {
    const { status, stderr } = restoreWithFailures(failing, dataDir, [...args]);
    expect(status, failing).toBe(1);
    expect(stderr, failing).toMatch(
      /^This failed \(EIO: .*\); the restore of .* is not complete yet: the next start of the CMS, or this command/,
    );
    const next = run('restore', dataDir, [backup]);
    expect(next.stdout, failing).toMatch(/^Completed the restore of .*, which had been interrupted\./m);
    expect(next.stderr, failing).toMatch(/^There is already a site/);
    expect(readPictures(dataDir), failing).toEqual(readPictures(process.env.SEEDED_DATA_DIR ?? ''));
    writeFileSync(uploadPath(dataDir, 'added_since.webp'), 'A picture that was added');
  }
});

test('a restore succeeds when it can’t delete a picture that is not in the backup, and prints the picture’s name and the reason', () => {
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

test('a restore names the version that made the backup, accepts older versions, and refuses newer ones', () => {
  const folder = join(scratch, 'unpacked');
  mkdirSync(folder);
  expect(spawnSync('tar', ['-xzf', backup, '-C', folder]).status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'))).toEqual({ version: VERSION });

  const restoreWith = (versionFile: string | undefined, name: string) => {
    rmSync(join(folder, 'version.json'), { force: true });
    if (versionFile !== undefined) writeFileSync(join(folder, 'version.json'), versionFile);
    expect(spawnSync('tar', ['-czf', join(scratch, name), '-C', folder, ...readdirSync(folder)]).status).toBe(
      0,
    );
    return run('restore', join(scratch, `${name}.restored`), [name]);
  };
  const made = `(created by version ${VERSION}): content`;
  expect(run('restore', join(scratch, 'same'), [backup]).stdout).toContain(made);
  expect(restoreWith(`{"version":"${VERSION}"}`, 'repacked').stdout).toContain(made);
  // Version 1.0.0 wrote no version.json.
  for (const versionFile of [undefined, '{"version":null}', 'null', 'not JSON'])
    expect(restoreWith(versionFile, `length-${versionFile?.length}`).stdout, versionFile).toMatch(
      /^Restored from \S+: content/m,
    );
  withSqlite(join(folder, 'strapi.db'), (database) =>
    database
      .prepare('UPDATE strapi_core_store_settings SET value = ? WHERE key = ?')
      .run('{"version":"98.7.6"}', 'scioto_table_version'),
  );
  expect(restoreWith(undefined, 'newer')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      / is of version 98\.7\.6, .* update to version 98\.7\.6 or newer to restore it/,
    ),
  });
});

test('restore rejects a damaged or foreign file before it changes anything', () => {
  const dataDir = createSite();
  const whole = readFileSync(backup);
  const overwritten = Buffer.from(whole);
  overwritten.fill(0xaa, whole.length >> 1, (whole.length >> 1) + 100);
  const tar = (name: string, ...command: string[]) => {
    expect(spawnSync('tar', ['-czf', join(scratch, name), ...command]).status).toBe(0);
    return readFileSync(join(scratch, name));
  };
  mkdirSync(join(scratch, 'no-database', 'uploads'), { recursive: true });
  writeFileSync(join(scratch, 'no-database', 'strapi.db'), 'SQLite format 3, but no database');
  const before = readSite(dataDir);
  for (const [fault, bytes] of [
    ['truncated', whole.subarray(0, whole.length >> 1)],
    ['overwritten in the middle', overwritten],
    ['empty', ''],
    ['a text', readFileSync(join(ROOT, 'README.md'))],
    ['a picture', readFileSync(join(ROOT, 'docs', 'front-page.webp'))],
    ['another archive', tar('other', '-C', ROOT, 'docs')],
    [
      'no valid database',
      tar('no-database.tar.gz', '-C', join(scratch, 'no-database'), 'strapi.db', 'uploads'),
    ],
  ] as const) {
    const rejected = join(scratch, 'rejected.tar.gz');
    writeFileSync(rejected, bytes);
    const { status, stderr } = run('restore', dataDir, [rejected, 'replace']);
    expect(status, fault).toBe(1);
    expect(stderr, fault).toMatch(/damaged|not a backup/);
    expect(stderr.split('\n'), fault).toHaveLength(1);
    expect(readSite(dataDir), fault).toEqual(before);
  }
  expect(run('restore', dataDir, ['nowhere.tar.gz']).stderr).toMatch(/^There is no .*nowhere\.tar\.gz\.$/);
  expect(listBackups(dataDir).filter((name) => name.endsWith('-replaced'))).toEqual([]);
});

/** Adds what no backup of this site contains to the folder of a backup. */
const FOREIGN: [content: string, reason: string, add: (folder: string) => void][] = [
  [
    'a symbolic link to the pictures',
    'uploads is a link',
    (folder) => {
      cpSync(join(folder, 'uploads'), join(scratch, 'elsewhere'), { recursive: true });
      rmSync(join(folder, 'uploads'), { recursive: true });
      symlinkSync(join(scratch, 'elsewhere'), join(folder, 'uploads'));
    },
  ],
  [
    'a symbolic link to a file',
    'uploads/a.webp is a link',
    (folder) => symlinkSync('/etc/hostname', join(folder, 'uploads', 'a.webp')),
  ],
  [
    'a named pipe',
    'uploads/a.webp is a link or a device',
    (folder) => expect(spawnSync('mkfifo', [join(folder, 'uploads', 'a.webp')]).status).toBe(0),
  ],
  [
    'a page',
    'uploads/page.html does not belong',
    (folder) => writeFileSync(join(folder, 'uploads', 'page.html'), '<script>alert(1)</script>'),
  ],
  ['secrets', 'secrets.json does not belong', (folder) => writeFileSync(join(folder, 'secrets.json'), '{}')],
  [
    'a picture of 101 MB',
    'uploads/a.webp is too large',
    (folder) => writeFileSync(join(folder, 'uploads', 'a.webp'), Buffer.alloc(101e6)),
  ],
  [
    'a trigger',
    'the trigger evil does not belong',
    (folder) =>
      withSqlite(join(folder, 'strapi.db'), (database) =>
        database.exec('CREATE TRIGGER evil AFTER UPDATE ON homepage BEGIN DELETE FROM files; END'),
      ),
  ],
  [
    'a view',
    'the view evil does not belong',
    (folder) =>
      withSqlite(join(folder, 'strapi.db'), (database) =>
        database.exec('CREATE VIEW evil AS SELECT * FROM admin_users'),
      ),
  ],
  [
    'a record of a file outside the pictures',
    'its media library names a picture /uploads/../../cms/secrets.json',
    (folder) =>
      withSqlite(join(folder, 'strapi.db'), (database) =>
        database.exec(
          "UPDATE files SET url = '/uploads/../../cms/secrets.json', hash = '../../cms/secrets', ext = '.json' WHERE id = 1",
        ),
      ),
  ],
];

test('restore and recover refuse what no backup of this site contains with one sentence, and change nothing', () => {
  const dataDir = createSite();
  const original = join(scratch, 'original');
  mkdirSync(original);
  expect(spawnSync('tar', ['-xzf', backup, '-C', original]).status).toBe(0);
  const repository = createRepository(scratch);
  const settings = { ...repository, BACKUP_PASSWORD: REPOSITORY_PASSWORD, DATA_DIR: dataDir };
  const name = '2025-11-20_03-00-00-000';
  writeFileSync(
    join(repository.BACKUP_REPOSITORY, 'snapshots'),
    `${JSON.stringify({ id: 'abcd1234', tags: [name], time: '2025-11-20T03:00:00' })}\n`,
  );
  const stored = join(repository.BACKUP_REPOSITORY, 'files-abcd1234');
  const readState = () => ({ site: readSite(dataDir), backups: listBackups(dataDir) });
  const before = readState();

  for (const [content, reason, add] of FOREIGN) {
    rmSync(stored, { recursive: true, force: true });
    cpSync(original, stored, { recursive: true });
    add(stored);
    const archive = join(scratch, 'foreign.tar.gz');
    expect(spawnSync('tar', ['-czf', archive, '-C', stored, '.']).status).toBe(0);
    const refusals = {
      archive: run('restore', dataDir, [archive, 'replace']),
      folder: run('restore', dataDir, [stored, 'replace']),
      'off-site backup': runScript('recover', settings, ['replace']),
    };
    for (const [kind, { status, stderr }] of Object.entries(refusals)) {
      expect(status, `${content} in ${kind}`).toBe(1);
      expect(stderr, `${content} in ${kind}`).toContain(reason);
      expect(stderr, `${content} in ${kind}`).toMatch(/^.* is not .*\. Nothing was changed\.$/);
      expect(readState(), `${content} in ${kind}`).toEqual(before);
    }
  }
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
  const kept = /The previous data is kept in (.*)\./.exec(stdout)?.[1] ?? '';
  expect(readFileSync(join(kept, 'strapi.db'))).toHaveLength(5_000);
});

test('a daily backup that fails is logged, and the CMS keeps serving', async ({ startCms }) => {
  const dataDir = createSite();
  rmSync(join(dataDir, 'backups'), { recursive: true, force: true });
  writeFileSync(join(dataDir, 'backups'), 'not a folder');
  const cms = await startCms(dataDir);
  await expect.poll(() => cms.output, { timeout: 60_000 }).toContain('The daily backup could not be created');
  expect((await fetch(`${cms.address}/api/homepages/home-main`)).status).toBe(200);
});
