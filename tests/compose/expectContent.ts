import { accounts } from '../support/seededCopy.ts';
import { pagePaths, queryPaths } from '../support/site.ts';
import { expect, type Stack, signIn } from '../support/stack.ts';
import { compose, type StackOptions } from './containers.ts';

/** The heading that `publishHeading` publishes. */
export const HEADING = 'Content that outlives its server';

/** The status of a response, or the error message when there is none. */
export const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );

/** Publishes a heading that `expectContent` and `expectCmsContent` look for. */
export async function publishHeading(stack: Stack, options: StackOptions = {}): Promise<void> {
  await stack.publish('homepage', 'home-main', { mainHeading: HEADING });
  // The site writes its cache to the disk a moment after it serves new content.
  const readCache = () => compose(options, 'exec', '-T', 'web', 'cat', '/data/web/home.json');
  await expect.poll(readCache).toContain(HEADING);
}

/** Checks that every page and every query of the site has content, including the published heading. */
export async function expectContent(site: string): Promise<void> {
  for (const path of [...pagePaths, ...queryPaths]) {
    const response = await fetch(site + path);
    expect(response.status, path).toBe(200);
    const text = await response.text();
    expect(text.length, path).toBeGreaterThan(50);
    if (path === '/' || path === '/api/homepages') expect(text).toContain(HEADING);
  }
}

/** Checks that every picture that the pages of the site name arrives, however long the site waits for the CMS. */
export async function expectPictures(site: string): Promise<void> {
  const pages = await Promise.all(pagePaths.map(async (path) => (await fetch(site + path)).text()));
  const pictures = new Set(pages.join().match(/\/uploads\/[\w.-]+\?v=\w+/g));
  expect(pictures.size).toBeGreaterThan(30);
  for (const picture of pictures) {
    const response = await fetch(site + picture);
    expect(response.status, picture).toBe(200);
    expect(response.headers.get('content-type'), picture).toMatch(/^image\//);
    expect((await response.arrayBuffer()).byteLength, picture).toBeGreaterThan(100);
  }
}

/** Waits until the CMS is healthy and checks that it has the published heading and both accounts. */
export async function expectCmsContent(stack: Stack): Promise<void> {
  await expect.poll(() => statusOf(`${stack.cms}/_health`), { timeout: 90_000 }).toBe(204);
  expect(await (await fetch(`${stack.cms}/api/homepages`)).text()).toContain(HEADING);
  await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  await signIn(stack.cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
}
