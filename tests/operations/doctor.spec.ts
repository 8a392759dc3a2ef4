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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addProxyHeaders, answer, forwardTo, HttpsProxy } from '../support/httpsProxy.ts';
import { expect, test } from '../support/operations.ts';
import { freePort } from '../support/ports.ts';
import { preloadOption } from '../support/preloadOption.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { Stack, waitForDailyBackup } from '../support/stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEST_NAMES = join(ROOT, 'tests', 'support', 'testNames.cjs');
const DAY_S = 24 * 60 * 60;

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

  /** Answers requests at ADMIN_URL, but not those for the content API. */
  const forwardAdmin = (changeHeaders = addProxyHeaders, localAddress = '127.0.0.1') => {
    const forward = forwardTo(stack.cms, changeHeaders, localAddress);
    proxy.handler = (incoming, outgoing) =>
      (incoming.url?.startsWith('/api/') ? answer(404) : forward)(incoming, outgoing);
  };

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    proxy = await HttpsProxy.start();
    const authority = join(folder, 'authority.pem');
    writeFileSync(authority, proxy.authority);
    const addresses = { ADMIN_URL: proxy.url(ADMIN) };
    stack = await Stack.start(copySeededData(join(folder, 'data')), '', addresses);
    settings = {
      ...addresses,
      NODE_EXTRA_CA_CERTS: authority,
      DATA_DIR: stack.dataDir,
      SITE_PORT: new URL(stack.site).port,
      ADMIN_PORT: new URL(stack.cms).port,
    };
  });
  test.beforeEach(() => {
    proxy.certificate = 'valid';
    forwardAdmin();
  });
  test.afterAll(async () => {
    await stack.stop();
    await proxy.stop();
    rmSync(folder, { recursive: true });
  });

  test('npm run doctor prints one line for each check of a healthy site, and changes nothing', async () => {
    await waitForDailyBackup(stack.dataDir);
    const before = readState(stack.dataDir);
    const report = await runDoctor(settings);
    expect(report.text.split('\n')).toEqual([
      'Disks     ok',
      'Files     ok',
      'Settings  ok',
      expect.stringMatching(
        /^Sign-in {3}A password alone opens the admin .* set SMTP_URL \(docs\/mail\.md\)\.$/,
      ),
      'Backups   ok',
      expect.stringMatching(
        /^Off-site {2}There is no off-site backup.* BACKUP_REPOSITORY and BACKUP_PASSWORD/,
      ),
      'Clock     ok',
      'Proxy     ok',
      '',
      'All is well.',
      '',
    ]);
    expect(report.code).toBe(0);
    expect(readState(stack.dataDir)).toEqual(before);
    const withMail = await runDoctor({ ...settings, SMTP_URL: 'smtp://table:Oak-Fire-1797@mail.test' });
    expect(withMail.text).toBe(report.text.replace(/^(Sign-in +).*$/m, '$1ok'));
  });

  test('npm run doctor names each thing that is wrong, and counts them', async ({ scratch }) => {
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
    proxy.handler = forwardTo(stack.cms, (headers) => headers);

    const report = await runDoctor({ ...settings, DATA_DIR: dataDir });
    expect(report.code).toBe(1);
    expect(findings(report)).toEqual({
      Disks: [finding(`The disk of ${path('cms')} has`, 'GB free', '8001.')],
      Files: [
        finding('Other users', `chmod 700 ${path('cms')}\``),
        finding('Other users', `chmod 600 ${path('cms', 'secrets.json')}\``),
        finding('Other users', `chmod 700 ${backups}\``),
      ],
      Backups: [finding('newest backup is 8 days old', 'npm run backup')],
      Clock: [finding('future (2200-01-01T00:00:00.000Z)', `touch ${path('cms', 'secrets.json')}\``)],
      Proxy: [
        finding('believes every address', 'append', 'X-Forwarded-For'),
        finding('does not know that browsers use HTTPS', 'X-Forwarded-Proto'),
        finding(`content API is public at ${proxy.url(ADMIN)}/api`, '404'),
      ],
    });
    expect(report.text).toMatch(/\n\n9 things need attention\.\n$/);
  });

  test('npm run doctor names an address at which the CMS does not answer, and a proxy that hides visitors’ addresses', async () => {
    const expectProxy = async (problem: object, url = proxy.url(ADMIN)) =>
      expect(findings(await runDoctor({ ...settings, ADMIN_URL: url })).Proxy).toEqual([problem]);
    const silent = (url: string, reason: string) =>
      finding(`The CMS does not answer at ${url} (${reason})`, `curl --head ${url}/admin\``);
    const closed = `https://${ADMIN}:${await freePort()}`;
    await expectProxy(silent(closed, 'ECONNREFUSED'), closed);
    await expectProxy(silent('https://unknown.test', 'ENOTFOUND'), 'https://unknown.test');
    forwardAdmin((headers) => ({ ...addProxyHeaders(headers), 'x-forwarded-for': undefined }));
    await expectProxy(finding('all visitors for the proxy (127.0.0.1)', 'append', 'X-Forwarded-For'));
    forwardAdmin(addProxyHeaders, '127.0.0.2');
    await expectProxy(finding('all visitors for the proxy (127.0.0.2)', 'HTTPS', 'TRUSTED_PROXY'));
    proxy.handler = answer(200);
    await expectProxy(silent(proxy.url(ADMIN), 'status 200'));
    proxy.certificate = 'expired';
    await expectProxy(silent(proxy.url(ADMIN), 'CERT_HAS_EXPIRED'));
  });
});

