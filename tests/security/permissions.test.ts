import { expect, test } from 'vitest';
import type { DishType } from '../../cms/src/shared/content/menuTypes.ts';
import { cms, type Route } from '../support/cms.ts';
import { cmsTypes, componentFields, readSchema } from '../support/contentTypes.ts';
import {
  administrator,
  createAccount,
  type Entry,
  type Owner,
  owner,
  type Permission,
  pathOf,
  uidOf,
} from '../support/owner.ts';

/** The text of drafts, which only accounts that may read the entry may get. */
const DRAFT = 'a soup that is not ready yet';
const SIDE: DishType = 'menu-side';
const side = (documentId: string): Entry => ({ type: SIDE, documentId });
const FRIES = side('hand-cut-fries');
const HOURS: Entry = { type: 'contactpage', documentId: 'contact-hours' };
const DATE = '2037-11-24';
const UNTIL = '2037-11-24T22:00';
const FORBIDDEN = /^403 /;
const IS_CREATOR = ['admin::is-creator'];
const PRESENT_ACTIONS = ['read', 'update', 'delete', 'publish'];

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

/** Creates an account that may change what it has added. */
const createHelper = () =>
  createAccount('Helper', [
    ...permit(SIDE, ['create']),
    ...[SIDE, 'menu-soft-drink', 'homepage', 'contactpage', 'website-name'].flatMap((type) =>
      permit(type, PRESENT_ACTIONS, IS_CREATOR),
    ),
  ]);

/** Adds a draft of a side by the form, and returns its id. */
const addSide = async (account: Owner): Promise<string> =>
  (await account.create(SIDE, { sideName: 'Roast Beets', description: 'Mine' }, { publishes: false }))
    .documentId;

const readSides = () => cms.readContent(SIDE);
const saveDraft = (entry = FRIES) => owner.saveDraft(entry, { description: DRAFT });
const newestVersion = async (entry: Entry) => (await owner.listVersions(entry))[0]?.id;
const readAllContent = () => Promise.all(Object.keys(cmsTypes).map((type) => cms.readContent(type)));

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
const RESTRICTED_ROUTE = 'GET /content-manager/preview/url/:contentType';

/** Our routes that answer an account with conditions with what it may see, even when that is nothing. */
const SELECTING_ROUTES = [
  'GET /menu 200',
  // The name and the URL of the site are public.
  'GET /menu/card 200',
  'POST /menu/publish 200',
  // It asks for the time first.
  'POST /menu/schedule 400',
  'GET /schedule 200',
  'GET /versions/menu 200',
  'GET /warnings 200',
  'GET /words 200',
  'GET /words/page 200',
  'POST /words/publish 200',
  // It asks for the time first.
  'POST /words/schedule 400',
];

/** With this route the CMS asks a server of Strapi's how long a license is valid; tests use no outside network. */
const LICENSE_PATH = '/admin/license-trial-time-left';

/** Collects the texts of a content. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** Publishes a dish with the menu, and reads all content. */
async function publishDish() {
  await owner.changeText(SIDE, FRIES.documentId, { description: 'Salted' });
  await owner.publishMenu();
  return readAllContent();
}

const listPublications = async () => (await owner.listMenuVersions()).filter(({ kind }) => kind === 'menu');

/**
 * Sends requests about a dish that was published with the menu, with an old draft and a planned change, to routes, as an account.
 * @returns the routes of ours that are not forbidden, with their status, and all that have answered with a text
 */
