import { accounts, expect, Stack, signIn, test } from '../support/stack.ts';
import { backUp, restoreBackup } from './backups.ts';
import { compose, containerOf, crash, docker, inspect, kill, PROJECT, up } from './containers.ts';
import { expectCms, expectContent, publishContent, statusOf } from './expectContent.ts';

const POSTGRES = { postgres: true };

test.beforeEach(async () => {
  await up(POSTGRES);
});

test('Postgres has as few rights as it can, no network, and its socket is for the CMS alone', async () => {
  const [postgres] = await inspect('postgres');
  expect(postgres?.Config.User).toBe('postgres');
  // One health check every five seconds, in nanoseconds.
  expect(postgres?.Config.Healthcheck?.Interval).toBe(5e9);
  expect(postgres?.HostConfig).toMatchObject({
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges:true'],
    Privileged: false,
    PidsLimit: 200,
    Memory: 512 * 1024 ** 2,
  });
  const socket = `${PROJECT}_postgres-socket`;
  const mountOf = async (service: string) =>
    (await inspect(service))[0]?.Mounts.find(({ Name }) => Name === socket);
  expect(await mountOf('cms')).toMatchObject({ Destination: '/run/postgresql', RW: false });
  expect(await mountOf('web')).toBeUndefined();
});

test('words and accounts outlive Postgres, the CMS finds it again by itself, and no visitor sees it', async ({
  stack: { site, cms },
}) => {
  // A database of its own has sessions of its own.
  const stack = Stack.at(site, cms, await signIn(cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD));
  await publishContent(stack);
  const state = async () => (await inspect('cms')).map(({ Id, State }) => [Id, State.StartedAt]);
  const before = await state();

  const restarted = await crash('postgres');
  await expectContent(site);
  await restarted();
  await expectContent(site);
  const read = () => statusOf(`${cms}/api/homepages`);
  await expect.poll(read, { timeout: 60_000 }).toBe(200);
  await expectCms(stack);

  await kill(await containerOf('postgres'));
  await expect.poll(read, { timeout: 60_000 }).toBe(500);
  await expectContent(site);
  await docker(['start', await containerOf('postgres')]);
  await expect.poll(read, { timeout: 60_000 }).toBe(200);
  await expectContent(site);
  await expectCms(stack);
  expect(await state()).toEqual(before);

  await compose(POSTGRES, 'down');
  await up(POSTGRES);
  await expectContent(site);
  await expectCms(stack);
});

test('the README’s commands move a site from SQLite to Postgres and back', async ({ stack }) => {
  await compose(POSTGRES, 'down');
  await up();
  const say = (mainHeading: string) => stack.publish('homepage', 'home-main', { mainHeading });
  const heading = async () => (await fetch(`${stack.cms}/api/homepages/home-main`)).text();
  await say('Words from SQLite');
  const fromSqlite = await backUp({});

  await compose({}, 'stop', 'cms');
  await restoreBackup(POSTGRES, fromSqlite);
  await up(POSTGRES);
  expect(await heading()).toContain('Words from SQLite');
  await say('Words from Postgres');
  const fromPostgres = await backUp(POSTGRES);

  await compose(POSTGRES, 'stop', 'cms');
  await restoreBackup({}, fromPostgres);
  await up();
  expect(await heading()).toContain('Words from Postgres');
  await say('Words in SQLite again');
});
