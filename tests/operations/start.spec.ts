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

/** Returns the text of a package.json, with the path of the folder of the CMS that the site uses. */
const toPackageJson = (scripts: object) => JSON.stringify({ scripts, sharedFolder: '../cms/src/shared' });

/** Creates a repository with the real scripts and fakes of the CMS and the site, which install, build and start at once. */
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
  const scripts = { build: 'node build.cjs', dev: 'node dev.cjs' };
  const files: Record<string, string | object> = {
    'package.json': readFileSync(join(ROOT, 'package.json'), 'utf8'),
    'cms/package.json': { scripts },
    'cms/package-lock.json': { lockfileVersion: 3, requires: true, packages: { '': {} } },
    'cms/src/start.js': cms,
    'cms/src/shared/hours.js': 'text',
    'cms/build.cjs': build,
    'web/package.json': toPackageJson(scripts),
    'web/package-lock.json': { lockfileVersion: 3, requires: true, packages: { '': {} } },
    'web/server/main.js': web,
    'web/build.cjs': build,
  };
  for (const path of ['scripts', 'cms/src/shared/jsonLogs.ts', 'cms/src/shared/package.json'])
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
/** The output of its first start, with settings in `.env` and in the environment. */
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
  const first = start(preparedRepository, { SITE_URL: undefined });
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

