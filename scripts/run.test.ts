import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../tests/support/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VERSION = '99.0.0';
const NAME = `node-linux-${process.arch}`;
const FOLDER = `${VERSION}-${process.arch}`;
/** A Node that says it has the version, and is the one of the tests. */
const FAKE_NODE = `#!/bin/sh
[ "$1" = --version ] && echo v${VERSION} && exit
exec '${process.execPath}' "$@"
`;

const folder = createTemporaryFolder();
let root: string;
let registry: Server;
let registryUrl: string;
/** What the registry sends for the package of Node. */
let tarball: Buffer;
let downloads: number;
let running: ChildProcess[];

/** Packs a package with an executable of Node. */
function pack(executable: string): Buffer {
  const bin = join(folder, 'packed', 'package', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, '..', 'package.json'), JSON.stringify({ name: NAME, version: VERSION }));
  writeFileSync(join(bin, 'node'), executable);
  chmodSync(join(bin, 'node'), 0o755);
  return spawnSync('tar', ['-cz', '-C', join(folder, 'packed'), 'package']).stdout;
}

/** Writes the lock file with the checksum of what the registry sends. */
function lock(): void {
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const packages = { '': {}, [`node_modules/${NAME}`]: { version: VERSION, integrity } };
  writeFileSync(
    join(root, 'scripts/node/package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, packages }),
  );
}

/** Creates a repository that supports only Node 99, with a script. */
beforeEach(async () => {
  root = join(folder, 'a folder with blanks');
  for (const path of ['scripts', '.npmrc']) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  const repository = { version: '1.0.0', type: 'module', engines: { node: '^99.0.0' } };
  writeFileSync(join(root, 'package.json'), JSON.stringify(repository));
  tarball = pack(FAKE_NODE);
  lock();
  downloads = 0;
  running = [];
  registry = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) {
      downloads += 1;
      return response.end(tarball);
    }
    const dist = { tarball: `http://${request.headers.host}/node.tgz` };
    response.end(
      JSON.stringify({ name: NAME, versions: { [VERSION]: { name: NAME, version: VERSION, dist } } }),
    );
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const address = registry.address();
  registryUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  registry.close();
});

/** Starts a script of the repository. */
function start(script: string, { env = {}, args = [] }: { env?: NodeJS.ProcessEnv; args?: string[] } = {}) {
  writeFileSync(join(root, 'script.mjs'), script);
  const child = spawn(process.execPath, ['scripts/run.mjs', 'script.mjs', ...args], {
    cwd: root,
    env: {
      ...process.env,
      npm_lifecycle_event: '',
      npm_config_registry: registryUrl,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
      ...env,
    },
  });
  running.push(child);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [code]]) => ({ code, stdout, stderr: stderr.trim() }),
  );
  return { child, ended };
}

const run = (...args: Parameters<typeof start>) => {
  const { child, ended } = start(...args);
  child.stdin.end('typed');
  return ended;
};

/** Returns the id of the process that a script prints first. */
async function readProcessId({ child }: ReturnType<typeof start>): Promise<number> {
  const [chunk] = await once(child.stdout, 'data');
  return Number(chunk);
}

const installed = () => readdirSync(join(root, '.node'));

test('installs Node once, and passes on arguments, standard input, the exit code and PATH', async () => {
  const script = `
    import { execFileSync } from 'node:child_process';
    import { text } from 'node:stream/consumers';
    const version = execFileSync('node', ['--version'], { encoding: 'utf8' }).trim();
    console.log(JSON.stringify([process.argv.slice(2), await text(process.stdin), version]));
    process.exit(7);`;
  const first = await run(script, { args: ['one', 'two words'] });
  expect(first).toMatchObject({ code: 7, stdout: `[["one","two words"],"typed","v${VERSION}"]\n` });
  expect(first.stderr).toMatch(
    /^This is Node \S+, and the project needs \^99\.0\.0\. Installing Node 99\.0\.0/,
  );
  expect(await run(script)).toEqual({ code: 7, stdout: `[[],"typed","v${VERSION}"]\n`, stderr: '' });
  expect(downloads).toBe(1);
  expect(installed()).toEqual([FOLDER]);
});

test('the installed Node trusts the certificates of the system, unless its user decides otherwise', async () => {
  const script = 'console.log(process.env.NODE_USE_SYSTEM_CA)';
  expect(await run(script)).toMatchObject({ stdout: '1\n' });
  expect(await run(script, { env: { NODE_USE_SYSTEM_CA: '0' } })).toMatchObject({ stdout: '0\n' });
});

