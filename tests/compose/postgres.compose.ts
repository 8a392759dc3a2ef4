import { expect, test } from '../support/stack.ts';
import { backUp, restoreBackup } from './backups.ts';
import {
  composeUp,
  expectMinimalPrivileges,
  inspectContainers,
  killProcesses,
  PROJECT,
  typeCommand,
} from './containers.ts';
import { expectCmsContent, expectContent, publishHeading, statusOf } from './expectContent.ts';

const POSTGRES = { postgres: true };

test('a backup moves a site to Postgres, where content and accounts survive a crash without a restart of the CMS', async ({
  stack,
}) => {
  await composeUp();
  await publishHeading(stack);
  const fromSqlite = await backUp({});
  await typeCommand({}, 'stopCms');
  await restoreBackup(POSTGRES, fromSqlite);
  await composeUp(POSTGRES);
  await expectCmsContent(stack);

  await test.step('Postgres has minimal privileges and no network, and only the CMS can reach its socket', async () => {
    await expectMinimalPrivileges('postgres', { user: 'postgres', megabytes: 512 });
    const [postgres] = await inspectContainers('postgres');
    expect(postgres?.HostConfig.NetworkMode).toBe('none');
    const socket = `${PROJECT}_postgres-socket`;
    const mountOf = async (service: string) =>
      (await inspectContainers(service))[0]?.Mounts.find(({ Name }) => Name === socket);
    expect(await mountOf('cms')).toMatchObject({ Destination: '/run/postgresql', RW: false });
    expect(await mountOf('web')).toBeUndefined();
  });

  const readCmsState = async () =>
    (await inspectContainers('cms')).map(({ Id, State }) => [Id, State.StartedAt]);
  const before = await readCmsState();
  const waitForRestart = await killProcesses('postgres');
  await expectContent(stack.site);
  await waitForRestart();
  await expect.poll(() => statusOf(`${stack.cms}/api/homepages`)).toBe(200);
  await expectContent(stack.site);
  await expectCmsContent(stack);
  expect(await readCmsState()).toEqual(before);
});
