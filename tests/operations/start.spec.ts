import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '../support/operations.ts';
import { freePort } from '../support/ports.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const POLL = { timeout: 60_000, intervals: [50] };
const START_COMMAND = [process.execPath, 'scripts/start.mjs'];
const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
const VERSION_PATTERN = VERSION.replaceAll('.', '\\.');

let scratch: string;
let ports: { SITE_PORT: string; ADMIN_PORT: string };
let running: ChildProcess[];

test.beforeEach(async ({ scratch: folder }) => {
  scratch = folder;
  ports = { SITE_PORT: await freePort(), ADMIN_PORT: await freePort() };
  running = [];
});

async function killRunning(): Promise<void> {
  for (const child of running)
    if (child.exitCode === null && child.signalCode === null) await endProcess(child, 'SIGKILL');
}
test.afterEach(killRunning);

/** Runs scripts/start.mjs of a repository and collects its output. */
function start(root: string, env: NodeJS.ProcessEnv = {}, [program = '', ...args] = START_COMMAND) {
  const settings = {
    SITE_HOST: '127.0.0.1',
    SITE_URL: '',
    ADMIN_URL: '',
    DATA_DIR: join(scratch, 'data'),
    ...ports,
  };
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: '', ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  // Not at its exit, when its last output may not have been read.
  let closedWith: number | null | undefined;
  const closed = once(child, 'close').then(([code]) => (closedWith = code));
  return {
    child,
    closed,
    exitCode: () => closedWith,
    text: () => output,
    lines: () => output.trim().split('\n'),
  };
}

type Run = ReturnType<typeof start>;

const expectOutput = (run: Run, pattern: RegExp) => expect.poll(run.text, POLL).toMatch(pattern);
const waitUntilServing = (run: Run) => expectOutput(run, /Ctrl-C stops both\./);
const expectExitCode = (run: Run, code: number) => expect.poll(run.exitCode, POLL).toBe(code);

async function endProcess(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal);
  await once(child, 'exit');
  return child.exitCode;
}

/** The ids of every process that a run has started for one of its two parts, in order. */
const processIds = (run: Run, part: string) =>
  [...run.text().matchAll(new RegExp(`^${part} started \\(process (\\d+)\\)`, 'gm'))].map(([, id]) =>
    Number(id),
  );

