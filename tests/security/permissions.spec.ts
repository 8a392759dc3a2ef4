import { toRequest } from '../../cms/src/shared/requests/changeCommands.ts';
import { queries } from '../../web/src/content/queries.ts';
import { addAccount } from '../support/addAccount.ts';
import { cmsTypes, componentFields, readSchema } from '../support/contentTypes.ts';
import { listRoutes, type Route } from '../support/listRoutes.ts';
import { submitSignInForm } from '../support/openAdmin.ts';
import { saveAndSchedule } from '../support/schedule.ts';
import { accounts } from '../support/seededCopy.ts';
import { sendFrom } from '../support/sendFrom.ts';
import { expect, type Stack, signIn, test } from '../support/stack.ts';

/** The text of drafts, which only accounts that may read the entry may get. */
const DRAFT = 'a soup that is not ready yet';
const FRIES = 'hand-cut-fries';
const SIDE = 'menu-side';
const HOURS = 'contact-hours';
const IS_CREATOR = ['admin::is-creator'];
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
  await addAccount(stack, email, roleId);
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
  // It asks for the time first.
  'POST /menu/schedule 400',
  'GET /schedule 200',
  'GET /versions/menu 200',
  'GET /warnings 200',
];

/** With this route the CMS asks a server of Strapi's how long a license is valid; tests use no outside network. */
const LICENSE_PATH = '/admin/license-trial-time-left';

/** The content of all types as the CMS publishes it. */
const readAllContent = (stack: Stack) =>
  Promise.all(Object.keys(cmsTypes).map((type) => stack.readContent(type)));

/** Collects the texts of a content. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** Lists the texts that a response with content has, of the fields of every type. */
async function listPublishedTexts(stack: Stack): Promise<string[]> {
  const fields = (await readAllContent(stack)).flatMap((content) => Object.values(JSON.parse(content).data));
  const texts = fields.flatMap(listTexts).filter((text) => text.includes(' ') && text.length > 12);
  expect(texts.length).toBeGreaterThan(50);
  return texts;
}

/** What the routes with an id are about. */
interface Targets {
  versionId: number | undefined;
  changeId: number | undefined;
}

/** Saves and schedules a draft that is old enough for a warning, and returns the ids of a version and of the change of its dish. */
async function prepareDraft(stack: Stack): Promise<Targets> {
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
  const entry = { uid: uidOf(SIDE), documentId: FRIES };
  const { changes } = await saveAndSchedule(
    stack,
    entry,
    { sideName: 'Hand-Cut Fries', description: DRAFT },
    tomorrow,
  );
  await makeOld(stack, SIDE);
  const [versionId] = await listVersionIds(stack, SIDE, FRIES);
  return { versionId, changeId: changes[0]?.id };
}

/** Returns a target that fills the parameters of a route, so that it is about the dish with the draft where it can be. */
function toTarget({ method, path }: Route, { versionId, changeId }: Targets): string {
  const ids = { versions: versionId, schedule: changeId, menu: FRIES };
  const [, id = '1'] = Object.entries(ids).find(([start]) => path.startsWith(`/${start}`)) ?? [];
  const target = path
    .replace(/:(model|contentType|uid)\b/, encodeURIComponent(uidOf(SIDE)))
    .replace(':type', SIDE)
    .replace(/:(id|documentId)\b/, path.includes('/entries/') ? FRIES : String(id))
    .replaceAll(/:\w+(\([^)]*\))?/g, '1')
    .replaceAll(/\(.*\)/g, 'x');
  const query = `uid=${uidOf(SIDE)}&documentId=${FRIES}&status=draft`;
  return method === 'GET' && !path.includes('*') ? `${target}?${query}` : target;
}

/** No other test signs in from here: the walk fails to about as often as the limit allows. */
const WALKER = '127.0.0.69';

/** Returns a function that sends requests as an account, which signs in again when one of them has ended its session. */
async function createWalker({ cms }: Stack, email: string): Promise<Send> {
  let token = await signIn(cms, email, accounts.OWNER_PASSWORD);
  const request = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, headers: received, text } = await sendFrom(WALKER, cms + path, { method, headers, body });
    const isJson = received['content-type']?.includes('json') && text;
    return { status, text, body: isJson ? JSON.parse(text) : undefined };
  };
  return async (method, path, body) => {
    const answer = await request(method, path, body);
    const isSignedIn =
      !path.startsWith('/admin/') || (await request('GET', '/admin/users/me')).status !== 401;
    if (!isSignedIn) token = await signIn(cms, email, accounts.OWNER_PASSWORD);
    return answer;
  };
}

