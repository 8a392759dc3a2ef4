import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readPictures, refusals, runScript } from '../support/backups.ts';
import { CMS, expect, test } from '../support/operations.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { type Stack, signIn, waitForDailyBackup } from '../support/stack.ts';
import { expectVersionOneSite, extractPictures, VERSION_ONE_BACKUP } from '../support/versionOne.ts';

const { Client } = createRequire(join(CMS, 'package.json'))('pg');
const POLL = { timeout: 60_000, intervals: [100] };

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

/** Strapi's column type, SQLite's name for it, and values as Strapi writes them into SQLite. */
const COLUMNS: [type: string, inSqlite: string, values: (string | number | bigint)[], args?: unknown[]][] = [
  ['time', 'time', ['18:00:00.000', '18:00:00.250', '00:00:00.007', '23:59:59.999'], [{ precision: 3 }]],
  ['date', 'date', ['2026-07-04', '1797-05-01', '0001-01-01', '9999-12-31']],
  [
    'datetime',
    'datetime',
    [
      Date.UTC(1797, 4, 1, 10, 30, 0, 250),
      Date.UTC(1969, 11, 31, 23, 59, 59, 999),
      // In New York: before and after the hour that is skipped in spring, and around the hour that is repeated in autumn.
      Date.UTC(2026, 2, 8, 6, 59, 59, 999),
      Date.UTC(2026, 2, 8, 7),
      Date.UTC(2026, 10, 1, 5, 30),
      Date.UTC(2026, 10, 1, 7),
    ],
    [{ useTz: false, precision: 6 }],
  ],
  ['timestamp', 'datetime', [0, Date.UTC(2026, 6, 4, 22)], [{ useTz: false, precision: 6 }]],
  ['bigInteger', 'bigint', [-42, 2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n]],
  ['integer', 'integer', [-2_147_483_648, 2_147_483_647]],
  ['decimal', 'float', [12.5, -99_999_999.99, 0.01, 3], [10, 2]],
  ['double', 'float', [0.1, -1.797e308, 5e-324, 1e21, 3]],
  ['boolean', 'boolean', [0, 1]],
  ['jsonb', 'json', ['{"a":[1,null,"ü"],"b":-0.5}', '[]', '"text"', 'false', '42']],
  ['text', 'text', ['', '18:00:00', 'ü\n"quoted"'], ['longtext']],
  ['string', 'varchar(255)', ['', '007', '2026-07-04']],
];

/** Adds a table with a column of every type to the database of a site, with the values above and a row of nulls. */
function addTableOfAllTypes(dataDir: string): void {
  withSqlite(databaseFile(dataDir), (database) => {
    const columns = COLUMNS.map(([type, inSqlite]) => `c_${type} ${inSqlite}`);
    database.exec(`CREATE TABLE every_type (id integer PRIMARY KEY, ${columns.join(', ')})`);
    for (let row = 0; row < 7; row += 1) {
      const values = COLUMNS.map(([, , values]) => values[row] ?? null);
      database
        .prepare(`INSERT INTO every_type VALUES (${['?', ...columns.map(() => '?')].join(', ')})`)
        .run(row + 1, ...values);
    }
    const schemas = database.prepare('SELECT id, schema FROM strapi_database_schema').all();
    for (const { id, schema } of schemas) {
      const changedSchema = JSON.parse(String(schema));
      const columnsOfAllTypes = COLUMNS.map(([type, , , args = []]) => ({ name: `c_${type}`, type, args }));
      const increments = { name: 'id', type: 'increments', args: [{ primary: true, primaryKey: true }] };
      changedSchema.tables.push({
        name: 'every_type',
        indexes: [],
        foreignKeys: [],
        columns: [increments, ...columnsOfAllTypes],
      });
      const update = database.prepare('UPDATE strapi_database_schema SET schema = ? WHERE id = ?');
      update.run(JSON.stringify(changedSchema), id);
    }
  });
}

/** The rows of that table as SQL literals, which distinguish texts, integers and floating-point numbers. */
const readTableOfAllTypes = (dataDir: string) =>
  withSqlite(databaseFile(dataDir), (database) => {
    const quoted = COLUMNS.map(([type]) => `quote(c_${type}) AS ${type}`);
    return database.prepare(`SELECT ${quoted.join(', ')} FROM every_type ORDER BY id`).all();
  });

