import { pagePaths, queryPaths } from '../support/site.ts';
import { accounts, expect, type Stack, signIn } from '../support/stack.ts';
import { compose } from './containers.ts';

const CONTENT = 'Words that outlive their server';

/** The status of an answer, or what went wrong instead. */
export const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );

/** Publishes words by which `expectWords` and `expectCms` know the stack again. */
export async function publishContent(stack: Stack): Promise<void> {
  await stack.publish('homepage', 'home-main', { mainHeading: CONTENT });
  // A held word is on the disk a moment after it is shown.
  await expect.poll(() => compose({}, 'exec', '-T', 'web', 'cat', '/data/web/home.json')).toContain(CONTENT);
}

/** Every page and every read has its words. */
export async function expectContent(site: string): Promise<void> {
  for (const path of [...pagePaths, ...queryPaths]) {
    const response = await fetch(site + path);
    expect(response.status, path).toBe(200);
    const text = await response.text();
    expect(text.length, path).toBeGreaterThan(50);
    if (path === '/' || path === '/api/homepages') expect(text).toContain(CONTENT);
  }
}

/** The words and the accounts are as they were, in the CMS itself. */
export async function expectCms(stack: Stack): Promise<void> {
  await expect.poll(() => statusOf(`${stack.cms}/_health`), { timeout: 90_000 }).toBe(204);
  expect(await (await fetch(`${stack.cms}/api/homepages`)).text()).toContain(CONTENT);
  await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  await signIn(stack.cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
}