const FORBIDDEN = {
  data: null,
  error: {
    status: 403,
    name: expect.any(String),
    message: expect.stringMatching(/^(Forbidden|Policy Failed)$/),
    details: {},
  },
};

test('an account that may do nothing gets 403 from every route of ours, and no content from any route', async ({
  editableStack: stack,
}) => {
  const routes = (await listRoutes()).filter(({ path }) => path !== LICENSE_PATH);
  const targets = await prepareDraft(stack);
  const before = await readAllContent(stack);
  const secrets = [DRAFT, ' is in use ', ...(await listPublishedTexts(stack))];
  const { email } = await createAccount(stack, 'Nobody', []);
  const send = await createWalker(stack, email);
  const open: string[] = [];
  const leaks: string[] = [];
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const body = route.method === 'GET' ? undefined : { fileIds: [1] };
    const answer = await send(route.method, toTarget(route, targets), body);
    if (secrets.some((content) => answer.text.includes(content))) leaks.push(name);
    if (!route.isOurs && !RESTRICTED_ROUTES.includes(name)) continue;
    if (answer.status === 403) expect(answer.body, name).toEqual(FORBIDDEN);
    else open.push(`${name} ${answer.status}`);
  }
  for (const path of ['/versions/999999', '/versions/999999/look', '/versions/x'])
    expect((await send('GET', path)).status, path).toBe(403);
  expect(open.sort()).toEqual([...OPEN_ROUTES].sort());
  const published = Object.values(queries).map(({ path }) => `GET ${path}`);
  expect(leaks.filter((name) => !published.includes(name))).toEqual([]);
  expect(routes.filter(({ isOurs }) => isOurs).length).toBeGreaterThanOrEqual(24);
  expect(await readAllContent(stack)).toEqual(before);
});

test('an account whose permissions carry conditions gets 403 from every route of ours about the entries of others', async ({
  editableStack: stack,
}) => {
  const routes = (await listRoutes()).filter(({ isOurs }) => isOurs);
  const targets = await prepareDraft(stack);
  const permissions = Object.keys(cmsTypes).flatMap((type) => permit(type, PRESENT_ACTIONS, IS_CREATOR));
  const { send } = await createAccount(stack, 'Conditional', permissions);
  const before = await readAllContent(stack);
  const open: string[] = [];
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const body = route.method === 'GET' ? undefined : { version: targets.versionId };
    const { status, text } = await send(route.method, toTarget(route, targets), body);
    expect(text, name).not.toContain(DRAFT);
    if (status !== 403) open.push(`${name} ${status}`);
  }
  expect(open.sort()).toEqual([...OPEN_ROUTES, ...SELECTING_ROUTES].sort());
  expect(await readAllContent(stack)).toEqual(before);
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

test('an account that may change only what it has added can change neither today nor another’s dishes', async ({
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
    ['PUT', `/menu/${SIDE}/items/${FRIES}/statement`, { statement: null, seen: null }],
    ['DELETE', `/menu/${SIDE}/items/${FRIES}`],
    ['POST', '/menu/menu-soft-drinks/items', { name: 'Cola' }],
  ] as const) {
    const { status, text } = await send(method, path, body);
    expect(status, `${method} ${path} ${text}`).toBe(403);
  }
  expect([await stack.readContent(SIDE), await stack.readContent('contactpage')]).toEqual(before);
});

test('an account that may change only what it has added sees nothing else on the menu', async ({
  editableStack: stack,
}) => {
  const { send } = await createHelper(stack);
  const id = await addSide(send, 'Roast Beets');
  const menu = await send('GET', '/menu');
  expect(menu.body).toMatchObject({
    sections: [{ id: 'menu-sides', lists: [{ type: SIDE, items: [{ id, name: 'Roast Beets' }] }] }],
    unpublished: 1,
  });
});

