import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toRequest } from '../../cms/src/shared/requests/changeCommands.ts';
import { queries } from '../../web/src/content/queries.ts';
import { cmsTypes, componentFields, readSchema } from '../support/contentTypes.ts';
import { accounts, expect, type Stack, signIn, test } from '../support/stack.ts';

const CMS = fileURLToPath(new URL('../../cms', import.meta.url));
/** The text of drafts, which only accounts that may read the entry may get. */
const DRAFT = 'a soup that is not ready yet';
const FRIES = 'hand-cut-fries';
const SIDE = 'menu-side';
const HOURS = 'contact-hours';
const IS_CREATOR = ['admin::is-creator'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PRESENT_ACTIONS = ['read', 'update', 'delete', 'publish'];
/** The requests of the first screen's card about today. */
const TODAY_REQUESTS: [method: string, path: string, body?: object][] = [
  ['GET', '/today'],
  ['PUT', '/today/hours', { closed: true }],
  ['DELETE', '/today/hours'],
  ['PUT', '/today/notice', { text: 'Closed', until: '2099-01-01T10:00' }],
  ['DELETE', '/today/notice'],
];

const uidOf = (type: string) => `api::${type}.${type}`;
const entryPath = (type: string, documentId: string) =>
  `/content-manager/collection-types/${uidOf(type)}/${documentId}`;

interface Permission {
  action: string;
  subject: string | null;
  properties: { fields?: string[] };
  conditions: string[];
}

/** Lists all fields of a type as Strapi's permissions name them. */
const listFields = (type: string) =>
  Object.entries(readSchema(type).attributes).flatMap(([name, attribute]) => {
    const component = 'component' in attribute ? String(attribute.component) : '';
    const fields = componentFields[component];
    return fields ? Object.keys(fields).map((field) => `${name}.${field}`) : [name];
  });

/** Returns the permissions for some actions of a type. */
const permit = (
  type: string,
  actions: string[],
  conditions: string[] = [],
  fields = listFields(type),
): Permission[] =>
  actions.map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject: uidOf(type),
    properties: ['delete', 'publish'].includes(action) ? {} : { fields },
    conditions,
  }));

interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare it with what they expect.
  body: any;
}

type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Creates an account whose only role has these permissions, and returns a function that sends requests as this account. */
async function createAccount(
  stack: Stack,
  name: string,
  permissions: Permission[],
): Promise<{ send: Send; email: string }> {
  const role = await stack.asAdmin('POST', '/admin/roles', { name, description: 'A role of a test.' });
  const { id: roleId } = (await role.json()).data;
  const granted = await stack.asAdmin('PUT', `/admin/roles/${roleId}/permissions`, { permissions });
  expect(granted.status, await granted.text()).toBe(200);
  const email = `${name.toLowerCase()}@test.example`;
  const created = await stack.asAdmin('POST', '/admin/users', { email, firstname: name, roles: [roleId] });
  const changes = { isActive: true, password: accounts.OWNER_PASSWORD };
  const { id } = (await created.json()).data;
  expect((await stack.asAdmin('PUT', `/admin/users/${id}`, changes)).status).toBe(200);
  const token = await signIn(stack.cms, email, accounts.OWNER_PASSWORD);
  return { email, send: (method, path, body) => sendRequest(stack.cms + path, method, token, body) };
}

