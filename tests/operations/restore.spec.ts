import { spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPictures, refusals } from '../support/backups.ts';
import { CMS, expect, test } from '../support/operations.ts';
import { chooseMoments, type MomentCounts, TWENTY_MOMENTS } from '../support/restoreMoments.ts';
import { sampleCases } from '../support/sampleCases.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, readTables, withSqlite } from '../support/sqlite.ts';

const HOOK = fileURLToPath(new URL('../support/fileOperationHook.cjs', import.meta.url));
const CHANGE = "UPDATE homepage SET main_heading = 'Changed since the backup'";

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

type Environment = Record<string, string>;

/** The content of a site, to compare it with another. */
type Site = Record<string, unknown>;

/** Returns the arguments and options that run the backup command with the hook, as `npm run restore` does without it. */
const backupCommand = (environment: Environment, args: string[]) =>
  [
    process.execPath,
    ['--require', HOOK, 'dist/src/backups/command.js', ...args],
    { cwd: CMS, env: { ...process.env, DATABASE_URL: '', ...environment } },
  ] as const;

function runBackupCommand(environment: Environment, ...args: string[]) {
  const { status, signal, stdout, stderr } = spawnSync(...backupCommand(environment, args));
  return { status, signal, stdout: String(stdout), stderr: String(stderr) };
}

const uploadPath = (dataDir: string, name = '') => join(dataDir, 'public', 'uploads', name);
const readSqliteSite = (dataDir: string): Site => ({
  tables: readTables(databaseFile(dataDir)),
  pictures: readPictures(dataDir),
});

/** Deletes most pictures of a folder, so that many restores take little time. */
function keepFewPictures(folder: string): void {
  for (const name of readdirSync(folder).sort().slice(6)) rmSync(join(folder, name));
}

/** Changes pictures of a site that does not run, as the owner does after the backup. */
function changePictures(dataDir: string): void {
  rmSync(join(dataDir, 'backups'), { recursive: true, force: true });
  keepFewPictures(uploadPath(dataDir));
  const [replaced = ''] = Object.keys(readPictures(dataDir));
  writeFileSync(uploadPath(dataDir, replaced), 'A picture that was replaced');
  writeFileSync(uploadPath(dataDir, 'added_since.webp'), 'A picture that was added');
}