function isAlive(id: number) {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

const status = (port: string, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.status,
    () => 'no connection',
  );

async function expectNothingRunning(run: Run) {
  const ids = [...processIds(run, 'cms'), ...processIds(run, 'web')];
  expect(ids.length).toBeGreaterThan(1);
  await expect.poll(() => ids.filter(isAlive), POLL).toEqual([]);
  for (const port of Object.values(ports)) expect(await status(port, '/')).toBe('no connection');
}

/** Creates a repository with the real scripts and fakes of the CMS and the site. Their install scripts fail, and must not run. */
function createFakeRepository(root = join(scratch, 'repository')): string {
  const cms = `
    const { existsSync, mkdirSync } = require('node:fs');
    const { DATA_DIR, PORT, TEST_EXIT_CODE, VERSION } = process.env;
    console.log('the CMS is version ' + VERSION);
    console.log('hello from port ' + PORT);
    if (TEST_EXIT_CODE) process.exit(Number(TEST_EXIT_CODE));
    const signIns = [{ role: 'Administrator', email: 'a@x.example', link: 'http://x/1' }, { role: 'Owner', email: 'o@x.example', link: null }];
    process.on('message', ({ type }) => console.log('received ' + type));
    if (!existsSync(DATA_DIR)) process.send({ type: 'sign-ins', signIns });
    mkdirSync(DATA_DIR, { recursive: true });
    require('node:http').createServer((request, response) => response.writeHead(204).end()).listen(PORT, '127.0.0.1');`;
  const web = `
    console.log('the site is version ' + process.env.VERSION);
    require('node:http').createServer((request, response) => response.end()).listen(process.env.PORT, '127.0.0.1');`;
  const build = `
    const fs = require('node:fs');
    for (const name of ['src', 'server'])
      if (fs.existsSync(name)) fs.cpSync(name, 'dist/' + name, { recursive: true });
    if (process.env.FAKE_SLOW_BUILD) { console.log('building as ' + process.pid); setInterval(() => {}, 1000); }`;
  const fail = 'exit 1';
  const installScripts = { preinstall: fail, install: fail, postinstall: fail };
  const scripts = { ...installScripts, build: 'node build.cjs', dev: 'node dev.cjs' };
  const files: Record<string, string | object> = {
    'package.json': readFileSync(join(ROOT, 'package.json'), 'utf8'),
    'cms/package.json': { scripts },
    'cms/package-lock.json': { lockfileVersion: 3, requires: true, packages: { '': {} } },
    'cms/src/start.js': cms,
    'cms/src/shared/hours.js': 'text',
    'cms/build.cjs': build,
    'web/package.json': { scripts, sharedFolder: '../cms/src/shared' },
    'web/package-lock.json': { lockfileVersion: 3, requires: true, packages: { '': {} } },
    'web/server/main.js': web,
    'web/build.cjs': build,
  };
  for (const path of [
    'scripts',
    'cms/src/shared/jsonLogs.ts',
    'cms/src/shared/publicUrl.ts',
    'cms/src/shared/package.json',
  ])
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  for (const folder of ['', 'cms', 'web']) {
    mkdirSync(join(root, folder), { recursive: true });
    cpSync(join(ROOT, folder, '.npmrc'), join(root, folder, '.npmrc'));
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

/** A fake repository that is installed and built. */
let preparedRepository: string;
/** The output of its first start with little memory, and with settings in `.env` and in the environment. */
let firstOutput: string;

test.beforeAll(async () => {
  preparedRepository = createFakeRepository(mkdtempSync(join(tmpdir(), 'prepared-')));
  const dotEnv = join(preparedRepository, '.env');
  writeFileSync(
    dotEnv,
    'SITE_PORT=1\nSITE_URL=https://x.example/\nADMIN_URL=https://hidden.example/\nVERSION=hidden\n',
  );
  scratch = preparedRepository;
  ports = { SITE_PORT: await freePort(), ADMIN_PORT: await freePort() };
  running = [];
  const fakeMemory = `
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.totalmem = () => 1e9;
    syncBuiltinESMExports();`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(fakeMemory)}`];
  const command = [process.execPath, ...preload, 'scripts/start.mjs'];
  const first = start(preparedRepository, { SITE_URL: undefined }, command);
  await waitUntilServing(first);
  await expectOutput(first, /^cms │ received sign-ins printed$/m);
  expect(await endProcess(first.child, 'SIGINT')).toBe(0);
  await expectNothingRunning(first);
  firstOutput = first.text();
  for (const path of [dotEnv, join(preparedRepository, 'data')]) rmSync(path, { recursive: true });
});

test.afterAll(async () => {
  await killRunning();
  rmSync(preparedRepository, { recursive: true });
});

function copyPreparedRepository(): string {
  const root = join(scratch, 'repository');
  cpSync(preparedRepository, root, { recursive: true, verbatimSymlinks: true });
  return root;
}

test('npm start fails with one line when a setting is wrong, a port is in use, .env can’t be read or an install fails', async () => {
  const root = createFakeRepository();
  const expectFailure = async (line: RegExp, env: NodeJS.ProcessEnv = {}) => {
    const run = start(root, env);
    await expectExitCode(run, 1);
    expect(run.lines().at(-1)).toMatch(line);
    return run;
  };
  const expectRefusal = async (line: RegExp, env?: NodeJS.ProcessEnv) =>
    expect((await expectFailure(line, env)).lines()).toHaveLength(1);
  const server = createServer().listen(Number(ports.ADMIN_PORT), '127.0.0.1');
  await expectRefusal(new RegExp(`^Port ${ports.ADMIN_PORT} \\(the admin\\) is in use\\..*ADMIN_PORT`));
  server.close();
  for (const SITE_PORT of ['0', '65536', '80.5'])
    await expectRefusal(new RegExp(`^SITE_PORT is "${SITE_PORT}".*whole number`), { SITE_PORT });
  await expectRefusal(/SITE_PORT.*must differ/, { SITE_PORT: ports.ADMIN_PORT });
  await expectRefusal(/^BACKUP_REPOSITORY is set and BACKUP_PASSWORD is not/, { BACKUP_REPOSITORY: '/disk' });
  writeFileSync(join(root, 'web/package-lock.json'), 'cut off');
  await expectFailure(/^site: npm ci .* failed \(exit code 1\): see its error above/);
  mkdirSync(join(root, '.env'));
  await expectRefusal(/\.env can't be read/);
});

test('the first start warns of little memory, installs and builds both parts, and prints their output, the addresses and the sign-ins', () => {
  expect(firstOutput).toContain(
    'Building the CMS needs 3 GB of memory, and this machine has 1.0: if it fails,',
  );
  for (const name of ['CMS', 'site'])
    for (const step of ['installing the packages', 'building'])
      expect(firstOutput).toMatch(
        new RegExp(`^${name}: ${step} \\(usually [^)]+\\)\n(?:.*\n)*?${name}: ${step} took \\d+ s$`, 'm'),
      );
  // The environment comes before .env.
  expect(firstOutput).toMatch(
    new RegExp(
      `\nScioto Table ${VERSION_PATTERN}\nSite +https://x\\.example\nAdmin +http://localhost:\\d+/admin\n`,
    ),
  );
  expect(firstOutput).toMatch(/^cms │ hello from port \d{2,}$/m);
  for (const line of ['cms │ the CMS is version', 'web │ the site is version'])
    expect(firstOutput).toMatch(new RegExp(`^${line} ${VERSION_PATTERN}$`, 'm'));
  expect(firstOutput).toMatch(
    /Administrator +a@x\.example +http:\/\/x\/1\nOwner +o@x\.example +has a password\nShown once/,
  );
  expect(firstOutput).toMatch(/^cms │ received sign-ins printed$/m);
});