async function sendRequest(url: string, method: string, token: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, connection: 'close', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text;
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Saves the draft of an entry as the admin's Save button does. */
async function saveDraft(stack: Stack, type: string, documentId: string, data: object): Promise<void> {
  const { status } = await stack.asAdmin('PUT', entryPath(type, documentId), data);
  expect(status).toBe(200);
}

/** Returns the ids of the versions of an entry, newest first. */
async function listVersionIds(stack: Stack, type: string, documentId: string): Promise<number[]> {
  const answer = await stack.asAdmin('GET', `/versions?uid=${uidOf(type)}&documentId=${documentId}`);
  return (await answer.json()).map(({ id }: { id: number }) => id);
}

/** Makes the drafts of a type ten days old, and its published versions twenty. */
async function makeOld(stack: Stack, type: string): Promise<void> {
  const { collectionName } = readSchema(type);
  for (const [condition, days] of [
    ['published_at IS NULL', 10],
    ['published_at IS NOT NULL', 20],
  ] as const)
    await stack.runStatement(
      `UPDATE "${collectionName}" SET updated_at = ${Date.now() - days * 86_400_000} WHERE ${condition}`,
    );
}

/** Returns the sides that the CMS sends to a preview, by their names, with their descriptions. */
async function readPreviewedSides(stack: Stack, url: string): Promise<Record<string, string>> {
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('preview') ?? '';
  const answer = await fetch(`${stack.cms}/api/menu-sides?status=draft&pagination[pageSize]=100`, {
    headers: { 'x-preview-token': token, connection: 'close' },
  });
  expect(answer.status).toBe(200);
  const { data }: { data: { sideName: string; description: string }[] } = await answer.json();
  return Object.fromEntries(data.map(({ sideName, description }) => [sideName, description]));
}

interface Route {
  method: string;
  path: string;
  /** Whether code of this project has registered it. */
  isOurs: boolean;
}

/** Lists all routes of a CMS on seeded data, which is loaded and listens on no port. */
async function listRoutes(): Promise<Route[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'routes-'));
  cpSync(String(process.env.SEEDED_DATA_DIR), dataDir, { recursive: true });
  const script = `
    const { createStrapi } = require('@strapi/strapi');
    const strapi = createStrapi({ appDir: process.cwd(), distDir: process.cwd() + '/dist' });
    const { server } = strapi;
    const { routes: addRoutes } = server;
    const ours = [];
    server.routes = function (routes) {
      if (new Error().stack.includes(process.cwd() + '/dist/src/')) {
        const { type, routes: list } = Array.isArray(routes) ? { routes } : routes;
        ours.push(...list.map(({ method, path }) => method + ' ' + (type === 'content-api' ? '/api' : '') + path));
      }
      return addRoutes.call(this, routes);
    };
    strapi.load().then(() => {
      server.mount();
      const all = server.listRoutes().flatMap(({ methods, path }) =>
        methods.map((method) => ({ method, path, isOurs: ours.includes(method + ' ' + path) })));
      process.send([all, ours.filter((name) => !all.some(({ method, path }) => name === method + ' ' + path))]);
    });`;
  const child = spawn(process.execPath, ['-e', script], {
    cwd: CMS,
    env: { ...process.env, ...accounts, NODE_ENV: 'production', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message]: [routes: Route[], missing: string[]][] = await once(child, 'message');
  const [routes, missing] = message ?? [[], ['all']];
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(dataDir, { recursive: true });
  // The walk must not miss a route because the script names it differently.
  expect(missing).toEqual([]);
  return routes.filter(({ method }) => METHODS.includes(method));
}

/** Our routes that ask for no permission, with the reason and the status. */
const OPEN_ROUTES = [
  // They redirect to the public site.
  'GET /site 302',
  'GET /site/menu 302',
  // The page of the sign-in asks before anybody is signed in.
  'GET /password-mail 200',
  // Answers the doctor, who has a token of its own, and nobody else.
  'GET /client-address 404',
];

/** A route of Strapi that every signed-in account could use without our code. */
const RESTRICTED_ROUTES = ['GET /content-manager/preview/url/:contentType'];

/** Our routes that answer an account with conditions with what it may see, even when that is nothing. */
const SELECTING_ROUTES = [
  'GET /menu 200',
  'POST /menu/publish 200',
  'GET /versions/menu 200',
  'GET /warnings 200',
];

/** With this route the CMS asks a server of Strapi's how long a license is valid; tests use no outside network. */
const LICENSE_PATH = '/admin/license-trial-time-left';

/** Collects the texts of a content. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

test('an account that may do nothing gets 403 from every route of ours, and no content from any route of the CMS', async ({
  // The walk fails to sign in about as often as the limit allows.
  ownStack: stack,
}) => {
  const routes = await listRoutes();
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });
  await makeOld(stack, SIDE);
  const [versionId] = await listVersionIds(stack, SIDE, FRIES);
  const before = await Promise.all(Object.keys(cmsTypes).map((type) => stack.readContent(type)));
  const texts = before.flatMap((content) =>
    Object.values(JSON.parse(content).data)
      .flatMap(listTexts)
      .filter((text) => text.includes(' ') && text.length > 12),
  );
  expect(texts.length).toBeGreaterThan(50);
  const { send, email } = await createAccount(stack, 'Nobody', []);
  const fill = (path: string) =>
    path
      .replace(/:(model|contentType|uid)\b/, encodeURIComponent(uidOf(SIDE)))
      .replace(':type', SIDE)
      .replace(
        /:(id|documentId)\b/,
        path.startsWith('/versions') ? String(versionId) : path.startsWith('/menu') ? FRIES : '1',
      )
      .replaceAll(/:\w+(\([^)]*\))?/g, '1')
      .replaceAll(/\(.*\)/g, 'x');
  const query = `uid=${uidOf(SIDE)}&documentId=${FRIES}&status=draft`;

  const open: string[] = [];
  const leaks: string[] = [];
  let walked = 0;
  let current = send;
  for (const { method, path, isOurs } of routes.filter((route) => route.path !== LICENSE_PATH)) {
    const target = `${fill(path)}${method === 'GET' && !path.includes('*') ? `?${query}` : ''}`;
    const { status, text, body } = await current(
      method,
      target,
      method === 'GET' ? undefined : { fileIds: [1] },
    );
    walked += 1;
    if ([DRAFT, ' is in use ', ...texts].some((content) => text.includes(content)))
      leaks.push(`${method} ${path}`);
    const isRestricted = isOurs || RESTRICTED_ROUTES.includes(`${method} ${path}`);
    if (isRestricted && status !== 403) open.push(`${method} ${path} ${status}`);
    if (isRestricted && status === 403)
      expect(body, `${method} ${path}`).toEqual({
        data: null,
        error: {
          status: 403,
          name: expect.any(String),
          message: expect.stringMatching(/^(Forbidden|Policy Failed)$/),
          details: {},
        },
      });
    // Some routes end the sessions of the account that calls them.
    if (path.startsWith('/admin/')) {
      const { status: still } = await current('GET', '/admin/users/me');
      if (still === 401) {
        const token = await signIn(stack.cms, email, accounts.OWNER_PASSWORD);
        current = (...[sent, address, data]) => sendRequest(stack.cms + address, sent, token, data);
      }
    }
  }
  for (const path of ['/versions/999999', '/versions/999999/look', '/versions/x'])
    expect((await current('GET', path)).status, path).toBe(403);
  expect(leaks).toEqual([
    // Published content, which everybody may read.
    ...Object.values(queries)
      .map(({ path }) => `GET ${path}`)
      .filter((path) => leaks.includes(path)),
  ]);
  expect(open.sort()).toEqual([...OPEN_ROUTES].sort());
  const ours = routes.filter(({ isOurs }) => isOurs);
  test.info().annotations.push({ type: 'routes', description: `${ours.length} of ours, ${walked} in all` });
  expect(ours.length).toBeGreaterThanOrEqual(24);
  expect(await Promise.all(Object.keys(cmsTypes).map((type) => stack.readContent(type)))).toEqual(before);
});

test('an account whose permissions carry conditions gets 403 from every route of ours about the entries of others', async ({
  editableStack: stack,
}) => {
  const routes = (await listRoutes()).filter(({ isOurs }) => isOurs);
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });
  await makeOld(stack, SIDE);
  const [versionId] = await listVersionIds(stack, SIDE, FRIES);
  const types = Object.keys(cmsTypes);
  const permissions = types.flatMap((type) => permit(type, PRESENT_ACTIONS, IS_CREATOR));
  const { send } = await createAccount(stack, 'Conditional', permissions);
  const readAll = () => Promise.all(types.map((type) => stack.readContent(type)));
  const before = await readAll();
  const open: string[] = [];
  for (const { method, path } of routes) {
    const target = path
      .replace(':type', SIDE)
      .replace(':id', path.startsWith('/versions') ? String(versionId) : FRIES)
      .replaceAll(/:\w+/g, '1');
    const query = `?uid=${uidOf(SIDE)}&documentId=${FRIES}&status=draft`;
    const { status, text } = await send(
      method,
      method === 'GET' ? target + query : target,
      method === 'GET' ? undefined : { version: versionId },
    );
    expect(text, `${method} ${path}`).not.toContain(DRAFT);
    if (status !== 403) open.push(`${method} ${path} ${status}`);
  }
  expect(open.sort()).toEqual([...OPEN_ROUTES, ...SELECTING_ROUTES].sort());
  expect(await readAll()).toEqual(before);
});

/** Creates an account that may change what it has added. */
const createHelper = (stack: Stack) =>
  createAccount(stack, 'Helper', [
    ...permit(SIDE, ['create']),
    ...[SIDE, 'menu-soft-drinks', 'homepage', 'contactpage', 'website-name'].flatMap((type) =>
      permit(type, PRESENT_ACTIONS, IS_CREATOR),
    ),
  ]);

/** Adds a side as an account does with Strapi's form, and returns its document id. */
async function addSide(send: Send, sideName: string): Promise<string> {
  const answer = await send('POST', `/content-manager/collection-types/${uidOf(SIDE)}`, {
    sideName,
    description: 'Mine',
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.documentId;
}

test('an account that may change only what it has added can use neither today’s card nor another’s dishes', async ({
  editableStack: stack,
}) => {
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });
  const { send } = await createHelper(stack);
  const before = [await stack.readContent(SIDE), await stack.readContent('contactpage')];
  const words = { name: 'Slaw', description: '', seen: { name: 'Hand-Cut Fries', description: DRAFT } };
  for (const [method, path, body] of [
    ...TODAY_REQUESTS,
    ['PUT', `/menu/${SIDE}/order`, { ids: [], seen: [] }],
    ['PUT', `/menu/${SIDE}/items/${FRIES}/shown`, { shown: false }],
    ['PUT', `/menu/${SIDE}/items/${FRIES}`, words],
    ['DELETE', `/menu/${SIDE}/items/${FRIES}`],
    ['POST', '/menu/menu-soft-drinks/items', { name: 'Cola' }],
  ] as const) {
    const { status, text } = await send(method, path, body);
    expect(status, `${method} ${path} ${text}`).toBe(403);
  }
  expect([await stack.readContent(SIDE), await stack.readContent('contactpage')]).toEqual(before);
});

test('an account that may change only what it has added can use the menu for it, and sees nothing else there', async ({
  editableStack: stack,
}) => {
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });
  const { send } = await createHelper(stack);
  const id = await addSide(send, 'Roast Beets');
  const menu = await send('GET', '/menu');
  expect(menu.body).toMatchObject({
    sections: [{ id: 'menu-sides', lists: [{ type: SIDE, items: [{ id, name: 'Roast Beets' }] }] }],
    unpublished: 1,
  });
  expect((await send('POST', `/menu/${SIDE}/items`, { name: 'Slaw', description: '' })).status).toBe(200);
  const path = `/menu/${SIDE}/items/${id}`;
  const seen = { name: 'Roast Beets', description: 'Mine' };
  const isOnSite = async (text: string) => (await stack.readContent(SIDE)).includes(text);
  expect((await send('PUT', path, { name: 'Beets', description: '', seen })).status).toBe(200);
  expect((await send('POST', '/menu/publish')).status).toBe(200);
  expect([await isOnSite('Beets'), await isOnSite(DRAFT)]).toEqual([true, false]);
  expect((await send('PUT', `${path}/shown`, { shown: false })).status).toBe(200);
  expect((await send('PUT', `${path}/shown`, { shown: true })).status).toBe(200);
  const deleted = await send('DELETE', path);
  expect(deleted.status).toBe(200);
  const undo = toRequest(deleted.body.undo);
  expect((await send(undo.method, undo.path, undo.body)).status).toBe(200);
  // It still belongs to the account that has added it.
  expect((await send('PUT', `${path}/shown`, { shown: false })).status).toBe(200);
});

