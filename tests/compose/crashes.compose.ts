import { fileURLToPath } from 'node:url';
import { openAdmin } from '../support/openAdmin.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, signIn, test } from '../support/stack.ts';
import {
  ALL_SERVICES,
  compose,
  composeUp,
  docker,
  inspectContainers,
  killProcesses,
  PROJECT,
} from './containers.ts';
import {
  expectCmsContent,
  expectContent,
  expectPictures,
  HEADING,
  publishHeading,
  statusOf,
} from './expectContent.ts';

const HOOK = fileURLToPath(new URL('../support/fileOperationHook.cjs', import.meta.url));

test.beforeEach(async ({ stack }) => {
  await composeUp();
  await publishHeading(stack);
});

test('the site serves its cached content while the CMS is stopped, also after it crashes', async ({
  stack,
}) => {
  await expectPictures(stack.site);
  await compose({}, 'stop', 'cms');
  await (await killProcesses('web'))();
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectContent(stack.site);
  await expectPictures(stack.site);
  await compose({}, 'start', 'cms');
  await expectCmsContent(stack);
});

test('the CMS restarts after a crash with its content and accounts, and visitors see no error', async ({
  stack,
}) => {
  const waitForRestart = await killProcesses('cms');
  await expectContent(stack.site);
  await waitForRestart();
  await expectContent(stack.site);
  await expectCmsContent(stack);
});

test('content, accounts and secrets survive when the containers are removed and created again', async ({
  stack,
  page,
}) => {
  const token = await signIn(stack.cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  await compose(ALL_SERVICES, 'down');
  await test.step('the site starts with its cached content although the CMS can’t start', async () => {
    await compose({ env: { DATABASE_URL: 'nonsense' } }, 'up', '--detach');
    await expect.poll(() => statusOf(stack.site)).toBe(200);
    await expectContent(stack.site);
    await expect.poll(() => compose({}, 'logs', 'cms')).toContain('DATABASE_URL is not the URL');
  });
  await composeUp();
  await expectContent(stack.site);
  await expectCmsContent(stack);
  const me = await fetch(`${stack.cms}/admin/users/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(200);
  await openAdmin(page, stack);

  await test.step('a second `docker compose up` neither restarts nor recreates a container', async () => {
    const readState = async () =>
      [...(await inspectContainers('cms')), ...(await inspectContainers('web'))].map(({ Id, State }) => [
        Id,
        State.StartedAt,
      ]);
    const before = await readState();
    await composeUp();
    expect(await readState()).toEqual(before);
  });
});

test('a CMS that is started while a restore runs waits, and completes a restore that is killed', async ({
  stack,
}) => {
  const backup = '/data/backups/interrupted.tar.gz';
  const command = 'src/backups/command.js';
  await compose({}, 'exec', '-T', 'cms', 'node', command, 'backup', backup);
  await stack.publish('homepage', 'home-main', { mainHeading: 'Changed since the backup' });
  await compose({}, 'stop', 'cms');
  const name = `${PROJECT}-restoring`;
  const restoring = compose(
    {},
    ...['run', '--rm', '-T', '--name', name, '--volume', `${HOOK}:/hook.cjs:ro`],
    // It stops before it replaces the database.
    ...['--env', 'STOP_AT=^rm .*/strapi.db-wal', 'cms', 'node', '--require', '/hook.cjs', command],
    ...['restore', backup, 'replace'],
  ).catch(() => 'killed');
  await expect.poll(() => docker(['logs', name]).catch(() => '')).toContain('stopped');
  await compose({}, 'start', 'cms');
  const readLog = () => compose({}, 'logs', 'cms');
  await expect.poll(readLog).toContain("The CMS can't start yet: a restore is running.");
  await docker(['kill', name]);
  expect(await restoring).toBe('killed');
  await expectCmsContent(stack);
  expect(await readLog()).toContain(`Completed the restore of ${backup}`);
  await expect.poll(async () => (await fetch(stack.site)).text()).toContain(HEADING);
});