test('a site of version 1.0.0 moves to Postgres and back', {
  tag: '@long',
}, async ({ postgres, scratch, startStack }) => {
  await postgres.run('CREATE DATABASE moved');
  // The state that an early interruption of the first start leaves.
  await postgres.run('CREATE TABLE strapi_database_schema (id serial, schema json)', 'moved');
  const moved = { DATA_DIR: join(scratch, 'moved'), DATABASE_URL: postgres.address('moved') };
  expect(runScript('backup', moved, []).stderr).toMatch(/^There is no site to back up/);
  expect(runScript('restore', moved, [VERSION_ONE_BACKUP])).toMatchObject({ status: 0, stderr: '' });
  expect(readPictures(moved.DATA_DIR)).toEqual(extractPictures(join(scratch, 'version-one')));
  const first = await startStack(moved.DATA_DIR, moved.DATABASE_URL);
  await waitForDailyBackup(moved.DATA_DIR);
  expect(first.log).not.toContain('Shown once');
  await expectVersionOneSite(first);
  const file = join(scratch, 'postgres.tar.gz');
  expect(runScript('backup', moved, [file]).stderr).toBe('');
  expect(runScript('restore', moved, [file]).stderr).toMatch(
    /^There is already a site in the database of DATABASE_URL/,
  );
  expect(runScript('restore', moved, [file, 'replace']).stderr).toMatch(refusals.running);
  // New records get ids of their own, on both databases.
  await first.addEntry('menu-side', { sideName: 'Added in Postgres' });
  const back = join(scratch, 'back');
  expect(runScript('restore', { DATA_DIR: back }, [file])).toMatchObject({ status: 0, stderr: '' });
  const second = await startStack(back);
  expect(second.log).not.toContain('Shown once');
  await expectVersionOneSite(second);
  expect(readPictures(back)).toEqual(readPictures(moved.DATA_DIR));
  await second.addEntry('menu-side', { sideName: 'Added in SQLite' });
});

/** Copies the seeded site, of which a value is too long for Postgres in the last table that a restore fills; returns a backup. */
function writeUnstorableBackup(folder: string): string {
  const dataDir = copySeededData(join(folder, 'unstorable'));
  withSqlite(databaseFile(dataDir), (database) =>
    database.exec(`UPDATE strapi_migrations_internal SET name = '${'x'.repeat(256)}'`),
  );
  const backup = join(folder, 'unstorable-backup');
  mkdirSync(backup);
  renameSync(databaseFile(dataDir), join(backup, 'strapi.db'));
  renameSync(join(dataDir, 'public', 'uploads'), join(backup, 'uploads'));
  rmSync(join(backup, 'uploads', '.gitkeep'), { force: true });
  return backup;
}

test('a restore into Postgres replaces the whole site or nothing of it', async ({
  postgres,
  seededDatabase,
  seededBackup,
  scratch,
}) => {
  await postgres.run(`CREATE DATABASE restored TEMPLATE ${seededDatabase}`);
  const DATA_DIR = copySeededData(join(scratch, 'restored'));
  const settings = { DATA_DIR, DATABASE_URL: postgres.address('restored') };
  await postgres.run(
    "UPDATE homepage SET main_heading = 'Only in Postgres', updated_at = updated_at + interval '1 day'",
    'restored',
  );
  // A photograph that was replaced after the backup; its file has the same name.
  const [replaced = ''] = Object.keys(readPictures(DATA_DIR));
  writeFileSync(join(DATA_DIR, 'public', 'uploads', replaced), 'A newer photograph');
  const readSite = async () => ({
    tables: await postgres.readTables('restored'),
    pictures: readPictures(DATA_DIR),
  });
  const before = await readSite();
  expect(JSON.stringify(before.tables.homepage)).toContain('Only in Postgres');

  await test.step('a failed restore changes nothing', async () => {
    const failed = runScript('restore', settings, [writeUnstorableBackup(scratch), 'replace']);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/too long.*; the previous data is unchanged\.$/);
    expect(await readSite()).toEqual(before);
  });

  await test.step('a restore replaces every table and picture, and lists what was edited since', async () => {
    const { status, stdout } = runScript('restore', settings, [seededBackup, 'replace']);
    expect(status).toBe(0);
    expect(await postgres.readTables('restored')).toEqual(await postgres.readTables(seededDatabase));
    expect(readPictures(DATA_DIR)).not.toEqual(before.pictures);
    expect(stdout).toMatch(/^Edited since that backup:\n(?: {2}Home: .* \(.*\)\n?){7}$/m);
  });

  await test.step('the copy that it keeps brings the previous site back', async () => {
    const kept = readdirSync(join(DATA_DIR, 'backups')).filter((name) => name.endsWith('-replaced'));
    expect(kept).toHaveLength(1);
    const copy = join(DATA_DIR, 'backups', kept[0] ?? '');
    expect(runScript('restore', settings, [copy, 'replace'])).toMatchObject({ status: 0, stderr: '' });
    expect(await readSite()).toEqual(before);
  });
});

