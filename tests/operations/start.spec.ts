import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { freePort } from '../support/stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const POLL = { timeout: 60_000, intervals: [50] };
const NODE = [process.execPath, 'scripts/start.mjs'];
const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

let scratch: string;
let ports: { SITE_PORT: string; ADMIN_PORT: string };
let running: ChildProcess[];

test.describe.configure({ timeout: 120_000 });

test.beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'start-'));
  ports = { SITE_PORT: await freePort(), ADMIN_PORT: await freePort() };
  running = [];
});

test.afterEach(async () => {
  for (const child of running)
    if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGKILL');
  rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

/** Runs the starter of a repository and collects what it says. */
function start(root: string, env: NodeJS.ProcessEnv = {}, [program = '', ...args] = NODE) {
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
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  return { child, text: () => said, lines: () => said.trim().split('\n') };
}

type Run = ReturnType<typeof start>;

const says = (run: Run, words: RegExp) => expect.poll(run.text, POLL).toMatch(words);
const serves = (run: Run) => says(run, /Ctrl-C stops both\./);
const exits = (run: Run, code: number) => expect.poll(() => run.child.exitCode, POLL).toBe(code);

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal);
  await once(child, 'exit');
  return child.exitCode;
}

const processes = (run: Run, part: string) =>
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
    () => 'nobody there',
  );

async function leavesNothing(run: Run) {
  const ids = [...processes(run, 'cms'), ...processes(run, 'web')];
  expect(ids.length).toBeGreaterThan(1);
  await expect.poll(() => ids.filter(isAlive), POLL).toEqual([]);
  for (const port of Object.values(ports)) expect(await status(port, '/')).toBe('nobody there');
}