/** Copies what the doctor runs into a repository of its own, whose `.env` a test can write, and returns its path. */
function copyScripts(scratch: string): string {
  const root = join(scratch, 'repository');
  for (const name of ['scripts', 'package.json', 'web/package.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'cms'), join(root, 'cms'));
  return root;
}

test.describe('a site that does not run', () => {
  let ports: { SITE_PORT: string; ADMIN_PORT: string };
  let dataDir: string;

  test.beforeEach(async ({ scratch }) => {
    ports = { SITE_PORT: await freePort(), ADMIN_PORT: await freePort() };
    dataDir = join(scratch, 'data');
  });

  test('npm run doctor leaves the log of a crash as it is', async ({ scratch }) => {
    copySeededData(dataDir);
    leaveLog(dataDir, scratch);
    const before = readState(dataDir);
    expect(Object.keys(before)).toContain(`${databaseFile(dataDir)}-wal`);
    const report = await runDoctor({ ...ports, DATA_DIR: dataDir });
    expect({ code: report.code, findings: findings(report) }).toEqual({ code: 0, findings: {} });
    expect(readState(dataDir)).toEqual(before);
  });

  test('npm run doctor says that there is no site yet, and creates none', async ({ scratch }) => {
    const report = await runDoctor({ ...ports, DATA_DIR: dataDir });
    expect(report.code).toBe(1);
    expect(findings(report)).toEqual({ Files: [finding(`There is no site in ${dataDir} yet`)] });
    expect(report.text).toMatch(/\n\nOne thing needs attention\.\n$/);
    expect(readdirSync(scratch)).toEqual([]);
  });

  test('npm run doctor names what is wrong with .env, and reads the times of backups in its time zone', async ({
    scratch,
  }) => {
    copySeededData(dataDir);
    const root = copyScripts(scratch);
    writeFileSync(join(root, 'owner'), 'Oak-Fire-1797');
    const file = join(root, '.env');
    const text = 'ADMIN_PASSWORD=Oak-Fire-1797\nOWNER_PASSWORD_FILE=owner\nTZ=Etc/GMT+12\n';
    writeFileSync(file, text, { mode: 0o644 });
    mkdirSync(join(dataDir, 'backups', 'daily', '2099-01-01_00-00-00-000'));
    const ADMIN_URL = 'http://admin.unknown.test';
    const report = await runDoctor({ ...ports, TZ: undefined, DATA_DIR: dataDir, ADMIN_URL }, root);
    expect(report.checks.Settings).toEqual([
      finding('Other users', `chmod 600 ${file}\``),
      finding(`${ADMIN_URL} without HTTPS`, 'ADMIN_URL'),
      finding('ADMIN_PASSWORD is still set', 'remove it from .env'),
      finding('OWNER_PASSWORD_FILE is still set', 'remove it from .env', 'delete the file'),
    ]);
    // In any other time zone, it is another moment.
    expect(report.checks.Clock).toEqual([finding('from the future (2099-01-01T12:00:00.000Z)')]);
    expect(report.text).not.toContain('Oak-Fire');
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([text, 0o644]);
  });
});