test('a dish stays that of the account that has added it when somebody else takes it off and puts it back', async ({
  editableStack: stack,
}) => {
  const { send } = await createHelper(stack);
  const id = await addSide(send, 'Roast Beets');
  expect((await send('POST', '/menu/publish')).status).toBe(200);
  for (const shown of [false, true])
    expect((await stack.asAdmin('PUT', `/menu/${SIDE}/items/${id}/shown`, { shown })).status).toBe(200);
  const menu = await send('GET', '/menu');
  expect(menu.body.sections).toMatchObject([{ lists: [{ items: [{ id, name: 'Roast Beets' }] }] }]);
  expect((await send('PUT', `/menu/${SIDE}/items/${id}/shown`, { shown: false })).status).toBe(200);
});

test('an account that may not read every field of dishes gets 403 for the menu instead of an empty one', async ({
  editableStack: stack,
}) => {
  const { send } = await createAccount(stack, 'Reader', permit(SIDE, ['read'], [], ['sideName']));
  expect((await send('GET', '/menu')).status).toBe(403);
});

test('an account that may publish but not update is told of another’s draft that it would publish', async ({
  editableStack: stack,
}) => {
  const { send } = await createAccount(stack, 'Publisher', permit(SIDE, ['read', 'publish']));
  const opened = (await send('GET', entryPath(SIDE, FRIES))).body.data;
  const { sideName, description } = opened;
  await saveDraft(stack, SIDE, FRIES, { sideName, description: DRAFT });
  const form = { sideName, description, _openedContent: opened };
  const answer = await send('POST', `${entryPath(SIDE, FRIES)}/actions/publish`, form);
  expect(answer.status, answer.text).toBe(409);
  expect(await stack.readContent(SIDE)).not.toContain(DRAFT);
});