test('a later start repeats only the steps whose files changed, and builds both after a change of what they share', async () => {
  const root = copyPreparedRepository();
  mkdirSync(join(scratch, 'data'));
  const deletedSource = join(root, 'web/dist/server/deleted.js');
  for (const file of [join(root, 'web/server/new.js'), deletedSource]) writeFileSync(file, '');
  // What another CMS of the same folder writes for a moment when it starts.
  writeFileSync(join(root, 'cms/.strapi-updater.json.1527417546'), '{}');
  const run = start(root);
  await waitUntilServing(run);
  expect(run.text().match(/^(CMS|site): the (packages|build).*up to date$/gm)).toHaveLength(3);
  expect(run.text()).toMatch(/^site: building/m);
  expect(existsSync(deletedSource)).toBe(false);
  expect(run.text()).not.toContain('Shown once');
  await endProcess(run.child, 'SIGTERM');

  writeFileSync(join(root, 'cms/src/shared/hours.js'), 'another text');
  const next = start(root);
  await waitUntilServing(next);
  for (const name of ['CMS', 'site']) expect(next.text()).toMatch(new RegExp(`^${name}: building`, 'm'));
  expect(next.text()).not.toContain('GB of memory');
});

// scripts/shared/processSettings.test.ts has all settings.
test('each process gets only the settings that it reads', async () => {
  const root = copyPreparedRepository();
  const processes = {
    build: { file: 'cms/build.cjs', settings: ['GITHUB_TOKEN'] },
    cms: { file: 'cms/src/start.js', settings: ['OWNER_PASSWORD'] },
    web: { file: 'web/server/main.js', settings: ['SECURITY_CONTACT'] },
    offsite: { file: 'cms/src/offsite/command.js', settings: ['AWS_SECRET_ACCESS_KEY'] },
  };
  mkdirSync(join(root, 'cms/src/offsite'));
  writeFileSync(join(root, processes.offsite.file), 'setInterval(() => {}, 1000);');
  const pathOf = (name: string) => join(scratch, `${name}.json`);
  for (const [name, { file }] of Object.entries(processes))
    appendFileSync(
      join(root, file),
      `\nrequire('node:fs').writeFileSync(${JSON.stringify(pathOf(name))}, JSON.stringify(process.env));`,
    );
  const names = Object.values(processes).flatMap(({ settings }) => settings);
  const marked = Object.fromEntries(names.map((name) => [name, 'marked']));
  const backups = { BACKUP_REPOSITORY: '/disk', BACKUP_PASSWORD: 'Oak-Fire-1797' };
  await waitUntilServing(start(root, { ...marked, ...backups }));
  await expect.poll(() => existsSync(pathOf('offsite')), POLL).toBe(true);
  for (const [name, { settings }] of Object.entries(processes)) {
    const env: Record<string, string> = JSON.parse(readFileSync(pathOf(name), 'utf8'));
    expect(
      names.filter((variable) => env[variable] === 'marked'),
      name,
    ).toEqual(settings);
  }
});