async function walk(account: Owner, routes: Route[], secrets: string[]) {
  const { changes } = await owner.saveAndPlan(FRIES, { description: DRAFT }, '2037-12-20T17:00');
  const ids = {
    versions: await newestVersion(FRIES),
    schedule: changes[0]?.id,
    menu: FRIES.documentId,
    words: FRIES.documentId,
  };
  const [publication] = await listPublications();
  cms.setTime('2037-12-05T12:00');
  const toTarget = ({ method, path }: Route) => {
    const [, id = '1'] = Object.entries(ids).find(([start]) => path.startsWith(`/${start}`)) ?? [];
    const target = path
      .replace(/:(model|contentType|uid)\b/, encodeURIComponent(uidOf(SIDE)))
      .replace(':list', SIDE)
      .replace(':version', String(publication?.id))
      .replace(':field', 'description')
      .replace(/:(id|documentId)\b/, path.includes('/entries/') ? FRIES.documentId : String(id))
      .replaceAll(/:\w+(\([^)]*\))?/g, '1')
      .replaceAll(/\(.*\)/g, 'x');
    const query = `uid=${uidOf(SIDE)}&documentId=${FRIES.documentId}&status=draft`;
    return method === 'GET' && !path.includes('*') ? `${target}?${query}` : target;
  };
  const open: string[] = [];
  const leaks: string[] = [];
  // It fails to sign in.
  const address = cms.createAddress();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const body = route.method === 'GET' ? undefined : { fileIds: [1], version: ids.versions };
    const send = () =>
      cms.requestFrom(address, route.method, toTarget(route), { body, email: account.email });
    let answer = await send();
    if (answer.status === 401 && !route.path.startsWith('/api/')) {
      // An earlier route has ended the session.
      cms.forgetSession(account.email);
      answer = await send();
    }
    if (secrets.some((text) => answer.text.includes(text))) leaks.push(name);
    if (!route.isOurs && name !== RESTRICTED_ROUTE) continue;
    if (answer.status === 403) expect(answer.text, name).toMatch(/"message":"(Forbidden|Policy Failed)"/);
    else open.push(`${name} ${answer.status}`);
  }
  return { open: open.sort(), leaks };
}

test('an account that may do nothing gets 403 from every route of ours, and no content from any route', async () => {
  const account = await createAccount('Nobody', []);
  const before = await publishDish();
  const texts = before.flatMap((content) => listTexts(JSON.parse(content).data));
  const secrets = texts.filter((text) => text.includes(' ') && text.length > 12);
  expect(secrets.length).toBeGreaterThan(50);
  const routes = cms.listRoutes().filter(({ path }) => path !== LICENSE_PATH);
  expect(routes.filter(({ isOurs }) => isOurs).length).toBeGreaterThanOrEqual(24);
  const { open, leaks } = await walk(account, routes, [DRAFT, ' is in use ', ...secrets]);
  expect(open).toEqual([...OPEN_ROUTES].sort());
  expect(leaks).toEqual([]);
  for (const path of ['/versions/999999', '/versions/999999/look', '/versions/x'])
    await expect(account.send('GET', path), path).rejects.toThrow(FORBIDDEN);
  expect(await readAllContent()).toEqual(before);
});

test('an account whose permissions carry conditions gets 403 from every route of ours about the entries of others', async () => {
  const permissions = Object.keys(cmsTypes).flatMap((type) => permit(type, PRESENT_ACTIONS, IS_CREATOR));
  const account = await createAccount('Conditional', permissions);
  const before = await publishDish();
  const routes = cms.listRoutes().filter(({ isOurs }) => isOurs);
  expect(await walk(account, routes, [DRAFT])).toEqual({
    open: [...OPEN_ROUTES, ...SELECTING_ROUTES].sort(),
    leaks: [],
  });
  expect(await readAllContent()).toEqual(before);
});

test('an account that may change only what it has added sees nothing else on the menu, and can use all of it', async () => {
  await saveDraft();
  const helper = await createHelper();
  const id = await addSide(helper);
  expect(await helper.readMenu()).toMatchObject({
    sections: [
      { id: 'menu-sides', lists: [{ type: SIDE, items: [{ id, name: 'Roast Beets' }] }] },
      { id: 'menu-drinks', lists: [{ type: 'menu-soft-drink', items: [] }] },
    ],
    unpublished: 1,
  });
  await helper.addItem(SIDE, 'Slaw');
  const confirmedFor = { name: 'Roast Beets', description: 'Mine', restoreId: null };
  await helper.state(SIDE, id, { diet: 'vegan', answers: {}, confirmedFor });
  await helper.changeText(SIDE, id, { name: 'Beets' });
  await helper.publishMenu();
  expect(await readSides()).toContain('Beets');
  expect(await readSides()).not.toContain(DRAFT);
  for (const shown of [false, true]) await helper.switchItem(SIDE, id, shown);
  await helper.undo((await helper.deleteItem(SIDE, id)).undo);
  // It still belongs to the account that has added it, also when somebody else takes it off and puts it back.
  for (const shown of [false, true]) await owner.switchItem(SIDE, id, shown);
  await helper.switchItem(SIDE, id, false);
});

