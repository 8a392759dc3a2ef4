import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdmin } from '../support/openAdmin.ts';
import { freePort } from '../support/ports.ts';
import { expect, test } from '../support/stack.ts';
import { compose, docker, PROJECT, ROOT, type StackOptions } from './containers.ts';
import { statusOf } from './expectContent.ts';

const CMS_START = { timeout: 200_000 };

let sources: string;
let options: StackOptions;
let site: string;
let cms: string;
let interrupt: AbortController;

test.beforeAll(async () => {
  // The tests edit a copy of the sources.
  sources = mkdtempSync(join(tmpdir(), 'development-'));
  const isSource = (path: string) => !/\/(node_modules|dist)$/.test(path);
  for (const name of ['docker-compose.yml', 'compose.dev.yml', 'cms', 'web'])
    cpSync(join(ROOT, name), join(sources, name), { recursive: true, filter: isSource });

  const [sitePort, adminPort] = [await freePort(), await freePort()];
  site = `http://127.0.0.1:${sitePort}`;
  cms = `http://127.0.0.1:${adminPort}`;
  interrupt = new AbortController();
  options = {
    project: `${PROJECT}-development`,
    development: sources,
    env: { SITE_PORT: sitePort, ADMIN_PORT: adminPort },
  };
  const start = performance.now();
  await Promise.race([
    compose({ ...options, signal: interrupt.signal }, 'up', '--watch'),
    expect.poll(() => statusOf(`${site}/api/homepages`), CMS_START).toBe(200),
  ]);
  logDuration('Vite and Strapi’s develop mode served content', start);
});

test.afterAll(async () => {
  const { status, expectedStatus } = test.info();
  if (status !== expectedStatus)
    console.log(await compose(options, 'logs', '--no-color', '--timestamps', '--tail', '60', 'cms'));
  interrupt.abort();
  await compose(options, 'down', '--volumes', '--rmi', 'local', '--timeout', '5');
  rmSync(sources, { recursive: true });
});

const logDuration = (what: string, start: number) =>
  console.log(`${what} after ${((performance.now() - start) / 1_000).toFixed(1)} s`);

/**
 * Replaces a text in a source file, as an editor does when it saves.
 * @returns the time of the edit
 */
function editSource(file: string, before: string, after: string): number {
  const path = join(sources, file);
  const source = readFileSync(path, 'utf8');
  expect(source).toContain(before);
  writeFileSync(path, source.replace(before, after));
  return performance.now();
}

test('development has its own project, and does not use the database of .env', async () => {
  const files = ['--file', 'docker-compose.yml', '--file', 'compose.dev.yml'];
  const config: { name: string; services: { cms: { environment: Record<string, string> } } } = JSON.parse(
    await docker(['compose', '--env-file', '/dev/null', ...files, 'config', '--format', 'json'], {
      DATABASE_URL: 'postgres://table@production.example/table',
      DATABASE_URL_FILE: '/run/secrets/database_url',
    }),
  );
  expect(config.name).toBe('scioto-table-dev');
  expect(config.services.cms.environment).toMatchObject({ DATABASE_URL: '', DATABASE_URL_FILE: '' });
});

test('the browser shows an edited component without a reload', async ({ page }) => {
  await page.goto(site);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-loaded-before-the-edit', ''));
  const start = editSource('web/src/components/SiteFrame.tsx', 'Skip to the page', 'Skip to the edited page');
  await expect(page.getByRole('link', { name: 'Skip to the edited page' })).toBeAttached();
  logDuration('An edited component was in the browser', start);
  await expect(page.locator('html')).toHaveAttribute('data-loaded-before-the-edit');
});

test('the CMS restarts with an edited schema and serves its new field', async () => {
  const schema = 'cms/src/api/homepage/content-types/homepage/schema.json';
  const start = editSource(schema, '"attributes": {', '"attributes": { "chefsNote": { "type": "string" },');
  // Without a timeout, so that a request that never gets a response while the CMS restarts fails the test.
  const homepages = () => fetch(`${site}/api/homepages`).then((response) => response.text(), String);
  await expect.poll(homepages, CMS_START).toContain('"chefsNote":null');
  logDuration('The field of an edited schema was in the API', start);
});

test('the admin shows an edit of its home screen', async ({ page }) => {
  await openAdmin(page, { cms });
  const start = editSource(
    'cms/src/admin/home/Home.tsx',
    "title: 'Change words'",
    "title: 'Change edited words'",
  );
  await expect(page.getByRole('heading', { name: 'Change edited words' })).toBeVisible(CMS_START);
  logDuration('An edit of the admin was in the browser', start);
});

// Last, because Strapi's develop mode restarts too, and misses an edit that follows within its restart.
test('the browser shows an edit of the module that the site shares with the CMS, without a reload', async ({
  page,
}) => {
  await page.goto(site);
  const email = page.getByRole('contentinfo').locator('a[href^="mailto:"]');
  await expect(email).toHaveAttribute('href', /^mailto:[a-z@.]+$/);
  await page.evaluate(() => document.documentElement.setAttribute('data-loaded-before-the-edit', ''));
  const start = editSource('cms/src/shared/contact/emailAddress.ts', '?.[0]', '?.[0].toUpperCase()');
  await expect(email).toHaveAttribute('href', /^mailto:[A-Z@.]+$/);
  logDuration('An edit of the shared module was in the browser', start);
  await expect(page.locator('html')).toHaveAttribute('data-loaded-before-the-edit');
});