function copyFolder(folder: string, copy: string): string {
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Copies the seeded site and changes its database and pictures. */
function copyChangedSite(dataDir: string): string {
  copySeededData(dataDir);
  changePictures(dataDir);
  withSqlite(databaseFile(dataDir), (database) => database.exec(CHANGE));
  return dataDir;
}

/** Kills restores at some of the chosen moments, each of another copy of the same site, and checks what the next command leaves. */
async function killRestores({
  scratch,
  backup,
  counts,
  sampleSize,
  copySite,
  readSite,
}: {
  scratch: string;
  backup: string;
  counts: MomentCounts;
  /** How many of the moments `npm test` tries. */
  sampleSize: number;
  copySite: () => Promise<Environment & { DATA_DIR: string }>;
  readSite: (environment: Environment & { DATA_DIR: string }) => Promise<Site>;
}): Promise<void> {
  const operations = join(scratch, 'operations.txt');
  const first = await copySite();
  const before = await readSite(first);
  expect(runBackupCommand({ ...first, OPERATIONS: operations }, 'restore', backup, 'replace')).toMatchObject({
    status: 0,
    stderr: '',
  });
  const after = await readSite(first);
  expect(after).not.toEqual(before);
  rmSync(first.DATA_DIR, { recursive: true });
  const { moments: all, staged } = chooseMoments(readFileSync(operations, 'utf8').trim().split('\n'), counts);
  const moments = sampleCases(all, sampleSize);

  const killBefore = (moment: number, environment: Environment) => {
    const settings = { ...environment, KILL_AT: String(moment) };
    const { signal } = runBackupCommand(settings, 'restore', backup, 'replace');
    expect(signal, `operation ${moment}`).toBe('SIGKILL');
  };
  /** Runs the next command, which is refused because there is a site, and checks what it leaves. */
  const expectAfterNextCommand = async (
    environment: Environment & { DATA_DIR: string },
    site: Site,
    description: string,
  ) => {
    const { stdout, stderr } = runBackupCommand(environment, 'restore', backup);
    expect(stderr, description).toMatch(refusals.existingSite);
    expect(stdout.includes('Completed the restore of'), description).toBe(site === after);
    expect(await readSite(environment), description).toEqual(site);
    for (const left of ['cms/.restore', 'cms/restore.json', 'public/uploads/.restore'])
      expect(existsSync(join(environment.DATA_DIR, left)), `${left} after ${description}`).toBe(false);
    rmSync(environment.DATA_DIR, { recursive: true });
  };

  const unchanged = await copySite();
  for (const moment of moments.filter((number) => number <= staged)) {
    killBefore(moment, unchanged);
    expect(await readSite(unchanged), `operation ${moment}`).toEqual(before);
  }
  await expectAfterNextCommand(unchanged, before, `operation ${staged}`);
  for (const moment of moments.filter((number) => number > staged)) {
    const environment = await copySite();
    killBefore(moment, environment);
    await expectAfterNextCommand(environment, after, `operation ${moment}`);
  }
}

/** The tables that a restore of `writeSmallBackup` writes to Postgres. */
const COPIED_TABLES = ['website_name', 'homepage', 'files', 'strapi_core_store_settings'];

/** Writes a backup of the seeded site with few pictures and, for Postgres, few tables, so that many restores take little time. */
function writeSmallBackup(folder: string): string {
  const dataDir = process.env.SEEDED_DATA_DIR ?? '';
  cpSync(uploadPath(dataDir), join(folder, 'uploads'), { recursive: true });
  keepFewPictures(join(folder, 'uploads'));
  cpSync(databaseFile(dataDir), join(folder, 'strapi.db'));
  withSqlite(join(folder, 'strapi.db'), (database) => {
    for (const { id, schema } of database.prepare('SELECT id, schema FROM strapi_database_schema').all()) {
      const { tables }: { tables: { name: string; foreignKeys: object[] }[] } = JSON.parse(String(schema));
      const copied = tables.filter(({ name }) => COPIED_TABLES.includes(name));
      const withoutForeignKeys = copied.map((table) => ({ ...table, foreignKeys: [] }));
      database
        .prepare('UPDATE strapi_database_schema SET schema = ? WHERE id = ?')
        .run(JSON.stringify({ tables: withoutForeignKeys }), id);
    }
  });
  return folder;
}

test('a killed restore leaves the previous site or that of the backup after the next command', {
  tag: '@sampled',
}, async ({ scratch }) => {
  const site = copyChangedSite(join(scratch, 'site'));
  await killRestores({
    scratch,
    backup: writeSmallBackup(join(scratch, 'backup')),
    counts: TWENTY_MOMENTS,
    sampleSize: 5,
    copySite: async () => ({ DATA_DIR: copyFolder(site, join(scratch, 'killed')) }),
    readSite: async ({ DATA_DIR }) => readSqliteSite(DATA_DIR),
  });
});

test('a killed restore into Postgres leaves the previous site or that of the backup after the next command', {
  tag: '@sampled',
}, async ({ postgres, scratch }) => {
  const backup = writeSmallBackup(join(scratch, 'backup'));
  await postgres.run('CREATE DATABASE small');
  const small = { DATA_DIR: join(scratch, 'small'), DATABASE_URL: postgres.address('small') };
  expect(runBackupCommand(small, 'restore', backup)).toMatchObject({ status: 0, stderr: '' });
  const site = copySeededData(join(scratch, 'site'));
  changePictures(site);
  let copies = 0;
  const nameOf = ({ DATABASE_URL = '' }: Environment) => new URL(DATABASE_URL).pathname.slice(1);
  await killRestores({
    scratch,
    backup,
    // Fewer than with SQLite, because each copy of the database takes a second; most while it is replaced.
    counts: { before: 3, database: 5, pictures: 2, end: 2 },
    sampleSize: 3,
    copySite: async () => {
      copies += 1;
      const DATA_DIR = copyFolder(site, join(scratch, 'killed'));
      const name = `killed_${copies}`;
      await postgres.run(`CREATE DATABASE ${name} TEMPLATE small`);
      await postgres.run(CHANGE, name);
      return { DATA_DIR, DATABASE_URL: postgres.address(name) };
    },
    readSite: async (environment) => ({
      tables: await postgres.readTables(nameOf(environment)),
      pictures: readPictures(environment.DATA_DIR),
    }),
  });
});

test('a CMS waits for the end of a restore, as a backup does, and completes one that was killed', async ({
  scratch,
  seededBackup: backup,
  startCms,
}) => {
  const dataDir = copyChangedSite(join(scratch, 'data'));
  const environment = { DATA_DIR: dataDir, DATABASE_URL: '' };
  // It stops before the first change, before the copy of the previous site, and before the database is replaced.
  const STOP_AT = '^mkdir .*/cms/\\.restore|^mkdtemp|^rm .*/strapi\\.db-wal';
  const child = spawn(...backupCommand({ ...environment, STOP_AT }, ['restore', backup, 'replace']));
  const exited = once(child, 'exit');
  const stopped = on(child.stdout, 'data');
  for (let stop = 1; stop < 3; stop += 1) {
    await stopped.next();
    const { stderr } = runBackupCommand(environment, 'backup', join(scratch, 'other.tar.gz'));
    expect(stderr, `stop ${stop}`).toMatch(/^A restore is running: wait\b.*\n$/);
    child.kill('SIGCONT');
  }
  await stopped.next();

  const early = await startCms(dataDir);
  // Not 78, so that the supervisor and Docker start it again.
  expect(await early.exited).toMatchObject({ code: 1 });
  expect(early.output).toMatch(/^The CMS can't start yet: a restore is running\b/m);

  child.kill('SIGKILL');
  await exited;
  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  expect(cms.output).toMatch(/^Completed the restore of .*interrupted\. .* kept in/m);
  const home = await (await fetch(`${cms.address}/api/homepages`)).text();
  expect(home).not.toContain('Changed since the backup');
  expect(existsSync(uploadPath(dataDir, 'added_since.webp'))).toBe(false);
  expect(existsSync(join(dataDir, 'cms', 'restore.json'))).toBe(false);
});