test('an account that may only save drafts can change nothing on the site with the menu', async () => {
  const editor = await createAccount('Editor', permit(SIDE, ['create', 'read', 'update']));
  const before = await readAllContent();
  const version = await newestVersion(FRIES);
  for (const change of [
    () => editor.move(SIDE, []),
    () => editor.switchItem(SIDE, FRIES.documentId, false),
    () => editor.deleteItem(SIDE, FRIES.documentId),
    () => editor.undo({ type: 'restore', list: SIDE, version: version ?? 0 }),
    () => editor.publishMenu(),
  ])
    await expect(change(), String(change)).rejects.toThrow(FORBIDDEN);
  expect(await readAllContent()).toEqual(before);
});

test('an account that may change the words of dishes but not what is stated about them gets 403 for that', async () => {
  const words = listFields(SIDE).filter((name) => name !== 'dietaryStatement');
  const writer = await createAccount('Writer', [
    ...permit(SIDE, ['read']),
    ...permit(SIDE, ['update'], [], words),
  ]);
  const confirmedFor = { name: 'Hand-Cut Fries', description: '', restoreId: null };
  const statement = { diet: 'vegan' as const, answers: {}, confirmedFor };
  await expect(writer.state(SIDE, FRIES.documentId, statement)).rejects.toThrow(FORBIDDEN);
  // Strapi ignores fields that the account may not change.
  await writer.saveDraft(FRIES, { dietaryStatement: statement });
  expect(await owner.open(FRIES)).toMatchObject({ dietaryStatement: null });
});

test('an account that may publish but not update is told of another’s draft that it would publish', async () => {
  const publisher = await createAccount('Publisher', permit(SIDE, ['read', 'publish']));
  const opened = await publisher.open(FRIES);
  await saveDraft();
  await expect(publisher.publish(FRIES, opened, opened)).rejects.toThrow(/^409 /);
  expect(await readSides()).not.toContain(DRAFT);
});

test('an admin token, which has no session, gets 403 for the link to an earlier version', async () => {
  const adminPermissions = permit(SIDE, PRESENT_ACTIONS).map((permission) => ({
    ...permission,
    actionParameters: {},
  }));
  const token = { kind: 'admin', name: 'script', description: '', lifespan: null, adminPermissions };
  const { data } = await administrator.send<{ data: { accessKey: string } }>(
    'POST',
    '/admin/admin-tokens',
    token,
  );
  const headers = { authorization: `Bearer ${data.accessKey}` };
  const path = `/versions/${await newestVersion(FRIES)}`;
  for (const [target, status] of [
    [path, 200],
    [`${path}/look`, 403],
  ] as const)
    expect((await cms.requestFrom('127.0.0.1', 'GET', target, { headers })).status, target).toBe(status);
});

test('an account gets warnings only about drafts that it may read and publish', async () => {
  const helper = await createHelper();
  const id = await addSide(helper);
  await saveDraft();
  cms.setTime('2037-12-04T13:00');
  const { warnings } = await helper.send<{ warnings: { link?: object }[] }>('GET', '/warnings');
  expect(warnings.filter(({ link }) => link)).toEqual([
    {
      sentence: expect.stringMatching(/^“Roast Beets” was added 10 days ago/),
      link: { label: 'Open “Roast Beets”', path: pathOf(side(id)) },
    },
  ]);
});

test('of the versions, an account that may change only what it has added uses those of its own entries only', async () => {
  const helper = await createHelper();
  const own = side(await addSide(helper));
  await helper.publishMenu();
  const uses = async (entry: Entry) => {
    const [version] = await owner.listVersions(entry);
    return [
      () => helper.listVersions(entry),
      () => helper.send('GET', `/versions/${version?.id}`),
      () => helper.send('GET', `/versions/${version?.id}/look`),
      () => helper.bringBack(version),
    ];
  };
  for (const use of await uses(own)) await use();
  for (const entry of [FRIES, HOURS])
    for (const use of await uses(entry)) await expect(use(), String(use)).rejects.toThrow(FORBIDDEN);

  for (const { documentId } of [FRIES, own]) await owner.deleteItem(SIDE, documentId);
  const [listed, publication, ...others] = await helper.listMenuVersions();
  expect([listed?.documentId, publication?.kind, others]).toEqual([own.documentId, 'menu', []]);
  const [fries] = await owner.listVersions(FRIES);
  for (const use of [
    () => helper.bringBack(fries),
    () => helper.undo({ type: 'restore', list: SIDE, version: fries?.id ?? 0 }),
  ])
    await expect(use(), String(use)).rejects.toThrow(FORBIDDEN);
  await helper.bringBack(listed);
});