test('an admin token, which has no session, gets 403 for the link to an earlier version', async ({
  editableStack: stack,
}) => {
  const own: { data: (Permission & { actionParameters: object })[] } = await (
    await stack.asAdmin('GET', '/admin/users/me/permissions')
  ).json();
  const adminPermissions = own.data
    .filter(({ subject }) => subject === uidOf(SIDE))
    .map(({ action, subject, properties, conditions, actionParameters }) => ({
      action,
      subject,
      properties,
      conditions,
      actionParameters,
    }));
  const created = await stack.asAdmin('POST', '/admin/admin-tokens', {
    kind: 'admin',
    name: 'script',
    description: '',
    lifespan: null,
    adminPermissions,
  });
  const token: { data: { accessKey: string } } = await created.json();
  const [version] = await listVersionIds(stack, SIDE, FRIES);
  const url = `${stack.cms}/versions/${version}`;
  expect((await sendRequest(url, 'GET', token.data.accessKey, undefined)).status).toBe(200);
  expect((await sendRequest(`${url}/look`, 'GET', token.data.accessKey, undefined)).status).toBe(403);
});

test('an account gets warnings about the drafts that it may read and publish, and no others', async ({
  editableStack: stack,
}) => {
  const { send } = await createHelper(stack);
  const id = await addSide(send, 'Roast Beets');
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Secret fries', description: DRAFT });
  await makeOld(stack, SIDE);
  const { status, body } = await send('GET', '/warnings');
  expect(status).toBe(200);
  expect(body.warnings).toEqual([
    {
      sentence: '“Roast Beets” was added 10 days ago and not published: the site doesn’t show it.',
      link: { label: 'Open “Roast Beets”', path: entryPath(SIDE, id) },
    },
  ]);
});

