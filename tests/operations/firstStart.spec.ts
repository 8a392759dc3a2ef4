import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seedRecords } from '../support/seedRecords.ts';
import { accounts, expect, freePort, Stack, signIn, test } from '../support/stack.ts';

const CMS = fileURLToPath(new URL('../../cms', import.meta.url));
let scratch: string;
let cms: ChildProcess | undefined;
let stacks: Stack[];

test.beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'first-'));
  stacks = [];
});

test.afterEach(async () => {
  cms?.kill('SIGKILL');
  for (const stack of stacks) await stack.stop();
  rmSync(scratch, { recursive: true, maxRetries: 20, retryDelay: 250 });
});

async function startStack(dataDir: string) {
  const stack = await Stack.start(dataDir);
  stacks.push(stack);
  return stack;
}

/** Runs only the CMS, with a copy of its seed that a test may change, until the process exits. */
async function runCms(env: Record<string, string>, changeSeed: (seed: string) => void = () => undefined) {
  const folder = join(scratch, 'cms');
  mkdirSync(folder);
  for (const name of ['node_modules', 'dist', 'package.json', 'tsconfig.json'])
    symlinkSync(join(CMS, name), join(folder, name));
  cpSync(join(CMS, 'seed'), join(folder, 'seed'), { recursive: true });
  changeSeed(join(folder, 'seed'));
  const started = spawn(process.execPath, ['node_modules/@strapi/strapi/bin/strapi.js', 'start'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: join(scratch, 'data'),
      PORT: await freePort(),
      ...env,
    },
  });
  cms = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = await once(started, 'close');
  return { code, output };
}

/** Changes the second record of a seed file. */
const changeRecord = (file: string, change: (record: Record<string, unknown>) => void) => (seed: string) => {
  const path = join(seed, 'words', file);
  const records = JSON.parse(readFileSync(path, 'utf8'));
  change(records[1]);
  writeFileSync(path, JSON.stringify(records));
};

for (const [fault, file, change, message] of [
  [
    'has no name',
    'menu-entree.json',
    (record) => delete record.entreeName,
    /seed record "ribeye-steak" of menu-entree: .*entreeName/,
  ],
  [
    'has too long a text',
    'menu-side.json',
    (record) => (record.sideName = 'x'.repeat(300)),
    /seed record "hand-cut-fries" of menu-side: .*sideName/,
  ],
  [
    'names an unknown picture',
    'homepage.json',
    (record) => (record.images = ['unicorn']),
    /seed record "home-story-1" of homepage: there is no picture "unicorn"/,
  ],
  [
    'has the id of another record',
    'website-tab.json',
    (record) => (record.documentId = 'tab-home'),
    /seed\/words\/website-tab.json: the documentId "tab-home" occurs twice/,
  ],
] as [string, string, (record: Record<string, unknown>) => void, RegExp][]) {
  test(`the first start fails and names the record when a seed record ${fault}`, async () => {
    const { code, output } = await runCms({}, changeRecord(file, change));
    expect(output).toMatch(message);
    expect(code).toBe(78);
  });
}

test('the first start fails and names the file when a seed file is not JSON', async () => {
  const { code, output } = await runCms({}, (seed) =>
    writeFileSync(join(seed, 'words', 'menu-side.json'), '[{'),
  );
  expect(output).toContain('seed/words/menu-side.json: ');
  expect(code).toBe(78);
});

test('the first start fails and names an unreadable seed picture, and the next start adds every picture once', async () => {
  const failed = await runCms({ ...accounts }, (seed) =>
    writeFileSync(join(seed, 'pictures', 'ribeye.svg'), '<svg>'),
  );
  expect(failed.output).toMatch(/seed picture "ribeye": /);
  expect(failed.code).toBe(78);
  const stack = await startStack(join(scratch, 'data'));
  const files = await stack.asAdmin('GET', '/upload/files?pageSize=100').then((response) => response.json());
  await stack.stop();
  const pictures: { name: string }[] = JSON.parse(readFileSync(join(CMS, 'seed', 'pictures.json'), 'utf8'));
  expect(files.results.map(({ name }: { name: string }) => name).sort()).toEqual(
    pictures.map(({ name }) => name).sort(),
  );
});

