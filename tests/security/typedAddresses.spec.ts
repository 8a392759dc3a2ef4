import { createServer } from 'node:http';
import { pathOf, publishInCms } from '../support/entries.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listenOnFreePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, type Stack, test } from '../support/stack.ts';

const FRIES = { uid: 'api::menu-side.menu-side', documentId: 'hand-cut-fries' };
const FROM_URLS = '/upload/actions/upload-from-urls';

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

async function readPictureId(stack: Stack): Promise<number> {
  const { results } = await (await stack.asAdmin('GET', '/upload/files?pageSize=1')).json();
  return results[0].id;
}

test('the CMS has no route for pictures by web address or webhooks', async ({ stack }) => {
  const url = 'http://127.0.0.1:9/picture.png';
  const webhook = { name: 'Hook', url, headers: {}, events: ['entry.update', 'entry.publish'] };
  for (const [method, path, body] of [
    ['POST', FROM_URLS, { urls: [url] }],
    ['PUT', FROM_URLS, { urls: [url] }],
    ['POST', `${FROM_URLS}/`, { urls: [url], folderId: null }],
    ['POST', `/api${FROM_URLS}`, { urls: [url] }],
    ['POST', '/admin/webhooks', webhook],
    ['PUT', '/admin/webhooks/1', webhook],
    ['DELETE', '/admin/webhooks/1', undefined],
    ['POST', '/admin/webhooks/batch-delete', { ids: ['1'] }],
    ['POST', '/admin/webhooks/1/trigger', {}],
  ] as const)
    expect((await stack.asAdmin(method, path, body)).status, `${method} ${path}`).toBe(405);
  // The admin's page, as for every path that is no route.
  expect(await (await stack.asAdmin('GET', '/admin/webhooks')).text()).toMatch(/^<!doctype html>/i);
});

test('the CMS connects to no address that an upload or an entry contains', async ({
  editableStack: stack,
}) => {
  const { url, countConnections, close } = await startInternalServer();
  const id = await readPictureId(stack);
  const file = { url, urls: [url], path: url, name: 'picture.png', provider: 'local' };
  const fields = { ...file, files: [file], fileInfo: file };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [method, path] of [
    ['POST', '/upload'],
    ['POST', '/upload/files'],
    ['POST', `/upload?id=${id}`],
    ['POST', `/upload/files/${id}/replace`],
    ['PUT', `/upload/files/${id}`],
    ['POST', '/api/upload'],
  ] as const)
    for (const body of [fields, form]) await (await stack.asAdmin(method, path, body)).text();
  for (const [method, path, body] of [
    ['POST', FROM_URLS, { urls: [url] }],
    ['POST', '/upload/actions/generate-ai-metadata', {}],
    ['PUT', `/content-manager/collection-types/plugin::upload.file/${id}`, { url }],
    ['PUT', pathOf(FRIES), { description: url }],
  ] as const)
    await (await stack.asAdmin(method, path, body)).text();
  await publishInCms(stack, FRIES, { description: 'Salted.' });
  expect(countConnections()).toBe(0);
  await close();
});

test('the admin offers an administrator no web address that the CMS would open', async ({ page, stack }) => {
  await openAdmin(page, stack, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  const main = page.getByRole('main');
  const items = page.getByRole('menuitem');
  const expectMenu = async () => {
    await expect(items).toHaveText(['New folder', 'Add pictures']);
    // Before it has the focus, the menu does not listen to keys.
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(items).toHaveCount(0);
  };

  await test.step('the menus of the media library add pictures of this device only', async () => {
    await main.getByRole('link', { name: 'All photographs' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expectMenu();
    // The menu of the empty part of the page.
    await main.click({ button: 'right', position: { x: 2, y: 2 } });
    await expectMenu();
  });

  await test.step('the dialog of an entry adds pictures of this device only', async () => {
    const byAddress = /web address|url|link/i;
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await main.getByRole('link', { name: 'First story' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: /add a picture/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add pictures' }).click();
    await expect(dialog.getByLabel(/choose pictures/)).toBeAttached();
    await expect(dialog.getByRole('tab', { name: byAddress })).toHaveCount(0);
    await expect(dialog.getByRole('textbox', { name: byAddress })).toHaveCount(0);
  });

  await test.step('the settings have no webhooks', async () => {
    await page.goto(`${stack.cms}/admin/settings/users`);
    await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /webhook/i })).toHaveCount(0);
  });
});