test('an account lists, reads, looks at and brings back the versions of its own entries only', async ({
  editableStack: stack,
}) => {
  const { send } = await createHelper(stack);
  const id = await addSide(send, 'Roast Beets');
  expect((await send('POST', '/menu/publish')).status).toBe(200);
  const [own] = await listVersionIds(stack, SIDE, id);
  const [others] = await listVersionIds(stack, SIDE, FRIES);
  const [hours] = await listVersionIds(stack, 'contactpage', HOURS);
  const statusOf = async (method: string, path: string) => (await send(method, path)).status;
  const listPath = (type: string, documentId: string) =>
    `/versions?uid=${uidOf(type)}&documentId=${documentId}`;
  expect(await statusOf('GET', listPath(SIDE, id))).toBe(200);
  expect(await statusOf('GET', listPath(SIDE, FRIES))).toBe(403);
  expect(await statusOf('GET', listPath('contactpage', HOURS))).toBe(403);
  for (const [version, status] of [
    [own, 200],
    [others, 403],
    [hours, 403],
  ] as const) {
    expect(await statusOf('GET', `/versions/${version}`)).toBe(status);
    expect(await statusOf('GET', `/versions/${version}/look`)).toBe(status);
    expect(await statusOf('POST', `/versions/${version}/bring-back`)).toBe(status);
  }
  const delete_ = (documentId: string) => stack.asAdmin('DELETE', `/menu/${SIDE}/items/${documentId}`);
  expect((await delete_(FRIES)).status).toBe(200);
  expect((await delete_(id)).status).toBe(200);
  const listed = await send('GET', '/versions/menu');
  expect(listed.body.map(({ documentId }: { documentId: string }) => documentId)).toEqual([id]);
  const [deletedFries] = await listVersionIds(stack, SIDE, FRIES);
  expect(await statusOf('POST', `/versions/${deletedFries}/bring-back`)).toBe(403);
  expect((await send('POST', `/menu/${SIDE}/restored-items`, { version: deletedFries })).status).toBe(403);
  const [deleted] = await listVersionIds(stack, SIDE, id);
  expect(await statusOf('POST', `/versions/${deleted}/bring-back`)).toBe(200);
});

