import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdmin } from '../support/openAdmin.ts';
import { freePort } from '../support/ports.ts';
import { expect, test } from '../support/stack.ts';
import { compose, docker, PROJECT, ROOT, type StackOptions } from './containers.ts';
import { statusOf } from './expectContent.ts';

const CMS_START = { timeout: 200_000 };

let sources = '';
let options: StackOptions;
let site: string;
let cms: string;
let interrupt: AbortController;

/** Starts Vite and Strapi’s develop mode on a copy of the sources. */
async function startDevelopment(): Promise<void> {
  // The test edits a copy of the sources.
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
  await Promise.race([
    compose({ ...options, signal: interrupt.signal }, 'up', '--watch'),
    expect.poll(() => statusOf(`${site}/api/homepages`), CMS_START).toBe(200),
  ]);
}

test.afterEach(async ({}, { status, expectedStatus }) => {
  if (!sources) return;
  if (status !== expectedStatus)
    console.log(await compose(options, 'logs', '--no-color', '--timestamps', '--tail', '60', 'cms'));
  interrupt.abort();
  await compose(options, 'down', '--volumes', '--rmi', 'local', '--timeout', '5');
  rmSync(sources, { recursive: true });
});

/** Replaces a text in a source file, as an editor does when it saves. */
function editSource(file: string, before: string, after: string): void {
  const path = join(sources, file);
  const source = readFileSync(path, 'utf8');
  expect(source).toContain(before);
  writeFileSync(path, source.replace(before, after));
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

test('edits of the sources are in the browser without a reload, in the admin and in the CMS', async ({
  page,
}) => {
  // The images are built, and Strapi restarts three times.
  test.setTimeout(600_000);
  await startDevelopment();
  const mark = () =>
    page.evaluate(() => document.documentElement.setAttribute('data-loaded-before-the-edit', ''));
  const expectNoReload = () => expect(page.locator('html')).toHaveAttribute('data-loaded-before-the-edit');
  await test.step('a component of the site', async () => {
    await page.goto(site);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await mark();
    editSource('web/src/components/SiteFrame.tsx', 'Skip to the page', 'Skip to the edited page');
    await expect(page.getByRole('link', { name: 'Skip to the edited page' })).toBeAttached();
    await expectNoReload();
  });

  await test.step('the schema of a content type', async () => {
    const schema = 'cms/src/api/homepage/content-types/homepage/schema.json';
    editSource(schema, '"attributes": {', '"attributes": { "chefsNote": { "type": "string" },');
    // Without a timeout, so that a request that never gets a response while the CMS restarts fails the test.
    const readHome = () => fetch(`${site}/api/homepages`).then((response) => response.text(), String);
    await expect.poll(readHome, CMS_START).toContain('"chefsNote":null');
  });

  await test.step('the home screen of the admin', async () => {
    await openAdmin(page, { cms });
    editSource('cms/src/admin/home/Home.tsx', 'Your website', 'Edited website');
    await expect(page.getByRole('heading', { name: 'Edited website' })).toBeVisible(CMS_START);
  });

  // Last, because Strapi's develop mode restarts too, and misses an edit that follows within its restart.
  await test.step('a module that the site shares with the CMS', async () => {
    await page.goto(site);
    const email = page.getByRole('contentinfo').locator('a[href^="mailto:"]');
    await expect(email).toHaveAttribute('href', /^mailto:[a-z@.]+$/);
    await mark();
    editSource('cms/src/shared/contact/emailAddress.ts', '?.[0]', '?.[0].toUpperCase()');
    await expect(email).toHaveAttribute('href', /^mailto:[A-Z@.]+$/);
    await expectNoReload();
  });
});