test('npm start fails with one line when a setting is wrong, a port is in use or .env can’t be read', async () => {
  const root = createFakeRepository();
  const server = createServer().listen(Number(ports.ADMIN_PORT), '127.0.0.1');
  const expectRefusal = async (line: RegExp, env: NodeJS.ProcessEnv = {}) => {
    const run = start(root, env);
    await expectExitCode(run, 1);
    expect(run.text().trim()).toMatch(line);
    expect(run.lines()).toHaveLength(1);
  };
  await expectRefusal(new RegExp(`^Port ${ports.ADMIN_PORT} \\(the admin\\) is in use\\..*ADMIN_PORT`));
  server.close();
  for (const SITE_PORT of ['0', '65536', '80.5', 'http'])
    await expectRefusal(new RegExp(`^SITE_PORT is "${SITE_PORT}".*whole number`), { SITE_PORT });
  await expectRefusal(/SITE_PORT.*must differ/, { SITE_PORT: ports.ADMIN_PORT });
  await expectRefusal(/^BACKUP_REPOSITORY is set and BACKUP_PASSWORD is not/, {
    BACKUP_REPOSITORY: '/mnt/disk',
  });
  await expectRefusal(/^SMTP_URL_FILE is \/.*\/repository\/missing,.*ENOENT/, { SMTP_URL_FILE: 'missing' });
  mkdirSync(join(root, '.env'));
  await expectRefusal(/\.env can't be read/);
});

test('npm start runs no install script, says that a machine has too little memory for the build, and tries it', async () => {
  const fakeMemory = `
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.totalmem = () => 1e9;
    syncBuiltinESMExports();`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(fakeMemory)}`];
  const root = createFakeRepository();
  const scripts = { preinstall: 'exit 1', install: 'exit 1', postinstall: 'exit 1', build: 'node build.cjs' };
  for (const folder of ['cms', 'web'])
    writeFileSync(join(root, folder, 'package.json'), toPackageJson(scripts));
  const run = start(root, {}, [process.execPath, ...preload, 'scripts/start.mjs']);
  await waitUntilServing(run);
  expect(run.text()).toContain(
    'Building the CMS needs 3 GB of memory, and this machine has 1.0: if it fails,',
  );
  expect(firstOutput).not.toContain('GB of memory');
});

test('npm start names the part whose install fails, and ends', async () => {
  const root = createFakeRepository();
  writeFileSync(join(root, 'web/package-lock.json'), 'cut off');
  const run = start(root);
  await expectExitCode(run, 1);
  expect(run.lines().at(-1)).toMatch(/^site: npm ci .* failed \(exit code 1\): see its error above/);
});

test('the first start installs and builds both parts, and prints their output, the addresses and the sign-ins', () => {
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
});

/** Makes each process of a fake repository write its environment to a file with its name. */
function recordEnvironments(root: string): void {
  const recordEnv = (name: string) => `
    require('node:fs').writeFileSync(${JSON.stringify(join(scratch, name))}, JSON.stringify(process.env));`;
  for (const project of ['cms', 'web'])
    appendFileSync(join(root, project, 'build.cjs'), recordEnv(`${project} build`));
  // In place of npm, because no script of a package runs during the installation.
  writeFileSync(
    join(scratch, 'npm-cli.js'),
    `const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
    const { basename, join, resolve } = require('node:path');
    if (process.argv[2] === 'ci') {
      mkdirSync('node_modules');
      writeFileSync(join(__dirname, basename(process.cwd()) + ' install'), JSON.stringify(process.env));
    } else if (existsSync('build.cjs')) require(resolve('build.cjs'));`,
  );
  appendFileSync(join(root, 'cms/src/start.js'), recordEnv('cms'));
  appendFileSync(join(root, 'web/server/main.js'), recordEnv('web'));
  mkdirSync(join(root, 'cms/src/offsite'));
  const offsite = `${recordEnv('offsite')} setInterval(() => {}, 1000);`;
  writeFileSync(join(root, 'cms/src/offsite/command.js'), offsite);
}

function readEnvironment(name: string): Record<string, string> {
  const file = join(scratch, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

const MARK = 'http://marked.';
/** Every setting of `.env.example`, and variables of other programs, each with a value that begins with the mark. */
const MARKED = Object.fromEntries(
  [
    ...[...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    ),
    ...['PGPASSWORD', 'RESTIC_CACHE_DIR', 'AWS_SESSION_TOKEN', 'https_proxy', 'GITHUB_TOKEN'],
  ].map((name) => [name, MARK + name]),
);
const FOR_TOOLS = ['GITHUB_TOKEN', 'TZ', 'https_proxy'];
/** The marked variables that each process gets. */
const MARKED_BY_PROCESS = {
  'cms install': FOR_TOOLS,
  'cms build': FOR_TOOLS,
  'web install': FOR_TOOLS,
  'web build': FOR_TOOLS,
  web: ['LOG_FORMAT', 'METRICS', 'SECURITY_CONTACT', 'TIME_ZONE', 'TRUSTED_PROXY', 'TZ'],
  cms: [
    ...[
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'LOG_FORMAT',
      'MAIL_FROM',
      'METRICS',
      'OWNER_EMAIL',
      'OWNER_PASSWORD',
    ],
    ...['PGPASSWORD', 'SMTP_URL', 'TIME_ZONE', 'TRUSTED_PROXY', 'TZ'],
  ],
  offsite: [
    ...['AWS_ACCESS_KEY_ID', 'AWS_DEFAULT_REGION', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
    ...['BACKUP_PASSWORD', 'BACKUP_REPOSITORY', 'RESTIC_CACHE_DIR', 'TZ', 'https_proxy'],
  ],
};

test('each process gets only the settings that it reads', async () => {
  const root = createFakeRepository();
  recordEnvironments(root);
  const database = join(scratch, 'database');
  writeFileSync(database, 'postgres://table@db.example/table');
  const run = start(root, {
    ...MARKED,
    npm_execpath: join(scratch, 'npm-cli.js'),
    // What npm start checks itself.
    ...ports,
    SITE_HOST: '127.0.0.1',
    ADMIN_HOST: '127.0.0.1',
    SITE_URL: 'https://x.example',
    ADMIN_URL: 'https://admin.x.example',
    DATA_DIR: join(scratch, 'data'),
    DATABASE_URL: '',
    DATABASE_URL_FILE: database,
  });
  await waitUntilServing(run);
  await expect.poll(() => readEnvironment('offsite'), POLL).toMatchObject({ NODE_ENV: 'production' });
  for (const [name, variables] of Object.entries(MARKED_BY_PROCESS)) {
    const marked = Object.entries(readEnvironment(name)).filter(([, value]) => value.startsWith(MARK));
    expect(marked.map(([variable]) => variable).sort(), name).toEqual(variables);
  }
  expect(readEnvironment('cms')).toMatchObject({
    DATABASE_URL_FILE: database,
    // Only whether it is set.
    BACKUP_REPOSITORY: 'set',
    BACKUP_PASSWORD: 'set',
  });
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

test('a process that exits with code 78 is not restarted, and npm start ends', async () => {
  const run = start(copyPreparedRepository(), { TEST_EXIT_CODE: '78' });
  await expectExitCode(run, 1);
  expect(run.text()).toMatch(/cms │ hello from port \d+\n\nThe CMS could not start/);
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
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

for (const [title, SITE_HOST, local] of [
  ['npm run dev listens on loopback only', '', '127.0.0.1'],
  ['with SITE_HOST=0.0.0.0, npm run dev serves only the site to other machines', '0.0.0.0', 'localhost'],
] as const) {
  test(title, async () => {
    const root = copyPreparedRepository();
    const site = join(ROOT, 'web');
    const vite = {
      args: [site, '--config', join(site, 'vite.config.ts')],
      script: join(site, 'node_modules', 'vite', 'bin', 'vite.js'),
    };
    writeFileSync(
      join(root, 'web/dev.cjs'),
      `process.chdir(${JSON.stringify(site)});
      process.argv.splice(2, Infinity, ...${JSON.stringify(vite.args)});
      import(${JSON.stringify(vite.script)});`,
    );
    writeFileSync(
      join(root, 'cms/dev.cjs'),
      `console.log('Strapi listens on ' + process.env.HOST); setInterval(() => {}, 1000);`,
    );
    const run = start(root, { SITE_HOST, FORCE_COLOR: undefined }, [process.execPath, 'scripts/dev.mjs']);
    const text = () => stripVTControlCharacters(run.text());
    // Vite names the address on which it listens, or localhost when it listens on all.
    await expect.poll(text, POLL).toMatch(new RegExp(`Local: +http://${local}:${ports.SITE_PORT}/`));
    await expect.poll(text, POLL).toContain('cms │ Strapi listens on 127.0.0.1\n');
    expect(await status(ports.SITE_PORT, '/')).toBe(200);
    expect(await endProcess(run.child, 'SIGTERM')).toBe(0);
  });
}

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