test('bringing a deleted dish back needs the permission to create', async ({ editableStack: stack }) => {
  const { send } = await createAccount(stack, 'Cook', permit(SIDE, PRESENT_ACTIONS));
  const deleted = await send('DELETE', `/menu/${SIDE}/items/${FRIES}`);
  expect(deleted.status).toBe(200);
  const [version] = await listVersionIds(stack, SIDE, FRIES);
  expect((await send('POST', `/versions/${version}/bring-back`)).status).toBe(403);
  expect((await send('POST', `/menu/${SIDE}/restored-items`, { version })).status).toBe(403);
  expect(await stack.readContent(SIDE)).not.toContain('Hand-Cut Fries');
});

test('an account gets preview links of the entries that it may read, and sees their drafts only', async ({
  editableStack: stack,
}) => {
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });
  const { send } = await createHelper(stack);
  const id = await addSide(send, 'Roast Beets');
  const linkTo = (type: string, documentId: string, status = 'draft') =>
    send('GET', `/content-manager/preview/url/${uidOf(type)}?documentId=${documentId}&status=${status}`);
  for (const [type, documentId] of [
    [SIDE, FRIES],
    ['contactpage', HOURS],
    ['website-name', id],
    ['website-tab', 'tab-home'],
  ] as const)
    for (const status of ['draft', 'published'])
      expect((await linkTo(type, documentId, status)).status, `${type} ${status}`).toBe(403);
  const link = await linkTo(SIDE, id);
  expect(link.status).toBe(200);
  const sides = await readPreviewedSides(stack, link.body.data.url);
  expect(sides['Roast Beets']).toBe('Mine');
  expect(sides['Hand-Cut Fries']).toEqual(expect.stringContaining(' '));
  expect(Object.values(sides)).not.toContain(DRAFT);
  const token = new URLSearchParams(new URL(link.body.data.url).hash.slice(1)).get('preview') ?? '';
  const read = async (path: string) =>
    (await fetch(stack.cms + path, { headers: { 'x-preview-token': token, connection: 'close' } })).text();
  const single = `/content-manager/single-types/${uidOf('menu-soft-drinks')}`;
  expect((await stack.asAdmin('PUT', single, { subHeading: DRAFT })).status).toBe(200);
  const drinks = await read('/api/menu-soft-drinks?status=draft');
  expect(drinks).toContain('subHeading');
  expect(drinks).not.toContain(DRAFT);
  const filter = 'filters[description][$contains]=soup';
  for (const path of [
    `/${FRIES}?status=draft`,
    `?status=draft&${filter}`,
    '?status=draft&pagination[limit]=1',
  ])
    expect(await read(`/api/menu-sides${path}`), path).not.toContain(DRAFT);
  const counted = JSON.parse(await read(`/api/menu-sides?status=draft&pagination[withCount]=true&${filter}`));
  expect(counted.meta.pagination.total).toBe(0);
});

