import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addProxyHeaders, answer, forwardTo, HttpsProxy } from '../support/httpsProxy.ts';
import { copySeededData, expect, test } from '../support/operations.ts';
import { preloadOption } from '../support/preloadOption.ts';
import { Site } from '../support/site.ts';
import { databaseFile, openSqlite, withSqlite } from '../support/sqlite.ts';
import { freePort, listenOnFreePort, Stack, waitForDailyBackup } from '../support/stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEST_NAMES = join(ROOT, 'tests', 'support', 'testNames.cjs');
const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
const DAY_S = 24 * 60 * 60;

const SITE = 'table.test';
const WWW = 'www.table.test';
const ADMIN = 'admin.table.test';

interface Report {
  code: number | null;
  text: string;
  /** The lines of each check by its name; "ok" or findings. */
  checks: Record<string, string[]>;
}

/** Runs the doctor as npm does. It runs beside this process, which serves the requests of the doctor. */
async function runDoctor(settings: NodeJS.ProcessEnv, root = ROOT): Promise<Report> {
  const child = spawn(process.execPath, ['scripts/doctor.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: preloadOption(TEST_NAMES),
      SITE_HOST: '127.0.0.1',
      SITE_URL: '',
      ADMIN_URL: '',
      DOMAIN: '',
      DATABASE_URL: '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const checks: Record<string, string[]> = {};
  for (const [, name = '', finding = ''] of text.matchAll(/^(\w[\w ]*?) {2,}(.*)$/gm))
    checks[name] = [...(checks[name] ?? []), finding];
  return { code, text, checks };
}

/** The findings of a report: all lines except "ok". */
const findings = ({ checks }: Report) =>
  Object.fromEntries(
    Object.entries(checks).flatMap(([name, lines]) => (lines.join() === 'ok' ? [] : [[name, lines]])),
  );

/** The checksum and the modification time of every file and folder that the site stores. */
function readState(dataDir: string): Record<string, unknown> {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    // Locks of SQLite, in shared memory, and the pictures that the site fetches meanwhile.
    .filter(
      ({ name, parentPath }) =>
        !name.endsWith('.db-shm') && !join(parentPath, name).startsWith(join(dataDir, 'web', 'pictures')),
    )
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      // The site stores when the CMS last confirmed its content as the modification time.
      const time = path.startsWith(join(dataDir, 'web')) ? undefined : statSync(path).mtimeMs;
      const checksum = entry.isFile() && createHash('sha256').update(readFileSync(path)).digest('hex');
      return [path, { time, checksum, mode: statSync(path).mode }];
    });
  return Object.fromEntries(entries);
}

const setTime = (path: string, seconds: number) => utimesSync(path, seconds, seconds);
const nowSeconds = () => Date.now() / 1_000;

/** Ends a session without closing the database, so that SQLite's log remains, as after a crash. */
function leaveLog(dataDir: string, scratch: string): void {
  const copy = join(scratch, 'copy');
  withSqlite(databaseFile(dataDir), (database) => {
    database.pragma('journal_mode = WAL', { simple: true });
    database.exec('UPDATE website_name SET updated_at = updated_at + 1');
    cpSync(join(dataDir, 'cms'), copy, { recursive: true });
  });
  cpSync(copy, join(dataDir, 'cms'), { recursive: true });
}