test('bringing a deleted dish back needs the permission to create', async () => {
  const cook = await createAccount('Cook', permit(SIDE, PRESENT_ACTIONS));
  const { undo } = await cook.deleteItem(SIDE, FRIES.documentId);
  const [version] = await owner.listVersions(FRIES);
  await expect(cook.bringBack(version)).rejects.toThrow(FORBIDDEN);
  await expect(cook.undo(undo)).rejects.toThrow(FORBIDDEN);
  expect(await readSides()).not.toContain('Hand-Cut Fries');
});

test('an account gets preview links only of the entries that it may read', async () => {
  const helper = await createHelper();
  const id = await addSide(helper);
  expect(await helper.openPreview(side(id))).not.toBe('');
  for (const entry of [
    FRIES,
    HOURS,
    { type: 'website-name', documentId: id },
    { type: 'website-tab', documentId: 'tab-home' },
  ])
    for (const status of ['draft', 'published'] as const)
      await expect(helper.openPreview(entry, status), entry.type).rejects.toThrow(FORBIDDEN);
});

test('a preview has only the drafts that its account may read', async () => {
  await saveDraft();
  await owner.saveDraft({ type: 'menu-soft-drink', documentId: 'menu-soft-drinks' }, { subHeading: DRAFT });
  const helper = await createHelper();
  const token = await helper.openPreview(side(await addSide(helper)));
  const read = async (path: string) =>
    (await cms.requestFrom('127.0.0.1', 'GET', path, { headers: { 'x-preview-token': token } })).text;

  const sides = '/api/menu-sides?status=draft&pagination[pageSize]=100';
  expect(await read(sides)).toMatch(/"Roast Beets","description":"Mine"/);
  expect(await read(sides)).toContain('"Hand-Cut Fries"');
  expect(await read('/api/menu-soft-drinks?status=draft')).toContain('"subHeading"');
  const filter = 'filters[description][$contains]=soup';
  for (const path of [
    sides,
    '/api/menu-soft-drinks?status=draft',
    `/api/menu-sides/${FRIES.documentId}?status=draft`,
    `/api/menu-sides?status=draft&${filter}`,
    '/api/menu-sides?status=draft&pagination[limit]=1',
  ])
    expect(await read(path), path).not.toContain(DRAFT);
  expect(await read(`/api/menu-sides?status=draft&pagination[withCount]=true&${filter}`)).toContain(
    '"total":0',
  );
});

test('Publish the menu publishes nothing when the account may not publish one of the changes that it sees', async () => {
  const cook = await createAccount('Cook', [
    ...permit(SIDE, ['read', 'create']),
    ...permit(SIDE, ['update', 'publish'], IS_CREATOR),
  ]);
  await addSide(cook);
  await owner.saveDraft(FRIES, { sideName: 'New fries' });
  const before = await readSides();
  await expect(cook.publishMenu()).rejects.toThrow(
    /^403 .*may not publish “New fries”.* nothing was published/,
  );
  expect(await readSides()).toBe(before);
});

test('the refusal to delete a picture names nothing that the account may not see', async () => {
  const pictures = await administrator.listPictures();
  const { id = 0, name = '' } = pictures.find((file) => file.name.includes('lasagna')) ?? {};
  const permitUploads = (conditions: string[]) =>
    ['plugin::upload.read', 'plugin::upload.assets.update'].map((action) => ({
      ...{ action, subject: null, properties: {}, conditions },
    }));
  const photographer = await createAccount('Photographer', permitUploads([]));
  await expect(photographer.deletePicture(id)).rejects.toThrow(
    `400 “${name}” is in use (a place that your account may not see)`,
  );
  const guest = await createAccount('Guest', permitUploads(IS_CREATOR));
  for (const refused of [
    guest.deletePicture(id),
    guest.send('POST', '/upload/actions/bulk-delete', { fileIds: [id] }),
  ])
    await expect(refused).rejects.toThrow(/^403 (?!.*lasagna)/);
});