test('Publish the menu publishes nothing when the account may not publish one of the changes that it sees', async ({
  editableStack: stack,
}) => {
  const { send } = await createAccount(stack, 'Cook', [
    ...permit(SIDE, ['read', 'create']),
    ...permit(SIDE, ['update', 'publish'], IS_CREATOR),
  ]);
  await addSide(send, 'Roast Beets');
  await saveDraft(stack, SIDE, FRIES, { sideName: 'New fries', description: DRAFT });
  const before = await stack.readContent(SIDE);
  const { status, body } = await send('POST', '/menu/publish');
  expect(status).toBe(403);
  expect(body.error.message).toBe(
    'Your account may not publish “New fries”, so nothing was published. Ask whoever looks after the site.',
  );
  expect(await stack.readContent(SIDE)).toBe(before);
});

test('the deletion of a picture in use is refused without telling what the account may not see', async ({
  editableStack: stack,
}) => {
  const { results } = await (await stack.asAdmin('GET', '/upload/files')).json();
  const { id, name } = results.find((file: { name: string }) => file.name.includes('lasagna'));
  const permitUploads = (conditions: string[]) =>
    ['plugin::upload.read', 'plugin::upload.assets.update'].map((action) => ({
      action,
      subject: null,
      properties: {},
      conditions,
    }));
  const photographer = await createAccount(stack, 'Photographer', permitUploads([]));
  const refused = await photographer.send('DELETE', `/upload/files/${id}`);
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toBe(
    `“${name}” is in use (a place that your account may not see): take it out there and publish, then delete it here.`,
  );
  const guest = await createAccount(stack, 'Guest', permitUploads(IS_CREATOR));
  for (const [method, path] of [
    ['DELETE', `/upload/files/${id}`],
    ['POST', '/upload/actions/bulk-delete'],
  ] as const) {
    const { status, text } = await guest.send(method, path, { fileIds: [id] });
    expect(status, path).toBe(403);
    expect(text).not.toContain(name);
  }
});

