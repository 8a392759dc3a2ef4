import { expect, Stack, test } from '../support/stack.ts';
import { backUp, restoreBackup } from './backups.ts';
import {
  compose,
  composeUp,
  containerId,
  docker,
  inspectContainers,
  killContainer,
  killProcesses,
  PROJECT,
  typeCommand,
} from './containers.ts';
import { expectCmsContent, expectContent, publishHeading, statusOf } from './expectContent.ts';

const POSTGRES = { postgres: true };

test.beforeEach(async () => {
  await composeUp(POSTGRES);
});

test('Postgres runs with minimal privileges and no network, and only the CMS can reach its socket', async () => {
  const [postgres] = await inspectContainers('postgres');
  expect(postgres?.Config.User).toBe('postgres');
  // Five seconds in nanoseconds.
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
    (await inspectContainers(service))[0]?.Mounts.find(({ Name }) => Name === socket);
  expect(await mountOf('cms')).toMatchObject({ Destination: '/run/postgresql', RW: false });
  expect(await mountOf('web')).toBeUndefined();
});

test('content and accounts survive a crash of Postgres, the CMS reconnects without a restart, and visitors see no error', async ({
  stack,
}) => {
  const { site, cms } = stack;
  await publishHeading(stack);
  const readCmsState = async () =>
    (await inspectContainers('cms')).map(({ Id, State }) => [Id, State.StartedAt]);
  const before = await readCmsState();

  const waitForRestart = await killProcesses('postgres');
  await expectContent(site);
  await waitForRestart();
  await expectContent(site);
  const queryStatus = () => statusOf(`${cms}/api/homepages`);
  await expect.poll(queryStatus, { timeout: 60_000 }).toBe(200);
  await expectCmsContent(stack);

  await killContainer(await containerId('postgres'));
  await expect.poll(queryStatus, { timeout: 60_000 }).toBe(500);
  await expectContent(site);
  await docker(['start', await containerId('postgres')]);
  await expect.poll(queryStatus, { timeout: 60_000 }).toBe(200);
  await expectContent(site);
  await expectCmsContent(stack);
  expect(await readCmsState()).toEqual(before);

  await compose(POSTGRES, 'down');
  await composeUp(POSTGRES);
  await expectContent(site);
  await expectCmsContent(stack);
});

test('backups move a site from SQLite to Postgres and back', async ({ stack }) => {
  await compose(POSTGRES, 'down');
  await composeUp();
  // Signs in each time, because a restore ends the session.
  const setHeading = (mainHeading: string) =>
    Stack.at(stack.site, stack.cms).publish('homepage', 'home-main', { mainHeading });
  const heading = async () => (await fetch(`${stack.cms}/api/homepages/home-main`)).text();
  await setHeading('Content from SQLite');
  const fromSqlite = await backUp({});

  await typeCommand({}, 'stopCms');
  await restoreBackup(POSTGRES, fromSqlite);
  await composeUp(POSTGRES);
  expect(await heading()).toContain('Content from SQLite');
  await setHeading('Content from Postgres');
  const fromPostgres = await backUp(POSTGRES);

  await typeCommand(POSTGRES, 'stopCms');
  await restoreBackup({}, fromPostgres);
  await composeUp();
  expect(await heading()).toContain('Content from Postgres');
  await setHeading('Content in SQLite again');
});
