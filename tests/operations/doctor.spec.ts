import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';
import { expect, test } from '../support/operations.ts';
import { freePort, listenOnFreePort } from '../support/ports.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { waitForDailyBackup } from '../support/stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DAY_S = 24 * 60 * 60;

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

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** A finding that has these parts in this order. */
const finding = (...parts: string[]) => expect.stringMatching(new RegExp(parts.map(escapeRegExp).join('.*')));

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

/** How the proxy changes the headers of a request. */
type ChangeHeaders = (headers: Record<string, string | string[] | undefined>) => typeof headers;

const addProxyHeaders: ChangeHeaders = (headers) => ({
  ...headers,
  'x-forwarded-for': `${headers['x-forwarded-for']}, 203.0.113.7`,
  'x-forwarded-proto': 'https',
});

test('npm run doctor names each thing that is wrong, and counts them', async ({ scratch, startStack }) => {
  // A reverse proxy with HTTPS for the CMS.
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  let target = '';
  let isApiPublic = false;
  let changeHeaders = addProxyHeaders;
  const proxy: Server = createServer({ key, cert }, ({ url = '', headers }, outgoing) => {
    if (!isApiPublic && url.startsWith('/api/')) return outgoing.writeHead(404).end();
    request(new URL(url, target), { headers: changeHeaders(headers) }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502);
      response.pipe(outgoing);
    }).end();
  });
  const authority = join(scratch, 'authority.pem');
  writeFileSync(authority, cert);
  const ADMIN_URL = `https://127.0.0.1:${await listenOnFreePort(proxy)}`;
  const stack = await startStack(copySeededData(join(scratch, 'running')), '', { ADMIN_URL });
  target = stack.cms;
  const settings = {
    ADMIN_URL,
    NODE_EXTRA_CA_CERTS: authority,
    DATA_DIR: stack.dataDir,
    SITE_PORT: new URL(stack.site).port,
    ADMIN_PORT: new URL(stack.cms).port,
  };

  await test.step('a healthy site has one line for each check, and is not changed', async () => {
    await waitForDailyBackup(stack.dataDir);
    const before = readState(stack.dataDir);
    const report = await runDoctor(settings);
    expect(report.text.split('\n')).toEqual([
      'Disks     ok',
      'Files     ok',
      'Settings  ok',
      expect.stringMatching(/^Sign-in {3}A password alone opens the admin /),
      'Backups   ok',
      expect.stringMatching(/^Off-site {2}There is no off-site backup/),
      'Clock     ok',
      'Proxy     ok',
      '',
      'All is well.',
      '',
    ]);
    expect(report.code).toBe(0);
    expect(readState(stack.dataDir)).toEqual(before);
  });

  await test.step('another data folder with the same secrets has faults, and so has the proxy', async () => {
    const dataDir = copySeededData(join(scratch, 'data'));
    const path = (...names: string[]) => join(dataDir, ...names);
    chmodSync(path('cms', 'secrets.json'), 0o640);
    setTime(path('cms', 'secrets.json'), Date.parse('2200-01-01') / 1_000);
    // A file larger than every disk, which takes no space.
    writeFileSync(path('public', 'uploads', 'large.webp'), '');
    truncateSync(path('public', 'uploads', 'large.webp'), 8e12);
    for (const name of readdirSync(path('backups', 'daily')))
      setTime(path('backups', 'daily', name), Date.now() / 1_000 - 8.5 * DAY_S);
    isApiPublic = true;
    changeHeaders = (headers) => headers;

    const report = await runDoctor({ ...settings, DATA_DIR: dataDir });
    expect(report.code).toBe(1);
    expect(findings(report)).toEqual({
      Disks: [finding(`The disk of ${path('cms')} has`, 'GB free', '8001.')],
      Files: [finding('Other users', `chmod 600 ${path('cms', 'secrets.json')}\``)],
      Backups: [finding('newest backup is 8 days old', 'npm run backup')],
      Clock: [finding('future (2200-01-01T00:00:00.000Z)', `touch ${path('cms', 'secrets.json')}\``)],
      Proxy: [
        finding('believes every address', 'append', 'X-Forwarded-For'),
        finding('does not know that browsers use HTTPS', 'X-Forwarded-Proto'),
        finding(`content API is public at ${ADMIN_URL}/api`, '404'),
      ],
    });
    expect(report.text).toMatch(/\n\n7 things need attention\.\n$/);
  });

  await test.step('another server answers at ADMIN_URL, or none', async () => {
    target = stack.site;
    for (const [url, reason] of [
      [ADMIN_URL, 'status 404'],
      [`https://127.0.0.1:${await freePort()}`, 'ECONNREFUSED'],
    ] as const) {
      const report = await runDoctor({ ...settings, ADMIN_URL: url });
      const silent = finding(`The CMS does not answer at ${url} (${reason})`, `curl --head ${url}/admin\``);
      expect(findings(report).Proxy).toEqual([silent]);
    }
  });
  proxy.closeAllConnections();
  proxy.close();
});

test('npm run doctor leaves the log of a crash as it is', async ({ scratch }) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  // It ends a session without closing the database, so that SQLite's log remains, as after a crash.
  const copy = join(scratch, 'copy');
  withSqlite(databaseFile(dataDir), (database) => {
    database.pragma('journal_mode = WAL', { simple: true });
    database.exec('UPDATE website_name SET updated_at = updated_at + 1');
    cpSync(join(dataDir, 'cms'), copy, { recursive: true });
  });
  cpSync(copy, join(dataDir, 'cms'), { recursive: true });
  const before = readState(dataDir);
  expect(Object.keys(before)).toContain(`${databaseFile(dataDir)}-wal`);
  const ports = { SITE_PORT: await freePort(), ADMIN_PORT: await freePort() };
  const report = await runDoctor({ ...ports, DATA_DIR: dataDir });
  expect({ code: report.code, findings: findings(report) }).toEqual({ code: 0, findings: {} });
  expect(readState(dataDir)).toEqual(before);
});

test('npm run doctor names what is wrong with .env, and reads the times of backups in its time zone', async ({
  scratch,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  // What the doctor runs, in a repository with an `.env` of its own.
  const root = join(scratch, 'repository');
  for (const name of ['scripts', 'package.json', 'web/package.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'cms'), join(root, 'cms'));
  const file = join(root, '.env');
  writeFileSync(file, 'ADMIN_PASSWORD=Oak-Fire-1797\nTZ=Etc/GMT+12\n', { mode: 0o644 });
  mkdirSync(join(dataDir, 'backups', 'daily', '2099-01-01_00-00-00-000'));
  const ports = { SITE_PORT: await freePort(), ADMIN_PORT: await freePort() };
  const report = await runDoctor({ ...ports, TZ: undefined, DATA_DIR: dataDir }, root);
  expect(report.checks.Settings).toEqual([
    finding('Other users', `chmod 600 ${file}\``),
    finding('ADMIN_PASSWORD is still set', 'remove it from .env'),
  ]);
  // In any other time zone, it is another moment.
  expect(report.checks.Clock).toEqual([finding('from the future (2099-01-01T12:00:00.000Z)')]);
  expect(report.text).not.toContain('Oak-Fire');
});