test('installs Node whatever the user has configured for npm', async () => {
  const env = {
    npm_config_install_strategy: 'linked',
    npm_config_global: 'true',
    npm_config_dry_run: 'true',
    npm_config_package_lock_only: 'true',
    npm_config_workspaces: 'true',
  };
  expect(await run('console.log("it runs")', { env })).toMatchObject({ code: 0, stdout: 'it runs\n' });
});

test('uses the Node that runs it when that is supported', async () => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.0.0', engines: { node: '>=1' } }));
  const { stdout } = await run('console.log(process.argv.length, process.argv.at(-1))', { args: ['last'] });
  expect({ stdout, downloads }).toEqual({ stdout: '3 last\n', downloads: 0 });
});

test('two commands at once both get a complete Node', async () => {
  const script = 'console.log(process.argv[2])';
  const results = await Promise.all(['a', 'b'].map((name) => run(script, { args: [name] })));
  expect(results).toMatchObject([
    { code: 0, stdout: 'a\n' },
    { code: 0, stdout: 'b\n' },
  ]);
  expect(installed()).toEqual([FOLDER]);
});

test('deletes what a killed installation has left', async () => {
  const leftover = join(root, '.node', 'installing-old');
  mkdirSync(join(leftover, 'node_modules'), { recursive: true });
  utimesSync(leftover, new Date(0), new Date(0));
  await run('');
  expect(installed()).toEqual([FOLDER]);
});

const WAITING = 'console.log(process.pid); setInterval(() => {}, 1000);';

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends the program, and exits with %i', async (signal, code) => {
  const program = start(WAITING);
  const processId = await readProcessId(program);
  program.child.kill(signal);
  expect(await program.ended).toMatchObject({ code });
  expect(() => process.kill(processId, 0)).toThrow('ESRCH');
});

test('the program ends when run.mjs is killed', async () => {
  const program = start(WAITING);
  await readProcessId(program);
  program.child.kill('SIGKILL');
  // The program holds the pipes of the output until it has ended.
  expect(await program.ended).toMatchObject({ code: null });
});

/** Returns the options of Node, with a script that runs before all others. */
const preload = (script: string) =>
  `${process.env.NODE_OPTIONS} --import=data:text/javascript,${encodeURIComponent(script)}`;

/** Expects one sentence that ends with what to do, and nothing that is installed in part. */
async function expectFailure(reason: RegExp, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { code, stdout, stderr } = await run('console.log("it runs")', { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const [sentence = '', ...more] = stderr.split('\n').slice(2);
  expect(sentence).toMatch(reason);
  expect(sentence).toMatch(/^This is Node .* or install Node 24 from https:\/\/nodejs\.org, and run this /);
  expect(more).toEqual([]);
}

test('a wrong checksum installs nothing, and the next start tries again', async () => {
  tarball = pack(`${FAKE_NODE}# changed`);
  await expectFailure(/could not be installed in .*\.node: sha512-\S+ integrity checksum failed/);
  expect(installed()).toEqual([]);
  lock();
  expect(await run('')).toMatchObject({ code: 0 });
});

test('a Node that does not start is not installed', async () => {
  tarball = pack('#!/bin/sh\necho "GLIBC_2.28 not found" >&2\nexit 1\n');
  lock();
  await expectFailure(/: it does not start \(GLIBC_2\.28 not found\)/);
  expect(installed()).toEqual([]);
});

test('on a full disk, which npm only warns of, nothing is installed', async () => {
  const fail = `
    import fs from 'node:fs';
    const { open, write } = fs;
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    let node;
    fs.open = (path, flags, mode, callback) =>
      open(path, flags, mode, (failure, file) => {
        if (String(path).endsWith('/bin/node')) node = file;
        callback(failure, file);
      });
    fs.write = (file, ...args) => (file === node ? args.at(-1)(error) : write(file, ...args));`;
  await expectFailure(/could not be installed in .*\.node: ENOSPC: no space left/, {
    NODE_OPTIONS: preload(fail),
  });
  expect(installed()).toEqual([]);
});

test.each([
  ['macOS', `Object.defineProperty(process, 'platform', { value: 'darwin' })`],
  ['another processor', `Object.defineProperty(process, 'arch', { value: 'riscv64' })`],
])('on %s, one sentence says which Node is needed and where it is', async (_system, fake) => {
  const { code, stderr } = await run('', { env: { NODE_OPTIONS: preload(fake) } });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^This is Node \S+, and the project needs \^99\.0\.0\. Please install Node 24 from https:\/\/nodejs\.org, and run this command again\.$/,
  );
  expect(downloads).toBe(0);
});
