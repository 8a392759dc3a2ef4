import { createServer } from 'node:http';
import { join } from 'node:path';
import { openAdmin } from '../support/openAdmin.ts';
import { copySeededData, expect, test as operations } from '../support/operations.ts';
import { PHONE } from '../support/phoneScreen.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { accounts, listenOnFreePort, signIn, test } from '../support/stack.ts';

const uidOf = (type: string) => `api::${type}.${type}`;

/** Starts a server that stands for one of the operator's own network, and counts the connections to it. */
async function startInternalServer() {
  let connections = 0;
  const server = createServer((_request, response) => response.end('internal'));
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}/picture.png`,
    countConnections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

for (const [role, email, password] of [
  ['the owner', accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD],
  ['an administrator', accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD],
])
  test(`the CMS connects to no address that ${role} sends`, async ({ editableStack: stack }) => {
    const { url, countConnections, close } = await startInternalServer();
    const token = await signIn(stack.cms, email ?? '', password ?? '');
    const send = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${stack.cms}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          // The CMS would end a new connection before it has received all of a form that it rejects.
          ...(body instanceof FormData ? {} : { connection: 'close', 'content-type': 'application/json' }),
        },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const library = JSON.parse((await send('GET', '/upload/files')).text);
    const { id } = library.results[0];

    const fromUrls = '/upload/actions/upload-from-urls';
    const webhook = { name: 'Hook', url, headers: {}, events: ['entry.update', 'entry.publish'] };
    for (const [method, path, body] of [
      ['POST', fromUrls, { urls: [url] }],
      ['PUT', fromUrls, { urls: [url] }],
      ['POST', `${fromUrls}/`, { urls: [url], folderId: null }],
      ['POST', `/api${fromUrls}`, { urls: [url] }],
      ['POST', '/admin/webhooks', webhook],
      ['PUT', '/admin/webhooks/1', webhook],
      ['DELETE', '/admin/webhooks/1', undefined],
      ['POST', '/admin/webhooks/batch-delete', { ids: ['1'] }],
      ['POST', '/admin/webhooks/1/trigger', {}],
    ] as const)
      expect([404, 405], `${method} ${path}`).toContain((await send(method, path, body)).status);

    // The admin's page, as for every path that is no route.
    expect((await send('GET', '/admin/webhooks')).text).toMatch(/^<!doctype html>/i);

    for (const [method, path] of [
      ['POST', '/upload'],
      ['POST', '/upload/files'],
      ['POST', `/upload?id=${id}`],
      ['POST', `/upload/files/${id}/replace`],
      ['PUT', `/upload/files/${id}`],
      ['POST', '/api/upload'],
    ] as const) {
      const file = { url, urls: [url], path: url, name: 'picture.png', provider: 'local' };
      const fields = { ...file, files: [file], fileInfo: file };
      const form = new FormData();
      for (const [name, value] of Object.entries(fields))
        form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
      for (const body of [fields, form]) await send(method, path, body);
    }
    await send('POST', '/upload/actions/generate-ai-metadata', {});
    await send('PUT', `/content-manager/collection-types/plugin::upload.file/${id}`, { url });
    const fries = `/content-manager/collection-types/${uidOf('menu-side')}/hand-cut-fries`;
    expect((await send('POST', `${fries}/actions/publish`, { description: 'Salted.' })).status).toBe(200);
    expect(countConnections()).toBe(0);
    await close();
  });

operations('the CMS sends nothing to a webhook of an earlier version', async ({ scratch, startCms }) => {
  const { url, countConnections, close } = await startInternalServer();
  const dataDir = copySeededData(join(scratch, 'data'));
  withSqlite(databaseFile(dataDir), (database) =>
    database
      .prepare(
        "INSERT INTO strapi_webhooks (name, url, headers, events, enabled) VALUES ('Kitchen', ?, '{}', '[\"entry.publish\"]', 1)",
      )
      .run(url),
  );
  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  const token = await signIn(cms.address, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  const publish = async (description: string) => {
    const path = `/content-manager/collection-types/${uidOf('menu-side')}/hand-cut-fries/actions/publish`;
    const response = await fetch(cms.address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description }),
    });
    expect(response.status).toBe(200);
  };
  // A webhook of the first is sent before the second has an answer.
  for (const description of ['Salted.', 'Salted twice.']) await publish(description);
  expect(countConnections()).toBe(0);
  expect(cms.output).toContain('The webhook “Kitchen” is not sent any more');
  await close();
});

const BY_ADDRESS = /web address|url|link/i;

for (const viewport of [{ width: 1440, height: 900 }, PHONE])
  test(`the admin offers no pictures by web address at ${viewport.width} px`, async ({ page, stack }) => {
    await page.setViewportSize(viewport);
    await openAdmin(page, stack);
    const items = page.getByRole('menuitem');
    const expectMenu = async () => {
      await expect(items).toHaveText(['New folder', 'Add pictures']);
      // Before it has the focus, the menu does not listen to keys.
      await expect(page.getByRole('menu')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(items).toHaveCount(0);
    };
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'All photographs' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expectMenu();
    // The menu of the empty part of the page.
    await main.click({ button: 'right', position: { x: 2, y: 2 } });
    await expectMenu();

    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await main.getByRole('link', { name: 'First story' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Press to add a picture, or drop one here' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add pictures' }).click();
    await expect(dialog.getByLabel('Press to choose pictures, or drop them here')).toBeAttached();
    await expect(dialog.getByRole('tab', { name: BY_ADDRESS })).toHaveCount(0);
    await expect(dialog.getByRole('textbox', { name: BY_ADDRESS })).toHaveCount(0);
  });

test('the settings of an administrator have no webhooks', async ({ page, stack }) => {
  await page.goto(`${stack.cms}/admin`);
  await page.getByLabel('Email').fill(accounts.ADMIN_EMAIL);
  await page.getByRole('textbox', { name: 'Password' }).fill(accounts.ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${stack.cms}/admin/settings/users`);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /webhook/i })).toHaveCount(0);
});
