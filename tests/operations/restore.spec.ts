import { spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPictures, refusals } from '../support/backups.ts';
import { CMS, expect, test } from '../support/operations.ts';
import { sampleCases } from '../support/sampleCases.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';

const HOOK = fileURLToPath(new URL('../support/fileOperationHook.cjs', import.meta.url));
const CHANGE = "UPDATE homepage SET main_heading = 'Changed since the backup'";

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

type Environment = Record<string, string>;

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

// cms/src/backups/stagedRestore.test.ts interrupts a restore into SQLite at each step.
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
  const copySite = async () => {
    copies += 1;
    const name = `killed_${copies}`;
    const DATA_DIR = join(scratch, name);
    cpSync(site, DATA_DIR, { recursive: true });
    await postgres.run(`CREATE DATABASE ${name} TEMPLATE small`);
    await postgres.run(CHANGE, name);
    const readSite = async () => ({
      tables: await postgres.readTables(name),
      pictures: readPictures(DATA_DIR),
    });
    return { environment: { DATA_DIR, DATABASE_URL: postgres.address(name) }, readSite };
  };

  const OPERATIONS = join(scratch, 'operations.txt');
  const { environment, readSite } = await copySite();
  const before = await readSite();
  const command = ['restore', backup, 'replace'];
  expect(runBackupCommand({ ...environment, OPERATIONS }, ...command)).toMatchObject({
    status: 0,
    stderr: '',
  });
  const after = await readSite();
  expect(after).not.toEqual(before);
  const operations = readFileSync(OPERATIONS, 'utf8').trim().split('\n');
  // A restore that is killed later has to be completed.
  const staged = operations.findIndex((operation) => operation.endsWith('/restore.json')) + 1;
  expect(staged).toBeGreaterThan(1);
  const spread = (first: number, last: number, count: number) =>
    Array.from({ length: count }, (_, index) => Math.round(first + ((last - first) * index) / (count - 1)));
  const moments = [...spread(1, staged, 3), ...spread(staged + 1, operations.length, 9)];

  for (const moment of sampleCases(moments, 3)) {
    const killed = await copySite();
    const run = runBackupCommand({ ...killed.environment, KILL_AT: String(moment) }, ...command);
    expect(run.signal, `operation ${moment}`).toBe('SIGKILL');
    // The next command is refused because there is a site.
    const { stdout, stderr } = runBackupCommand(killed.environment, 'restore', backup);
    expect(stderr, `operation ${moment}`).toMatch(refusals.existingSite);
    expect(stdout.includes('Completed the restore of'), `operation ${moment}`).toBe(moment > staged);
    expect(await killed.readSite(), `operation ${moment}`).toEqual(moment > staged ? after : before);
    for (const left of ['cms/.restore', 'cms/restore.json', 'public/uploads/.restore'])
      expect(existsSync(join(killed.environment.DATA_DIR, left)), `${left} after ${moment}`).toBe(false);
  }
});

test('a CMS waits for the end of a restore, as a backup does, and completes one that was killed', async ({
  scratch,
  seededBackup: backup,
  startCms,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  changePictures(dataDir);
  withSqlite(databaseFile(dataDir), (database) => database.exec(CHANGE));
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