test('routes that write a field need the permission for this field', async ({ editableStack: stack }) => {
  const { send } = await createAccount(stack, 'Cook', [
    ...permit(SIDE, ['read', 'publish']),
    ...permit(SIDE, ['create', 'update'], [], ['description']),
    ...permit('contactpage', ['read', 'publish']),
    ...permit('contactpage', ['update'], [], ['description', 'specialDays.hours']),
    ...permit('menu-soft-drinks', ['read', 'publish']),
    ...permit('menu-soft-drinks', ['update'], [], ['subHeading']),
  ]);
  const order = (await send('GET', '/menu')).body.sections[0].lists[0].items.map(
    ({ id }: { id: string }) => id,
  );
  const [version] = await listVersionIds(stack, SIDE, FRIES);
  for (const [method, path, body] of [
    [
      'PUT',
      `/menu/${SIDE}/items/${FRIES}`,
      { name: 'Slaw', description: '', seen: { name: 'Hand-Cut Fries' } },
    ],
    ['POST', `/menu/${SIDE}/items`, { name: 'Slaw', description: '' }],
    ['PUT', `/menu/${SIDE}/order`, { ids: order.toReversed(), seen: order }],
    ['POST', '/menu/menu-soft-drinks/items', { name: 'Cola' }],
    ['POST', `/versions/${version}/bring-back`],
    ['PUT', '/today/hours', { closed: true }],
  ] as const) {
    const { status, text } = await send(method, path, body);
    expect(status, `${method} ${path} ${text}`).toBe(403);
  }
  // This writes no field.
  expect((await send('PUT', `/menu/${SIDE}/items/${FRIES}/shown`, { shown: false })).status).toBe(200);
});

test('an account that may change special days only can close today', async ({ editableStack: stack }) => {
  const fields = listFields('contactpage').filter((name) => name.startsWith('specialDays.'));
  const { send } = await createAccount(stack, 'Host', [
    ...permit('contactpage', ['read', 'update'], [], fields),
    ...permit('contactpage', ['publish']),
  ]);
  const today = await send('GET', '/today');
  expect(today.body).toMatchObject({ canChangeHours: true, canChangeNotice: false });
  const closed = await send('PUT', '/today/hours', { closed: true, date: today.body.date });
  expect(closed.body).toMatchObject({ isClosed: true });
  expect((await send('PUT', '/today/notice', { text: 'Hello', until: '2099-01-01T10:00' })).status).toBe(403);
});

for (const [name, permissions] of [
  [
    'publish the hours and the notice but change only other words of them',
    [
      ...permit('contactpage', ['read', 'publish']),
      ...permit('contactpage', ['update'], [], ['subHeadings']),
      ...permit('website-name', ['read', 'publish']),
      ...permit('website-name', ['update'], [], ['websiteName']),
    ],
  ],
  [
    'change the hours and the notice but not publish them',
    [...permit('contactpage', ['read', 'update']), ...permit('website-name', ['read', 'update'])],
  ],
] as const)
  test(`an account that may ${name} gets 403 from today’s card`, async ({ editableStack: stack }) => {
    const { send } = await createAccount(stack, 'Helper', [...permissions]);
    for (const [method, path, body] of TODAY_REQUESTS) {
      const { status, text } = await send(method, path, body);
      expect(status, `${method} ${path} ${text}`).toBe(403);
    }
  });

test('an account that may change what its role has added is told of a conflict there, and of none elsewhere', async ({
  editableStack: stack,
}) => {
  const { send } = await createAccount(stack, 'Helper', [
    ...permit(SIDE, ['create']),
    ...permit(SIDE, ['read', 'update'], ['admin::has-same-role-as-creator']),
  ]);
  const id = await addSide(send, 'Roast Beets');
  const opened = { sideName: 'Roast Beets', description: 'Mine' };
  await saveDraft(stack, SIDE, id, { description: 'Changed by another' });
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });
  const form = { ...opened, description: 'Changed here', _openedContent: opened };
  const conflict = await send('PUT', entryPath(SIDE, id), form);
  expect(conflict.status).toBe(409);
  const refused = await send('PUT', entryPath(SIDE, FRIES), form);
  expect(refused.status).toBe(403);
  expect(refused.text).not.toContain(DRAFT);
});

test('the first screen shows an account that may do nothing a sentence and no card, on a phone', async ({
  page,
  editableStack: stack,
}) => {
  const { email } = await createAccount(stack, 'Nobody', []);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.cms}/admin`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(accounts.OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Your account may not change anything yet.')).toBeVisible();
  for (const name of ['Today', 'Change words', 'Change the menu', 'Change photographs'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Menu/ })).toHaveCount(0);
});