test.describe('a running site behind a proxy with HTTPS', () => {
  let folder: string;
  let stack: Stack;
  let proxy: HttpsProxy;
  let settings: NodeJS.ProcessEnv;

  /** Resets what a test has broken in the proxy. */
  const repairProxy = () => {
    proxy.certificates = {};
    proxy.handlers = {
      [SITE]: forwardTo(stack.site),
      [WWW]: answer(301, `${proxy.url(SITE)}/`),
      [ADMIN]: (incoming, outgoing) =>
        (incoming.url?.startsWith('/api/') ? answer(404) : forwardTo(stack.cms))(incoming, outgoing),
    };
  };

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    proxy = await HttpsProxy.start();
    const authority = join(folder, 'authority.pem');
    writeFileSync(authority, proxy.authority);
    const addresses = { SITE_URL: proxy.url(SITE), ADMIN_URL: proxy.url(ADMIN), DOMAIN: SITE };
    stack = await Stack.start(copySeededData(join(folder, 'data')), '', addresses);
    settings = {
      ...addresses,
      NODE_EXTRA_CA_CERTS: authority,
      DATA_DIR: stack.dataDir,
      SITE_PORT: new URL(stack.site).port,
      ADMIN_PORT: new URL(stack.cms).port,
    };
  });
  test.beforeEach(repairProxy);
  test.afterAll(async () => {
    await stack.stop();
    await proxy.stop();
    rmSync(folder, { recursive: true });
  });

  test('npm run doctor prints one line for each check of a healthy site, exits with 0, and changes nothing', async () => {
    await waitForDailyBackup(stack.dataDir);
    const before = readState(stack.dataDir);
    const report = await runDoctor(settings);
    expect(report.text).toBe(
      [
        'Disks         ok',
        'Files         ok',
        'Settings      ok',
        'Database      ok',
        'Data version  ok',
        'Backups       ok',
        'Off-site      There is no off-site backup: if this machine is lost, its backups are too. To make them, set BACKUP_REPOSITORY and BACKUP_PASSWORD (docs/backups.md).',
        'Clock         ok',
        'CMS           ok',
        'Site          ok',
        'Content       ok',
        'SITE_URL      ok',
        'ADMIN_URL     ok',
        'Proxy         ok',
        'DOMAIN        ok',
        '',
        'All is well.',
        '',
      ].join('\n'),
    );
    expect(report.code).toBe(0);
    expect(readState(stack.dataDir)).toEqual(before);
  });

  test('the CMS tells its view of a client’s address only to the doctor', async () => {
    const ask = async (path: string, token = '') => {
      const answered = await fetch(stack.cms + path, { headers: { 'x-doctor-token': token } });
      return [answered.status, await answered.text()];
    };
    const unknown = await ask('/no-such-path');
    expect(unknown[0]).toBe(404);
    for (const token of ['', 'x', `9999999999999.${'a'.repeat(43)}`])
      expect(await ask('/client-address', token)).toEqual(unknown);
  });

  test('names each thing that is wrong with the files, the database, the proxy’s headers and the certificates', async ({
    scratch,
  }) => {
    // Another data folder with the same secrets: the running site stays intact.
    const dataDir = copySeededData(join(scratch, 'data'));
    const path = (...names: string[]) => join(dataDir, ...names);
    const backups = path('backups');
    chmodSync(path('cms'), 0o755);
    chmodSync(path('cms', 'secrets.json'), 0o640);
    chmodSync(backups, 0o750);
    setTime(path('cms', 'secrets.json'), Date.parse('2200-01-01') / 1_000);
    // A file larger than every disk, which takes no space.
    writeFileSync(path('public', 'uploads', 'large.webp'), '');
    truncateSync(path('public', 'uploads', 'large.webp'), 8e12);
    mkdirSync(join(backups, 'before-0.9.0'), { recursive: true });
    for (const name of readdirSync(join(backups, 'daily')))
      setTime(join(backups, 'daily', name), nowSeconds() - 9 * DAY_S);
    setTime(join(backups, 'before-0.9.0'), nowSeconds() - 8.5 * DAY_S);
    withSqlite(databaseFile(dataDir), (database) =>
      database
        .prepare('UPDATE strapi_core_store_settings SET value = ? WHERE key = ?')
        .run('{"version":"98.7.6","backup":"before-98.7.6"}', 'scioto_table_version'),
    );
    proxy.handlers[ADMIN] = forwardTo(stack.cms, (headers) => headers);
    proxy.certificates = { [SITE]: 'expired', [WWW]: 'other' };

    const report = await runDoctor({ ...settings, DATA_DIR: dataDir });
    expect(report.code).toBe(1);
    expect(findings(report)).toEqual({
      Disks: [
        expect.stringMatching(
          new RegExp(
            `^The disk of ${path('cms')} has \\d+\\.\\d GB free, and new pictures and backups may need 8001\\.\\d GB: delete what is not needed there, or use a larger disk\\.$`,
          ),
        ),
      ],
      Files: [
        `Other users of this machine may open ${path('cms')}: run \`chmod 700 ${path('cms')}\`.`,
        `Other users of this machine may open ${path('cms', 'secrets.json')}: run \`chmod 600 ${path('cms', 'secrets.json')}\`.`,
        `Other users of this machine may open ${backups}: run \`chmod 700 ${backups}\`.`,
      ],
      'Data version': [
        `The data is of version 98.7.6, which is newer than this version ${VERSION}: install version 98.7.6 again, or restore the backup ${join(backups, 'before-98.7.6')}, which was made before version 98.7.6.`,
      ],
      Backups: [
        'The newest backup is 8 days old: run `npm run backup`, and look for “daily backup” in the log of the CMS, which makes one every day while it runs.',
      ],
      Clock: [
        `There are files from the future (2200-01-01T00:00:00.000Z): set the clock of this machine, and have it set automatically (NTP). If it is right, it was wrong when ${path('cms', 'secrets.json')} was made: run \`touch ${path('cms', 'secrets.json')}\`.`,
      ],
      SITE_URL: [
        `The certificate of ${SITE} has expired, so browsers reject it: look in the proxy's log for why it was not renewed.`,
      ],
      ADMIN_URL: [
        `The content API is public at ${proxy.url(ADMIN)}/api: make the proxy answer it with 404, as docs/https.md describes.`,
      ],
      Proxy: [
        "The CMS believes every address that a visitor claims to have, so it can't limit guesses at passwords: make the proxy append the visitor's address to X-Forwarded-For, or overwrite it with that.",
        'The CMS does not know that browsers use HTTPS, so its cookies are not limited to HTTPS: make the proxy send X-Forwarded-Proto.',
      ],
      DOMAIN: [
        `The certificate at ${proxy.url(WWW)} is for another name, so browsers reject it: get one for ${WWW}, or correct DOMAIN.`,
      ],
    });
    expect(report.text).toMatch(/\n\n12 things need attention\.\n$/);
  });

  test('names damaged files, and addresses at which other servers answer', async ({ scratch }) => {
    const dataDir = copySeededData(join(scratch, 'data'));
    const database = databaseFile(dataDir);
    const damaged = readFileSync(database);
    damaged.fill(0xaa, 4_096, 8_192);
    writeFileSync(database, damaged);
    rmSync(join(dataDir, 'backups'), { recursive: true });
    setTime(join(dataDir, 'cms', 'secrets.json'), nowSeconds() - 2 * DAY_S);
    proxy.handlers[SITE] = answer(301, 'https://moved.test/');
    proxy.handlers[WWW] = answer(200);
    proxy.handlers[ADMIN] = answer(200);

    const report = await runDoctor({ ...settings, DATA_DIR: dataDir });
    expect(findings(report)).toEqual({
      Database: [
        expect.stringMatching(
          new RegExp(
            `^The database ${database} is damaged \\(.*\\): stop the site, and restore the newest backup as docs/backups\\.md describes\\.$`,
          ),
        ),
      ],
      Backups: [
        'There is no backup: run `npm run backup`, and look for “daily backup” in the log of the CMS, which makes one every day while it runs.',
      ],
      SITE_URL: [
        `${proxy.url(SITE)} redirects to https://moved.test: set SITE_URL to the address at which the site answers.`,
      ],
      ADMIN_URL: [
        `Another server answers at ${proxy.url(ADMIN)} (status 200): point ${ADMIN} to this one, or correct ADMIN_URL.`,
      ],
      DOMAIN: [`${proxy.url(WWW)} does not redirect to ${proxy.url(SITE)}: point ${WWW} to this server.`],
    });
    expect(report.checks).not.toHaveProperty('Proxy');

    writeFileSync(join(dataDir, 'cms', 'secrets.json'), '{}');
    writeFileSync(database, 'not a database');
    proxy.handlers[SITE] = answer(502);
    const second = await runDoctor({ ...settings, DATA_DIR: dataDir });
    expect(findings(second)).toMatchObject({
      Files: [
        `${join(dataDir, 'cms', 'secrets.json')} is damaged: restore your own copy of this file, or delete it: the next start generates a new one, and all users must sign in again.`,
      ],
      Database: [
        `The database ${database} is damaged (file is not a database): stop the site, and restore the newest backup as docs/backups.md describes.`,
      ],
      SITE_URL: [
        `The proxy at ${proxy.url(SITE)} does not reach the site (status 502): correct the address to which it forwards requests.`,
      ],
    });
    for (const name of ['CMS', 'ADMIN_URL', 'Proxy']) expect(second.checks).not.toHaveProperty(name);
  });

  test('names certificates of an unknown authority, and a proxy that hides the visitors’ addresses or is not trusted', async () => {
    const unknown = await runDoctor({ ...settings, NODE_EXTRA_CA_CERTS: '' });
    const sentence = (host: string) =>
      `The certificate of ${host} is not from a known authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE), so browsers reject it: get one from a public authority.`;
    expect(findings(unknown)).toEqual({
      SITE_URL: [sentence(SITE)],
      ADMIN_URL: [sentence(ADMIN)],
      DOMAIN: [sentence(WWW)],
    });

    const advice =
      "make the proxy append the visitor's address to X-Forwarded-For, or overwrite it with that";
    for (const [forwardedFor, finding] of [
      [
        undefined,
        `The CMS takes all visitors for the proxy (127.0.0.1), so many wrong passwords of one lock out all: ${advice}.`,
      ],
      [
        '192.0.2.1, 203.0.113.7, 198.51.100.4',
        'The CMS takes all visitors for a proxy (198.51.100.4), because the admin is behind 2: let visitors of the admin reach the last one directly, or make it pass on X-Forwarded-For unchanged.',
      ],
    ] as const) {
      proxy.handlers[ADMIN] = (incoming, outgoing) =>
        (incoming.url?.startsWith('/api/')
          ? answer(404)
          : forwardTo(stack.cms, (headers) => ({
              ...addProxyHeaders(headers),
              'x-forwarded-for': forwardedFor,
            })))(incoming, outgoing);
      expect(findings(await runDoctor(settings))).toEqual({ Proxy: [finding] });
    }

    const elsewhere = forwardTo(stack.cms, addProxyHeaders, (headers) => headers, '127.0.0.2');
    proxy.handlers[ADMIN] = (incoming, outgoing) =>
      (incoming.url?.startsWith('/api/') ? answer(404) : elsewhere)(incoming, outgoing);
    expect(findings(await runDoctor(settings))).toEqual({
      Proxy: [
        'The CMS takes all visitors for the proxy (127.0.0.2), so many wrong passwords of one lock out all, and does not know that browsers use HTTPS: if the proxy is yours, set TRUSTED_PROXY to its address, as docs/https.md describes.',
      ],
    });
  });

  test('names addresses that lead nowhere, settings of before a change, and another machine’s clock', async () => {
    const hourAgo = () => new Date(Date.now() - 3_600_000).toUTCString();
    proxy.handlers[SITE] = forwardTo(stack.site, addProxyHeaders, (headers) => ({
      ...headers,
      date: hourAgo(),
    }));
    const closed = `https://${ADMIN}:${await freePort()}`;
    const report = await runDoctor({ ...settings, ADMIN_URL: closed, DOMAIN: 'unknown.test' });
    const unknown = (name: string) =>
      `${name} has no DNS record: create one that points to this server, or correct DOMAIN.`;
    expect(findings(report)).toEqual({
      Clock: [
        'The clock of this machine is 60 min ahead of the clock of the server at SITE_URL: set the wrong one, and have it set automatically (NTP).',
      ],
      Content: [
        `The site was started with ADMIN_URL ${proxy.url(ADMIN)}, which is now ${closed}: restart it with \`npm start\`.`,
      ],
      ADMIN_URL: [`Nothing listens at ${closed}: start the reverse proxy that should, or correct ADMIN_URL.`],
      DOMAIN: [unknown('unknown.test'), unknown('www.unknown.test'), unknown('admin.unknown.test')],
    });

    const plain = stack.site.replace('http:', 'https:').replace('127.0.0.1', 'localhost');
    const moved = await runDoctor({ ...settings, SITE_URL: plain, ADMIN_URL: 'https://elsewhere.test' });
    expect(findings(moved)).toMatchObject({
      SITE_URL: [`The server at ${plain} does not speak HTTPS: set up HTTPS there, or correct SITE_URL.`],
      ADMIN_URL: [
        'elsewhere.test has no DNS record: create one that points to this server, or correct ADMIN_URL.',
      ],
    });
  });

  test('names content that the site can’t renew, a database that is locked, and an address without an answer', async ({
    scratch,
  }) => {
    const dataDir = copySeededData(join(scratch, 'data'));
    for (const name of readdirSync(join(dataDir, 'web')))
      setTime(join(dataDir, 'web', name), nowSeconds() - 7_200);
    delete proxy.handlers[ADMIN];
    const site = await Site.start({ cms: `http://127.0.0.1:${await freePort()}`, dataDir });
    const database = openSqlite(databaseFile(dataDir));
    try {
      database.exec('BEGIN IMMEDIATE');
      const report = await runDoctor({
        ...settings,
        DATA_DIR: dataDir,
        SITE_PORT: new URL(site.address).port,
        SITE_URL: 'https://table.example',
        DOMAIN: '',
      });
      const advice = 'look for an error in the logs of the CMS and of the site';
      expect(findings(report)).toEqual({
        Database: [
          `Another program locks the database ${databaseFile(dataDir)}: end it; if it is a restore, wait until it has finished.`,
        ],
        Content: [
          `The site was started with ADMIN_URL https://admin.table.example, which is now ${proxy.url(ADMIN)}: restart it with \`npm start\`.`,
          `The site shows content that it got from the CMS 120 minutes ago, and can't get newer: ${advice}.`,
        ],
        SITE_URL: [
          'table.example has no DNS record: create one that points to this server, or correct SITE_URL.',
        ],
        ADMIN_URL: [
          `${proxy.url(ADMIN)} does not answer this machine: open its port in the firewall, or correct ADMIN_URL.`,
        ],
      });
    } finally {
      database.close();
      await site.stop();
    }
  });
});