test('with LOG_FORMAT=json, each line that npm start and its processes log is a JSON object', async () => {
  const run = start(copyPreparedRepository(), { LOG_FORMAT: 'json' });
  await waitUntilServing(run);
  expect(await endProcess(run.child, 'SIGTERM')).toBe(0);
  await run.closed;
  const lines = run.lines().map((line) => JSON.parse(line));
  for (const line of lines) expect(Object.keys(line)).toEqual(['level', 'time', 'name', 'msg']);
  const has = (name: string, msg: string) =>
    expect(lines).toContainEqual(expect.objectContaining({ level: 'info', name, msg }));
  has('cms', `the CMS is version ${VERSION}`);
  has('web', `the site is version ${VERSION}`);
  has('start', 'web is ready');
});

test('a process that keeps crashing is restarted after growing delays', async () => {
  const run = start(copyPreparedRepository(), { TEST_EXIT_CODE: '1' });
  for (const delay of [1, 2])
    await expectOutput(run, new RegExp(`cms exited \\(exit code 1\\).* ${delay} s\n`));
  expect(await endProcess(run.child, 'SIGTERM')).toBe(0);
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGKILL', null],
] as const) {
  test(`${signal} during a build stops the build and does not record it as done`, async () => {
    const root = copyPreparedRepository();
    rmSync(join(root, 'cms/dist'), { recursive: true });
    const run = start(root, { FAKE_SLOW_BUILD: 'yes' });
    await expectOutput(run, /building as \d+/);
    const builder = Number(/building as (\d+)/.exec(run.text())?.[1]);
    expect(await endProcess(run.child, signal)).toBe(code);
    await expect.poll(() => isAlive(builder), POLL).toBe(false);
    expect(existsSync(join(root, 'cms/dist/src'))).toBe(true);
    expect(existsSync(join(root, 'cms/dist/.built'))).toBe(false);
  });
}

test('a restore that is interrupted ends after the CMS’s command has cleaned up', async () => {
  const root = copyPreparedRepository();
  const backup = join(scratch, 'backup.tar.gz');
  writeFileSync(backup, '');
  mkdirSync(join(root, 'cms/src/backups'));
  writeFileSync(
    join(root, 'cms/src/backups/command.js'),
    `process.on('SIGINT', () => setTimeout(() => { console.log('cleaned up'); process.exit(3); }, 300));
    setInterval(() => {}, 1000);
    console.log('the command restores');`,
  );
  const run = start(root, {}, [process.execPath, 'scripts/restore.mjs', backup]);
  await expectOutput(run, /^the command restores$/m);
  expect(await endProcess(run.child, 'SIGINT')).toBe(3);
  await run.closed;
  expect(run.lines().at(-1)).toBe('cleaned up');
});