test('routes that write a field need the permission for this field', async () => {
  const cook = await createAccount('Cook', [
    ...permit(SIDE, ['read', 'publish']),
    ...permit(SIDE, ['create', 'update'], [], ['description']),
    ...permit('contactpage', ['read', 'publish']),
    ...permit('contactpage', ['update'], [], ['description', 'specialDays.hours']),
    ...permit('menu-soft-drink', ['read', 'publish']),
    ...permit('menu-soft-drink', ['create', 'update'], [], ['subHeading']),
  ]);
  const order = (await cook.listItems(SIDE)).map(({ id }) => id);
  const [version] = await owner.listVersions(FRIES);
  for (const write of [
    () => cook.changeText(SIDE, FRIES.documentId, { name: 'Slaw' }),
    () => cook.addItem(SIDE, 'Slaw'),
    () => cook.move(SIDE, order.toReversed()),
    () => cook.addItem('menu-soft-drink', 'Cola'),
    () => cook.bringBack(version),
    () => cook.setHours({ closed: true, date: DATE }),
  ])
    await expect(write(), String(write)).rejects.toThrow(FORBIDDEN);
  // This writes no field.
  await cook.switchItem(SIDE, FRIES.documentId, false);
});

test('an account that may change only the names of drinks changes neither their order nor their heading', async () => {
  const type = 'menu-soft-drink';
  const [cola, heading] = [
    { type, documentId: 'cola' },
    { type, documentId: 'menu-soft-drinks' },
  ] as const;
  const cook = await createAccount('Cook', [
    ...permit(type, ['read', 'publish']),
    ...permit(type, ['update'], [], ['drinkName']),
  ]);
  await cook.changeText(type, 'cola', { name: 'Coke' });
  await cook.publishMenu();
  // Strapi ignores fields that the account may not change.
  await cook.publish(cola, { drinkName: 'Kola', position: 1 });
  expect(await owner.open(cola, 'published')).toMatchObject({ drinkName: 'Kola', position: 60 });
  const ids = (await cook.listItems(type)).map(({ id }) => id);
  for (const change of [
    () => cook.move(type, ids.toReversed()),
    () => cook.addItem(type, 'Birch Beer'),
    () => cook.deleteItem(type, 'cola'),
  ])
    await expect(change(), String(change)).rejects.toThrow(FORBIDDEN);
  await cook.publish(heading, { subHeading: 'Mine' });
  await expect(cook.publish(heading, { drinkName: 'Mine' })).rejects.toThrow(/^400 /);
  expect(await owner.open(heading, 'published')).toMatchObject({
    subHeading: 'Soft drinks',
    drinkName: null,
  });
});

test('an account that may change the hours and the notice but not publish them gets 403 from today’s card', async () => {
  const types = ['contactpage', 'website-name'];
  const helper = await createAccount(
    'Helper',
    types.flatMap((type) => permit(type, ['read', 'update'])),
  );
  for (const use of [
    () => helper.readToday(),
    () => helper.setHours({ closed: true, date: DATE }),
    () => helper.openAsUsual(DATE),
    () => helper.putNoticeUp('Closed', UNTIL),
    () => helper.takeNoticeDown(),
  ])
    await expect(use(), String(use)).rejects.toThrow(FORBIDDEN);
});

test('an account is told of conflicts only in entries that it may change', async () => {
  const helper = await createAccount('Helper', [
    ...permit(SIDE, ['create']),
    ...permit(SIDE, ['read', 'update'], ['admin::has-same-role-as-creator']),
  ]);
  const own = side(await addSide(helper));
  const opened = { sideName: 'Roast Beets', description: 'Mine' };
  const changed = { ...opened, description: 'Changed here' };
  await owner.saveDraft(own, { description: 'Changed by another' });
  await saveDraft();
  await expect(helper.saveDraft(own, changed, opened)).rejects.toThrow(/^409 /);
  await expect(helper.saveDraft(FRIES, changed, opened)).rejects.toThrow(/^403 (?!.*soup)/);
});
