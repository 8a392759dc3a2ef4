import { openAdmin } from '../support/openAdmin.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { ALL_SERVICES, compose, composeUp, inspectContainers, killProcesses } from './containers.ts';
import {
  expectCmsContent,
  expectContent,
  expectPictures,
  publishHeading,
  statusOf,
} from './expectContent.ts';

test.beforeEach(async ({ stack }) => {
  await composeUp();
  await publishHeading(stack);
});

test('the site serves its cached content while the CMS is stopped or crashes, and each restarts after a crash', async ({
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