test('no process is left when the parent npm is killed', async () => {
  const run = start(copyPreparedRepository(), {}, ['npm', 'start']);
  await waitUntilServing(run);
  await endProcess(run.child, 'SIGKILL');
  await expectNothingRunning(run);
});

test('npm run dev listens on loopback only', async () => {
  const root = copyPreparedRepository();
  const site = join(ROOT, 'web');
  const args = [site, '--config', join(site, 'vite.config.ts')];
  const vite = join(site, 'node_modules', 'vite', 'bin', 'vite.js');
  writeFileSync(
    join(root, 'web/dev.cjs'),
    `process.chdir(${JSON.stringify(site)});
    process.argv.splice(2, Infinity, ...${JSON.stringify(args)});
    import(${JSON.stringify(vite)});`,
  );
  writeFileSync(
    join(root, 'cms/dev.cjs'),
    `console.log('Strapi listens on ' + process.env.HOST); setInterval(() => {}, 1000);`,
  );
  const env = { SITE_HOST: '', FORCE_COLOR: undefined };
  const run = start(root, env, [process.execPath, 'scripts/dev.mjs']);
  const text = () => stripVTControlCharacters(run.text());
  await expect.poll(text, POLL).toMatch(new RegExp(`Local: +http://127.0.0.1:${ports.SITE_PORT}/`));
  await expect.poll(text, POLL).toContain('cms │ Strapi listens on 127.0.0.1\n');
  expect(await status(ports.SITE_PORT, '/')).toBe(200);
  expect(await endProcess(run.child, 'SIGTERM')).toBe(0);
});

test.describe('the real stack', () => {
  test('ends with one line when TIME_ZONE is unknown, and so does the site alone', async () => {
    const run = start(ROOT, { TIME_ZONE: 'Ohio' });
    await expectExitCode(run, 1);
    expect(run.text()).toMatch(
      /^cms │ The CMS can't start: TIME_ZONE is "Ohio"; .*\n\nThe CMS could not start/m,
    );
    const site = start(ROOT, { TIME_ZONE: 'Ohio' }, [process.execPath, 'web/dist/server/main.js']);
    await expectExitCode(site, 78);
    expect(site.text()).toMatch(/^The site can't start: TIME_ZONE is "Ohio"; .*\n$/);
  });

  test('leaves no process when it is killed while the CMS is starting', async () => {
    const run = start(ROOT);
    await expectOutput(run, /^cms started/m);
    await endProcess(run.child, 'SIGKILL');
    await expect.poll(() => processIds(run, 'cms').filter(isAlive), POLL).toEqual([]);
  });

  test('prints a link for each account that it creates, and leaves nothing running when it ends', async () => {
    const database = databaseFile(copySeededData(join(scratch, 'data')));
    withSqlite(database, (connection) => connection.exec('DELETE FROM admin_users'));
    const run = start(ROOT, { ADMIN_URL: 'https://admin.table.example' });
    await waitUntilServing(run);
    const link = 'https://admin\\.table\\.example/admin/auth/reset-password\\?code=\\w{40}';
    await expectOutput(
      run,
      new RegExp(`Administrator +\\S+@\\S+ +${link}\\nOwner +\\S+@\\S+ +${link}\\nShown once: `),
    );
    const readMark = () =>
      withSqlite(database, (connection) =>
        connection
          .prepare("SELECT value FROM strapi_core_store_settings WHERE key = 'app_first_sign_ins_unprinted'")
          .all(),
      );
    await expect.poll(readMark).toEqual([{ value: 'false' }]);
    for (const part of ['cms', 'web'])
      await expectOutput(run, new RegExp(`^${part} │ .*Scioto Table ${VERSION_PATTERN}`, 'm'));
    expect(await status(ports.SITE_PORT, '/')).toBe(200);
    expect(await status(ports.ADMIN_PORT, '/admin')).toBe(200);
    expect(await endProcess(run.child, 'SIGTERM')).toBe(0);
    await expectNothingRunning(run);
  });
});