/** A repository with the real scripts and stand-ins for the two parts, which install, build and start in no time. */
function standIn(): string {
  const cms = `
    const { existsSync, mkdirSync } = require('node:fs');
    const { DATA_DIR, PORT, FAKE_EXIT, VERSION } = process.env;
    console.log('the CMS is version ' + VERSION);
    console.log('hello from port ' + PORT);
    if (FAKE_EXIT) process.exit(Number(FAKE_EXIT));
    const signIns = [{ role: 'Administrator', email: 'a@x.example', password: 'Secret1' }, { role: 'Owner', email: 'o@x.example', password: null }];
    if (!existsSync(DATA_DIR)) process.send({ type: 'sign-ins', signIns });
    mkdirSync(DATA_DIR, { recursive: true });
    require('node:http').createServer((request, response) => response.writeHead(204).end()).listen(PORT, '127.0.0.1');`;
  const web = `
    console.log('the site is version ' + process.env.VERSION);
    require('node:http').createServer((request, response) => response.end()).listen(process.env.PORT, '127.0.0.1');`;
  const build = `
    require('node:fs').cpSync('server', 'dist/server', { recursive: true });
    if (process.env.FAKE_SLOW_BUILD) { console.log('building as ' + process.pid); setInterval(() => {}, 1000); }`;
  const scripts = { build: 'node build.cjs' };
  const dependencies = { '@strapi/strapi': 'file:strapi' };
  const link = { resolved: 'strapi', link: true };
  const cmsPackages = { '': { dependencies }, strapi: {}, 'node_modules/@strapi/strapi': link };
  const files: Record<string, string | object> = {
    'package.json': readFileSync(join(ROOT, 'package.json'), 'utf8'),
    'cms/package.json': { scripts, dependencies },
    'cms/package-lock.json': { lockfileVersion: 3, requires: true, packages: cmsPackages },
    'cms/strapi/package.json': { name: '@strapi/strapi' },
    'cms/strapi/bin/strapi.js': cms,
    'cms/server/words.txt': 'words',
    'cms/build.cjs': build,
    'web/package.json': { scripts },
    'web/package-lock.json': { lockfileVersion: 3, requires: true, packages: { '': {} } },
    'web/server/main.js': web,
    'web/build.cjs': build,
  };
  const root = join(scratch, 'repository');
  cpSync(join(ROOT, 'scripts'), join(root, 'scripts'), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

test.describe('npm start refuses in one line', () => {
  async function refuses(run: Run, line: RegExp) {
    await exits(run, 1);
    await says(run, line);
    expect(run.lines()).toHaveLength(1);
  }

  test('a port in use', async () => {
    const server = createServer().listen(Number(ports.ADMIN_PORT), '127.0.0.1');
    await refuses(
      start(standIn()),
      new RegExp(`Port ${ports.ADMIN_PORT} \\(the admin\\) is in use\\..*ADMIN_PORT`),
    );
    server.close();
  });

  for (const SITE_PORT of ['0', '65536', '80.5', 'http'])
    test(`the port ${SITE_PORT}`, () =>
      refuses(start(standIn(), { SITE_PORT }), /SITE_PORT is ".*whole number/));

  test('one port for both', () => refuses(start(standIn(), { SITE_PORT: ports.ADMIN_PORT }), /must differ/));

  test('an unreadable .env', async () => {
    const root = standIn();
    mkdirSync(join(root, '.env'));
    await refuses(start(root), /\.env can't be read/);
  });

  test('an old Node', async () => {
    const old = 'Object.defineProperty(process, "versions", { value: { node: "20.18.3" } })';
    const command = [process.execPath, '--import', `data:text/javascript,${old}`, 'scripts/start.mjs'];
    await refuses(start(standIn(), {}, command), /Node 20\.19 or newer is needed; this is Node 20\.18\.3/);
  });
});

test('a failed install ends in one line that says so', async () => {
  const root = standIn();
  writeFileSync(join(root, 'web/package.json'), JSON.stringify({ dependencies: { missing: '1.0.0' } }));
  const run = start(root);
  await exits(run, 1);
  expect(run.lines().at(-1)).toMatch(/^Installing the site failed/);
});

test('the first start does everything and shows the sign-ins; later ones redo only what changed', async () => {
  const root = standIn();
  writeFileSync(
    join(root, '.env'),
    'SITE_PORT=1\nSITE_URL=https://x.example/\nADMIN_URL=https://hidden.example/\nVERSION=hidden\n',
  );
  const first = start(root, { SITE_URL: undefined });
  await serves(first);
  const steps = [
    '1.*Installing the CMS',
    '2.*Installing the site',
    '3.*Building the CMS',
    '4.*Building the site',
  ];
  for (const step of steps) expect(first.text()).toMatch(new RegExp(`^\\[${step}`, 'm'));
  expect(first.text()).toContain('cms │ hello from port');
  expect(first.text()).toMatch(/Site +https:\/\/x\.example\nAdmin +http:\/\/localhost:\d+\/admin\n/);
  expect(first.text()).toContain(`\nScioto Table ${VERSION}\nSite `);
  expect(first.text()).toContain(`cms │ the CMS is version ${VERSION}\n`);
  expect(first.text()).toContain(`web │ the site is version ${VERSION}\n`);
  expect(first.text()).toMatch(
    /Administrator +a@x\.example +Secret1\nOwner +o@x\.example +from the environment\nShown once/,
  );
  expect(await end(first.child, 'SIGINT')).toBe(0);
  await leavesNothing(first);

  writeFileSync(join(root, 'web/server/new.js'), '');
  const second = start(root);
  await serves(second);
  expect(second.text().match(/^\[[123].*up to date$/gm)).toHaveLength(3);
  expect(second.text()).toMatch(/^\[4.*Building the site/m);
  expect(second.text()).not.toContain('Shown once');
});

test('a part that keeps dying is started again after growing pauses', async () => {
  const run = start(standIn(), { FAKE_EXIT: '1' });
  for (const pause of [1, 2, 4]) await says(run, new RegExp(`cms exited \\(exit code 1\\).* ${pause} s\n`));
  expect(await end(run.child, 'SIGTERM')).toBe(0);
});

test('a part that says that starting again will not help ends the start', async () => {
  const run = start(standIn(), { FAKE_EXIT: '78' });
  await exits(run, 1);
  expect(run.text()).toMatch(/cms │ hello from port \d+\n\nThe CMS could not start/);
});

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGKILL: null } as const)) {
  test(`${signal} during a step ends the step, which then does not count as done`, async () => {
    const root = standIn();
    const run = start(root, { FAKE_SLOW_BUILD: 'yes' });
    await says(run, /building as \d+/);
    const builder = Number(/building as (\d+)/.exec(run.text())?.[1]);
    expect(await end(run.child, signal as NodeJS.Signals)).toBe(code);
    await expect.poll(() => isAlive(builder), POLL).toBe(false);
    expect(existsSync(join(root, 'cms/dist/server'))).toBe(true);
    expect(existsSync(join(root, 'cms/dist/.built'))).toBe(false);
  });
}

test('nothing is left when the npm above is killed', async () => {
  const run = start(standIn(), {}, ['npm', 'start']);
  await serves(run);
  await end(run.child, 'SIGKILL');
  await leavesNothing(run);
});

test.describe('the real stack', () => {
  test('leaves nothing when it is killed while the CMS still starts', async () => {
    const run = start(ROOT);
    await says(run, /^cms started/m);
    await end(run.child, 'SIGKILL');
    await expect.poll(() => processes(run, 'cms').filter(isAlive), POLL).toEqual([]);
  });

  test('shows its sign-ins once, serves, and ends without a trace', async () => {
    const first = start(ROOT);
    await serves(first);
    expect(first.text()).toMatch(/Administrator +\S+@\S+ +\S{20}\nOwner +\S+@\S+ +\S{20}\nShown once\./);
    for (const part of ['cms', 'web'])
      expect(
        first
          .lines()
          .filter((line) => line.startsWith(`${part} │`))
          .join('\n'),
      ).toContain(`Scioto Table ${VERSION}`);
    expect(await status(ports.SITE_PORT, '/')).toBe(200);
    expect(await status(ports.ADMIN_PORT, '/admin')).toBe(200);
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    await leavesNothing(first);

    const second = start(ROOT);
    await serves(second);
    expect(second.text()).not.toContain('Shown once');
    expect(await status(ports.SITE_PORT, '/menu')).toBe(200);
  });

  test('brings back a part that was killed, and leaves nothing when it is killed itself', async () => {
    const run = start(ROOT);
    await serves(run);
    process.kill(processes(run, 'cms')[0] ?? Number.NaN, 'SIGKILL');
    await says(run, /cms exited \(SIGKILL\); restarting in 1 s/);
    await expect.poll(() => status(ports.ADMIN_PORT, '/_health'), POLL).toBe(204);
    expect(processes(run, 'cms')).toHaveLength(2);
    await end(run.child, 'SIGKILL');
    await leavesNothing(run);
  });
});
