import { openDesk } from '../ownersDesk.ts';
import { pagePaths, readPaths } from '../site.ts';
import { accounts, expect, type Stack, signIn, test } from '../stack.ts';
import { compose, containersOf, crash, docker, inspect, kill, up } from './containers.ts';

const WORDS = 'Words that outlive their server';

async function containerOf(service: string): Promise<string> {
  const [container] = await containersOf(service);
  if (!container) throw new Error(`there is no container of ${service}`);
  return container;
}

/** The status of an answer, or what went wrong instead. */
const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );

/** Every page and every read has its words. */
async function expectWords(site: string): Promise<void> {
  for (const path of [...pagePaths, ...readPaths]) {
    const response = await fetch(site + path);
    expect(response.status, path).toBe(200);
    const text = await response.text();
    expect(text.length, path).toBeGreaterThan(50);
    if (path === '/' || path === '/api/homepages') expect(text).toContain(WORDS);
  }
}

/** The words and the accounts are as they were, in the CMS itself. */
async function expectCms(stack: Stack): Promise<void> {
  await expect.poll(() => statusOf(`${stack.cms}/_health`), { timeout: 90_000 }).toBe(204);
  expect(await (await fetch(`${stack.cms}/api/homepages`)).text()).toContain(WORDS);
  await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  await signIn(stack.cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
}

test.beforeEach(async ({ stack }) => {
  await up();
  await stack.publish('homepage', 'home-main', { mainHeading: WORDS });
  // A held word is on the disk a moment after it is shown.
  await expect.poll(() => compose({}, 'exec', '-T', 'web', 'cat', '/data/web/home.json')).toContain(WORDS);
});

test('with the CMS stopped the site goes on, also when it is started anew', async ({ stack }) => {
  await compose({}, 'stop', 'cms');
  await expectWords(stack.site);
  await compose({}, 'restart', 'web');
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectWords(stack.site);
  await kill(await containerOf('web'));
  await docker(['start', await containerOf('web')]);
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectWords(stack.site);

  await compose({}, 'start', 'cms');
  await expectCms(stack);
});

test('a site that crashes is back by itself, without the CMS too', async ({ stack }) => {
  await compose({}, 'stop', 'cms');
  await crash(await containerOf('web'));
  await expect.poll(async () => (await inspect('web'))[0]?.RestartCount).toBe(1);
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectWords(stack.site);
});

test('a CMS that crashes is back by itself, with words and accounts, and no visitor sees it', async ({
  stack,
}) => {
  const cms = await containerOf('cms');
  await crash(cms);
  await expectWords(stack.site);
  await expect.poll(async () => (await inspect('cms'))[0]?.RestartCount).toBe(1);
  await expectWords(stack.site);
  await expectCms(stack);
});

test('a CMS that can’t start keeps no site from starting', async ({ stack }) => {
  await compose({}, 'down');
  await compose({ env: { DATABASE_URL: 'nonsense' } }, 'up', '--detach');
  await expect.poll(() => statusOf(stack.site)).toBe(200);
  await expectWords(stack.site);
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
  await compose({ https: true }, 'down');
  await up();
  await expectWords(stack.site);
  await expectCms(stack);
  const me = await fetch(`${stack.cms}/admin/users/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(200);
  await openDesk(page, stack);
});
