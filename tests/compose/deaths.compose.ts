import { openAdmin } from '../support/openAdmin.ts';
import { accounts, expect, signIn, test } from '../support/stack.ts';
import { compose, containerOf, crash, docker, EVERYTHING, inspect, kill, up } from './containers.ts';
import { expectCms, expectContent, publishContent, statusOf } from './expectContent.ts';

test.beforeEach(async ({ stack }) => {
  await up();
  await publishContent(stack);
});

test('with the CMS stopped the site goes on, also when it is started anew', async ({ stack }) => {
  await compose({}, 'stop', 'cms');
  await expectContent(stack.site);
  await compose({}, 'restart', 'web');
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectContent(stack.site);
  await kill(await containerOf('web'));
  await docker(['start', await containerOf('web')]);
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectContent(stack.site);

  await compose({}, 'start', 'cms');
  await expectCms(stack);
});

test('a site that crashes is back by itself, without the CMS too', async ({ stack }) => {
  await compose({}, 'stop', 'cms');
  await (await crash('web'))();
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectContent(stack.site);
});

test('a CMS that crashes is back by itself, with words and accounts, and no visitor sees it', async ({
  stack,
}) => {
  const restarted = await crash('cms');
  await expectContent(stack.site);
  await restarted();
  await expectContent(stack.site);
  await expectCms(stack);
});

test('a CMS that can’t start keeps no site from starting', async ({ stack }) => {
  await compose({}, 'down');
  await compose({ env: { DATABASE_URL: 'nonsense' } }, 'up', '--detach');
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectContent(stack.site);
  expect(await compose({}, 'logs', 'cms')).toContain('DATABASE_URL is no address');
});

test('a second `up` changes nothing', async () => {
  const state = async () =>
    [...(await inspect('cms')), ...(await inspect('web'))].map(({ Id, State }) => [Id, State.StartedAt]);
  const before = await state();
  await up();
  expect(await state()).toEqual(before);
});

test('words, accounts and secrets outlive their containers', async ({ stack, page }) => {
  const token = await signIn(stack.cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  await compose(EVERYTHING, 'down');
  await up();
  await expectContent(stack.site);
  await expectCms(stack);
  const me = await fetch(`${stack.cms}/admin/users/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(200);
  await openAdmin(page, stack);
});