/** Copies what the doctor runs into a repository of its own, whose `.env` a test can write, and returns its path. */
function copyScripts(scratch: string): string {
  const root = join(scratch, 'repository');
  mkdirSync(root);
  for (const name of ['scripts', 'package.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'cms'), join(root, 'cms'));
  return root;
}

test.describe('a site that does not run', () => {
  let ports: { SITE_PORT: string; ADMIN_PORT: string };

  test.beforeEach(async () => {
    ports = { SITE_PORT: await freePort(), ADMIN_PORT: await freePort() };
  });

  test('npm run doctor says how to start it, and leaves the log of a crash as it is', async ({ scratch }) => {
    const dataDir = copySeededData(join(scratch, 'data'));
    leaveLog(dataDir, scratch);
    const before = readState(dataDir);
    expect(Object.keys(before)).toContain(`${databaseFile(dataDir)}-wal`);
    const program = createServer((_incoming, outgoing) => outgoing.end('Another program'));
    const ADMIN_PORT = String(await listenOnFreePort(program));
    const report = await runDoctor({ ...ports, ADMIN_PORT, DATA_DIR: dataDir });
    program.close();
    expect(report.code).toBe(1);
    expect(findings(report)).toEqual({
      CMS: [`Port ${ADMIN_PORT} (the admin) is in use. Stop the program that uses it, or set ADMIN_PORT.`],
      Site: [
        'The site does not answer: start it with `npm start`; if it runs, look for an error in its log.',
      ],
    });
    expect(readState(dataDir)).toEqual(before);
  });

  test('npm run doctor says that there is no site yet, and creates none', async ({ scratch }) => {
    const dataDir = join(scratch, 'data');
    const report = await runDoctor({ ...ports, DATA_DIR: dataDir });
    expect(report.code).toBe(1);
    expect(findings(report)).toEqual({
      Database: [`There is no site in ${dataDir} yet: start it with \`npm start\`.`],
    });
    expect(report.text).toMatch(/\n\nOne thing needs attention\.\n$/);
    expect(readdirSync(scratch)).toEqual([]);
  });

  test('npm run doctor tells of an admin without HTTPS, an .env that others can read and passwords that were used, and changes nothing', async ({
    scratch,
  }) => {
    const dataDir = copySeededData(join(scratch, 'data'));
    const root = copyScripts(scratch);
    writeFileSync(join(root, 'owner'), 'Oak-Fire-1797');
    const file = join(root, '.env');
    writeFileSync(file, 'ADMIN_PASSWORD=Oak-Fire-1797\nOWNER_PASSWORD_FILE=owner\n', { mode: 0o644 });
    const examine = (settings: NodeJS.ProcessEnv) =>
      runDoctor({ ...ports, DATA_DIR: dataDir, ADMIN_URL: 'http://admin.unknown.test', ...settings }, root);

    const readFile = () => ({ text: readFileSync(file, 'utf8'), mode: statSync(file).mode });
    const before = readFile();
    const report = await examine({});
    expect(report.checks.Settings).toEqual([
      `Other users of this machine may open ${file}: run \`chmod 600 ${file}\`.`,
      'The admin is at http://admin.unknown.test without HTTPS, so others on the way can read passwords: set up HTTPS (docs/https.md), and change ADMIN_URL.',
      'ADMIN_PASSWORD is still set, but only the first start uses it: remove it from .env or where else it is set.',
      'OWNER_PASSWORD_FILE is still set, but only the first start uses it: remove it from .env or where else it is set, and delete the file.',
    ]);
    expect(report.code).toBe(1);
    expect(report.text).not.toContain('Oak-Fire');
    expect(readFile()).toEqual(before);

    writeFileSync(file, '');
    chmodSync(file, 0o600);
    expect((await examine({ ADMIN_URL: '' })).checks.Settings).toEqual(['ok']);
  });

  test('npm run doctor reads the times in names of backups in the time zone of .env', async ({ scratch }) => {
    const dataDir = copySeededData(join(scratch, 'data'));
    const root = copyScripts(scratch);
    writeFileSync(join(root, '.env'), 'TZ=Etc/GMT+12\n', { mode: 0o600 });
    mkdirSync(join(dataDir, 'backups', 'daily', '2099-01-01_00-00-00-000'));
    const { checks } = await runDoctor({ ...ports, TZ: undefined, DATA_DIR: dataDir }, root);
    // In any other time zone, it is another moment.
    expect(checks.Clock?.[0]).toContain('There are files from the future (2099-01-01T12:00:00.000Z)');
  });

  test('npm run doctor names a database that can’t be written', async ({ scratch }) => {
    const dataDir = copySeededData(join(scratch, 'data'));
    const file = databaseFile(dataDir);
    const bytes = readFileSync(file);
    // The version that a program must know to write this file: SQLite opens a file of a later version only for reading.
    bytes[18] = 3;
    writeFileSync(file, bytes);
    const { checks } = await runDoctor({ ...ports, DATA_DIR: dataDir });
    expect(checks.Database).toEqual([
      `The database ${file} can't be written (SQLITE_READONLY): give the user that runs the site write access to this file and its folder.`,
    ]);
  });

  test('npm run doctor names what is wrong with a Postgres database, without its password', async ({
    postgres,
    seededDatabase,
    scratch,
  }) => {
    const DATA_DIR = copySeededData(join(scratch, 'data'));
    const examine = async (DATABASE_URL: string) => {
      const { checks, text } = await runDoctor({ ...ports, DATA_DIR, DATABASE_URL });
      expect(text).not.toMatch(/1797/);
      return checks.Database;
    };
    const valid = new URL(postgres.address(seededDatabase));
    const changed = (change: Partial<URL>) => Object.assign(new URL(valid), change).href;

    const before = await postgres.readTables(seededDatabase);
    expect(await examine(valid.href)).toEqual(['ok']);
    expect(await postgres.readTables(seededDatabase)).toEqual(before);

    await postgres.run("CREATE ROLE visitor LOGIN PASSWORD 'Guest-1797'");
    await postgres.run('CREATE DATABASE nothing');
    const start = "The database of DATABASE_URL can't be used";
    expect(await examine(changed({ password: 'Wrong-1797' }))).toEqual([
      `${start} (28P01 password authentication failed for user "table"): correct the user and the password in it.`,
    ]);
    expect(await examine(postgres.address('elsewhere'))).toEqual([
      `${start} (3D000 database "elsewhere" does not exist): create this database, or correct its name.`,
    ]);
    expect(await examine(postgres.address('nothing'))).toEqual([
      'There is no site in the database of DATABASE_URL yet: start it with `npm start`.',
    ]);
    const advice =
      'make it writable for this user: connect to the primary server, and make the user the owner of the database';
    expect(await examine(changed({ username: 'visitor', password: 'Guest-1797' }))).toEqual([
      `${start} (42501 permission denied for table strapi_core_store_settings): ${advice}.`,
    ]);
    expect(await examine(`${valid.href}?options=-c%20default_transaction_read_only%3Don`)).toEqual([
      `${start} (25006 cannot execute UPDATE in a read-only transaction): ${advice}.`,
    ]);
    await postgres.down();
    expect(await examine(valid.href)).toEqual([
      `${start} (ECONNREFUSED connect ECONNREFUSED ${valid.host}): start its server, or correct the address.`,
    ]);
    await postgres.up();
  });
});