test('an account that may change only what it has added can use all of the menu for it', async ({
  editableStack: stack,
}) => {
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });
  const { send } = await createHelper(stack);
  const id = await addSide(send, 'Roast Beets');
  expect((await send('POST', `/menu/${SIDE}/items`, { name: 'Slaw', description: '' })).status).toBe(200);
  const path = `/menu/${SIDE}/items/${id}`;
  const seen = { name: 'Roast Beets', description: 'Mine' };
  const statement = { diet: 'vegan', answers: {}, confirmedFor: { ...seen, restoreId: null } };
  expect((await send('PUT', `${path}/statement`, { statement, seen: null })).status).toBe(200);
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

test('an account that may only save drafts can change nothing on the site with the menu', async ({
  editableStack: stack,
}) => {
  const types = [SIDE, 'menu-soft-drinks'];
  const { send } = await createAccount(
    stack,
    'Editor',
    types.flatMap((type) => permit(type, ['create', 'read', 'update'])),
  );
  const before = await readAllContent(stack);
  for (const [method, path] of [
    ['PUT', `/menu/${SIDE}/order`],
    ['PUT', `/menu/${SIDE}/items/${FRIES}/shown`],
    ['DELETE', `/menu/${SIDE}/items/${FRIES}`],
    ['POST', `/menu/${SIDE}/restored-items`],
    ['POST', '/menu/menu-soft-drinks/items'],
    ['POST', '/menu/publish'],
  ] as const)
    expect((await send(method, path)).status, `${method} ${path}`).toBe(403);
  expect(await readAllContent(stack)).toEqual(before);
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

test('an account that may change the words of dishes but not what is stated about them gets 403 for that', async ({
  editableStack: stack,
}) => {
  const words = listFields(SIDE).filter((name) => name !== 'dietaryStatement');
  const { send } = await createAccount(stack, 'Writer', [
    ...permit(SIDE, ['read']),
    ...permit(SIDE, ['update'], [], words),
  ]);
  const confirmedFor = { name: 'Hand-Cut Fries', description: '', restoreId: null };
  const statement = { diet: 'vegan', answers: {}, confirmedFor };
  const path = `/menu/${SIDE}/items/${FRIES}`;
  expect((await send('PUT', `${path}/statement`, { statement, seen: null })).status).toBe(403);
  // Strapi ignores fields that the account may not change.
  await send('PUT', entryPath(SIDE, FRIES), { dietaryStatement: statement });
  const { body } = await send('GET', entryPath(SIDE, FRIES));
  expect(body.data.dietaryStatement).toBe(null);
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

test('an account gets warnings only about drafts that it may read and publish', async ({
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
      sentence: expect.stringMatching(/^“Roast Beets” was added 10 days ago/),
      link: { label: 'Open “Roast Beets”', path: entryPath(SIDE, id) },
    },
  ]);
});

test.describe('of the versions, an account that may change only what it has added', () => {
  /** Adds a side as the account and publishes it; returns its id, and a function that reads the status of a response. */
  async function addPublishedSide(stack: Stack) {
    const { send } = await createHelper(stack);
    const id = await addSide(send, 'Roast Beets');
    expect((await send('POST', '/menu/publish')).status).toBe(200);
    return { send, id, statusOf: async (method: string, path: string) => (await send(method, path)).status };
  }

  test('uses those of its own entries only', async ({ editableStack: stack }) => {
    const { id, statusOf } = await addPublishedSide(stack);
    for (const [type, documentId, status] of [
      [SIDE, id, 200],
      [SIDE, FRIES, 403],
      ['contactpage', HOURS, 403],
    ] as const) {
      const [version] = await listVersionIds(stack, type, documentId);
      for (const [method, path] of [
        ['GET', `/versions?uid=${uidOf(type)}&documentId=${documentId}`],
        ['GET', `/versions/${version}`],
        ['GET', `/versions/${version}/look`],
        ['POST', `/versions/${version}/bring-back`],
      ] as const)
        expect(await statusOf(method, path), `${method} ${path}`).toBe(status);
    }
  });

  test('brings back only its own dishes that were deleted', async ({ editableStack: stack }) => {
    const { send, id, statusOf } = await addPublishedSide(stack);
    for (const documentId of [FRIES, id])
      expect((await stack.asAdmin('DELETE', `/menu/${SIDE}/items/${documentId}`)).status).toBe(200);
    const listed = await send('GET', '/versions/menu');
    expect(listed.body.map(({ documentId }: { documentId: string }) => documentId)).toEqual([id]);
    const [fries] = await listVersionIds(stack, SIDE, FRIES);
    expect(await statusOf('POST', `/versions/${fries}/bring-back`)).toBe(403);
    expect((await send('POST', `/menu/${SIDE}/restored-items`, { version: fries })).status).toBe(403);
    const [own] = await listVersionIds(stack, SIDE, id);
    expect(await statusOf('POST', `/versions/${own}/bring-back`)).toBe(200);
  });
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

/** Asks for the link to the preview of an entry. */
const askForPreview = (send: Send, type: string, documentId: string, status = 'draft') =>
  send('GET', `/content-manager/preview/url/${uidOf(type)}?documentId=${documentId}&status=${status}`);

/** Opens a preview of an entry; returns a function that reads the JSON of a path in it. */
async function openPreview(stack: Stack, send: Send, type: string, documentId: string) {
  const link = await askForPreview(send, type, documentId);
  expect(link.status).toBe(200);
  const token = new URLSearchParams(new URL(link.body.data.url).hash.slice(1)).get('preview') ?? '';
  return async (path: string) => {
    const headers = { 'x-preview-token': token, connection: 'close' };
    return (await fetch(stack.cms + path, { headers })).json();
  };
}

test('an account gets preview links only of the entries that it may read', async ({
  editableStack: stack,
}) => {
  const { send } = await createHelper(stack);
  const id = await addSide(send, 'Roast Beets');
  expect((await askForPreview(send, SIDE, id)).status).toBe(200);
  for (const [type, documentId] of [
    [SIDE, FRIES],
    ['contactpage', HOURS],
    ['website-name', id],
    ['website-tab', 'tab-home'],
  ] as const)
    for (const status of ['draft', 'published'])
      expect((await askForPreview(send, type, documentId, status)).status, `${type} ${status}`).toBe(403);
});

test('a preview has only the drafts that its account may read', async ({ editableStack: stack }) => {
  await saveDraft(stack, SIDE, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });
  const drinks = `/content-manager/single-types/${uidOf('menu-soft-drinks')}`;
  expect((await stack.asAdmin('PUT', drinks, { subHeading: DRAFT })).status).toBe(200);
  const { send } = await createHelper(stack);
  const read = await openPreview(stack, send, SIDE, await addSide(send, 'Roast Beets'));

  const { data }: { data: { sideName: string; description: string }[] } = await read(
    '/api/menu-sides?status=draft&pagination[pageSize]=100',
  );
  const sides = Object.fromEntries(data.map(({ sideName, description }) => [sideName, description]));
  expect(sides['Roast Beets']).toBe('Mine');
  expect(sides['Hand-Cut Fries']).toEqual(expect.stringContaining(' '));
  expect((await read('/api/menu-soft-drinks?status=draft')).data).toHaveProperty('subHeading');
  const filter = 'filters[description][$contains]=soup';
  for (const path of [
    '/api/menu-sides?status=draft&pagination[pageSize]=100',
    '/api/menu-soft-drinks?status=draft',
    `/api/menu-sides/${FRIES}?status=draft`,
    `/api/menu-sides?status=draft&${filter}`,
    '/api/menu-sides?status=draft&pagination[limit]=1',
  ])
    expect(JSON.stringify(await read(path)), path).not.toContain(DRAFT);
  const counted = await read(`/api/menu-sides?status=draft&pagination[withCount]=true&${filter}`);
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
  expect(body.error.message).toMatch(/may not publish “New fries”.* nothing was published/);
  expect(await stack.readContent(SIDE)).toBe(before);
});

test('the refusal to delete a picture names nothing that the account may not see', async ({
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
  expect(refused.body.error.message).toContain(`“${name}” is in use (a place that your account may not see)`);
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

test('an account is told of conflicts only in entries that it may change', async ({
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

test('the first screen shows an account that may do nothing a message and no card', async ({
  page,
  editableStack: stack,
}) => {
  const { email } = await createAccount(stack, 'Nobody', []);
  await page.goto(`${stack.cms}/admin`);
  await submitSignInForm(page, email);
  await expect(page.getByText(/account may not change anything yet/)).toBeVisible();
  for (const name of ['Today', 'Change words', 'Change the menu', 'Change photographs'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Menu/ })).toHaveCount(0);
});