test('a restore into an empty Postgres refuses while a CMS is in its first start, and keeps a copy of the pictures', async ({
  postgres,
  seededBackup: file,
  scratch,
}) => {
  await postgres.run('CREATE DATABASE empty');
  const dataDir = copySeededData(join(scratch, 'seeded'));
  writeFileSync(join(dataDir, 'public', 'uploads', 'added_since.webp'), 'A picture that was added');
  const before = readPictures(dataDir);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: postgres.address('empty') };
  // As before the CMS creates any table.
  const client = new Client(`${settings.DATABASE_URL}?application_name=scioto-table`);
  await client.connect();
  const refused = runScript('restore', settings, [file, 'replace']);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(refusals.running) });
  expect(readPictures(dataDir)).toEqual(before);
  await client.end();

  const { status, stdout } = runScript('restore', settings, [file, 'replace']);
  expect(status).toBe(0);
  const [, kept = ''] =
    /kept in (.*), without a database: .* in the database of DATABASE_URL\./.exec(stdout) ?? [];
  expect(readFileSync(join(kept, 'uploads', 'added_since.webp'), 'utf8')).toBe('A picture that was added');
  expect(Object.keys(readPictures(dataDir))).not.toContain('added_since.webp');
  expect(await postgres.run('SELECT document_id FROM homepage', 'empty')).not.toEqual([]);
});

test('a site that moves to Postgres and back keeps the values of every column type', async ({
  postgres,
  scratch,
}) => {
  await postgres.run('CREATE DATABASE typed');
  // The zone with a repeated hour.
  const TZ = 'America/New_York';
  const first = { TZ, DATA_DIR: copySeededData(join(scratch, 'first')) };
  const typed = { TZ, DATA_DIR: join(scratch, 'typed'), DATABASE_URL: postgres.address('typed') };
  const last = { TZ, DATA_DIR: join(scratch, 'last') };
  const [fromSqlite, fromPostgres] = [join(scratch, 'sqlite.tar.gz'), join(scratch, 'postgres.tar.gz')];
  addTableOfAllTypes(first.DATA_DIR);
  // In New York, the autumn clock change repeats this hour, which Postgres stores without a time zone.
  withSqlite(databaseFile(first.DATA_DIR), (connection) =>
    connection.exec(`UPDATE homepage SET updated_at = ${Date.UTC(2026, 10, 1, 6, 30)}`),
  );
  expect(runScript('backup', first, [fromSqlite]).stderr).toBe('');
  expect(runScript('restore', typed, [fromSqlite]).stderr).toBe('');
  expect(await postgres.run('SELECT DISTINCT updated_at::text FROM homepage', 'typed')).toEqual([
    { updated_at: '2026-11-01 01:30:00' },
  ]);
  expect(runScript('backup', typed, [fromPostgres]).stderr).toBe('');
  expect(runScript('restore', last, [fromPostgres]).stderr).toBe('');
  expect(readTableOfAllTypes(last.DATA_DIR)).toEqual(readTableOfAllTypes(first.DATA_DIR));
});

/** Requests a record from a stack's CMS, and returns the status. */
const queryCms = async ({ cms }: Stack) => (await fetch(`${cms}/api/homepages/home-main`)).status;

test('a site on Postgres survives that the database is down', async ({
  postgres,
  seededDatabase,
  startStack,
  scratch,
}) => {
  await postgres.run(`CREATE DATABASE later TEMPLATE ${seededDatabase}`);
  const DATA_DIR = copySeededData(join(scratch, 'data'));
  const stack = await startStack(DATA_DIR, postgres.address('later'));
  expect(await queryCms(stack)).toBe(200);
  const { cms } = stack.processes;
  await postgres.down();

  const connection: Promise<unknown> = new Client(postgres.address('later')).connect();
  await expect(connection).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect.poll(() => queryCms(stack), POLL).toBe(500);
  expect((await fetch(`${stack.site}/menu`)).status).toBe(200);
  // More failures than the sign-in limit allows: they are not counted as wrong passwords.
  for (let times = 0; times < 12; times++) {
    const body = JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${stack.cms}/admin/login`, { method: 'POST', headers, body });
    expect(status).toBe(500);
  }

  await postgres.up();
  await expect.poll(() => queryCms(stack), POLL).toBe(200);
  await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  expect(stack.processes.cms).toBe(cms);
  // Postgres can't store the character.
  const login = { email: `${accounts.OWNER_EMAIL}\0`, password: accounts.OWNER_PASSWORD };
  expect((await stack.asAdmin('POST', '/admin/login', login)).status).toBe(400);
  // The warnings for the developers of the database driver.
  expect(stack.log).not.toContain('DeprecationWarning');
});