test('a start that was interrupted while seeding continues where it stopped', async () => {
  const failed = await runCms(
    { ...accounts },
    changeRecord('website-tab.json', (record) => delete record.tabName),
  );
  expect(failed.code).toBe(78);
  const stack = await startStack(join(scratch, 'data'));
  const tabs = await fetch(`${stack.cms}/api/website-tabs`).then((response) => response.json());
  const files = await stack.asAdmin('GET', '/upload/files?pageSize=100').then((response) => response.json());
  await stack.stop();
  expect(tabs.data.map(({ documentId }: { documentId: string }) => documentId).sort()).toEqual(
    seedRecords('website-tab')
      .map(({ documentId }) => documentId)
      .sort(),
  );
  expect(files.results).toHaveLength(7);
});

test('the second start overwrites no edits and restores no deleted record', async () => {
  const data = join(scratch, 'data');
  const first = await startStack(data);
  await first.publish('homepage', 'home-main', { mainHeading: 'Our own heading' });
  await first.asAdmin('DELETE', '/content-manager/collection-types/api::menu-side.menu-side/hand-cut-fries');
  const before = await fetch(`${first.cms}/api/menu-sides`).then((response) => response.json());
  await first.stop();

  const second = await startStack(data);
  const heading = await fetch(`${second.cms}/api/homepages/home-main`).then((response) => response.json());
  const after = await fetch(`${second.cms}/api/menu-sides`).then((response) => response.json());
  await second.stop();
  expect(heading.data.mainHeading).toBe('Our own heading');
  expect(JSON.stringify(after)).not.toContain('hand-cut-fries');
  expect(after).toEqual(before);
});

for (const [fault, env, message] of [
  ['a weak password', { OWNER_PASSWORD: 'password' }, 'OWNER_PASSWORD is too weak'],
  ['an invalid e-mail address', { ADMIN_EMAIL: 'the boss' }, 'ADMIN_EMAIL is "the boss"'],
  [
    'one address for both accounts',
    { ADMIN_EMAIL: 'a@test.example', OWNER_EMAIL: 'a@test.example' },
    'must differ',
  ],
  ['an invalid port', { PORT: 'http' }, 'PORT is "http"'],
] as [string, Record<string, string>, string][]) {
  test(`the first start fails with one line on ${fault} in the environment`, async () => {
    const { code, output } = await runCms(env);
    expect(output).toContain(`The CMS can't start: `);
    expect(output).toContain(message);
    expect(code).toBe(78);
  });
}

test('the CMS generates secrets that only its own user can read, and does not replace damaged ones', async () => {
  const folder = join(scratch, 'data', 'cms');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'secrets.json'), '{"appKey":"short"}');
  const { code, output } = await runCms({});
  expect(output).toContain('secrets.json is damaged');
  expect(code).toBe(78);
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{"appKey":"short"}');

  const seeded = join(process.env.SEEDED_DATA_DIR ?? '', 'cms');
  expect(statSync(seeded).mode & 0o777).toBe(0o700);
  expect(statSync(join(seeded, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('the next start creates both accounts when the first start was interrupted between them', async () => {
  const data = join(scratch, 'data');
  cpSync(process.env.SEEDED_DATA_DIR ?? '', data, { recursive: true });
  const Database = createRequire(join(CMS, 'package.json'))('better-sqlite3');
  const database = new Database(join(data, 'cms', 'strapi.db'));
  database.exec(`DELETE FROM admin_users WHERE email = '${accounts.ADMIN_EMAIL}'`);
  database.exec('DELETE FROM admin_users_roles_lnk WHERE user_id NOT IN (SELECT id FROM admin_users)');
  database.close();

  const stack = await startStack(data);
  expect(await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD)).toBeTruthy();
  const users = await stack.asAdmin('GET', '/admin/users').then((response) => response.json());
  await stack.stop();
  expect(users.data.results).toHaveLength(2);
});
