import { rmSync } from 'node:fs';
import type { MenuAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { toRequest, type VersionCommand } from '../../cms/src/shared/requests/changeCommands.ts';
import { sampleCases } from '../support/sampleCases.ts';
import { expect, findQuietTimeZone, Stack, test } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

interface EntryId {
  uid: string;
  documentId: string;
}

interface Summary {
  id: number;
  uid: string;
  documentId: string | null;
  kind: string;
  author: string | null;
  change: string;
  isCurrent: boolean;
  restores?: string;
  stays?: string;
}

type Values = Record<string, unknown>;

const ENTREE = 'api::menu-entree.menu-entree';
const LASAGNA: EntryId = { uid: ENTREE, documentId: 'lasagna' };
const STEAK: EntryId = { uid: ENTREE, documentId: 'ribeye-steak' };
const HOME: EntryId = { uid: 'api::homepage.homepage', documentId: 'home-main' };
const HOURS: EntryId = { uid: 'api::contactpage.contactpage', documentId: 'contact-hours' };
const NAME = 'api::website-name.website-name';
const DRINKS = 'api::menu-soft-drinks.menu-soft-drinks';
const FIRST = 'What the site showed on this day';

const pathOf = ({ uid, documentId }: EntryId) => `/content-manager/collection-types/${uid}/${documentId}`;

/** Sends a request that must succeed, and returns its response. */
async function send<Body>(stack: Stack, method: string, path: string, body?: object): Promise<Body> {
  const response = await stack.asAdmin(method, path, body);
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return JSON.parse(text || 'null');
}

/** Sends a request that must be rejected, and returns the sentence for the owner. */
async function sendRejected(stack: Stack, method: string, path: string, body: object) {
  const response = await stack.asAdmin(method, path, body);
  const { error }: { error: { message: string } } = await response.json();
  return `${response.status} ${error.message}`;
}

const listVersions = (stack: Stack, { uid, documentId }: EntryId) =>
  send<Summary[]>(stack, 'GET', `/versions?uid=${uid}&documentId=${documentId}`);

const listMenuVersions = (stack: Stack) => send<Summary[]>(stack, 'GET', '/versions/menu');

const listChanges = (versions: Summary[]) => versions.map(({ change }) => change);

const publish = (stack: Stack, entry: EntryId, values: Values) =>
  send(stack, 'POST', `${pathOf(entry)}/actions/publish`, values);

const saveDraft = (stack: Stack, entry: EntryId, values: Values) => send(stack, 'PUT', pathOf(entry), values);

const bringBackPath = (version: Summary | undefined) => `/versions/${version?.id}/bring-back`;

const bringBack = async (stack: Stack, version: Summary | undefined) =>
  (await send<{ undo: VersionCommand | null }>(stack, 'POST', bringBackPath(version), {})).undo;

async function undo(stack: Stack, command: VersionCommand | null): Promise<void> {
  if (!command) throw new Error('there is nothing to undo');
  const { method, path, body } = toRequest(command);
  await send(stack, method, path, method === 'DELETE' ? undefined : body);
}

/** Reads an entry as the admin's form has it; `undefined` when there is none. */
async function readEntry(
  stack: Stack,
  entry: EntryId,
  status: 'draft' | 'published',
): Promise<Values | undefined> {
  const response = await stack.asAdmin('GET', `${pathOf(entry)}?status=${status}`);
  const { data }: { data?: Values } = await response.json();
  return data?.documentId ? data : undefined;
}

/** The dishes of a type as the site gets them, in their order. */
async function readDishes(stack: Stack): Promise<string[]> {
  const { data }: { data: { documentId: string; position: number }[] } = await (
    await fetch(`${stack.cms}/api/menu-entrees?sort=position`)
  ).json();
  return data.map(({ documentId }) => documentId);
}

test('a published mistake is undone while another draft is open, which stays, and the undo can be undone', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [first] = await listVersions(stack, LASAGNA);
  expect(first).toMatchObject({ kind: 'publish', author: null, change: FIRST, isCurrent: true });
  const before = await readEntry(stack, LASAGNA, 'published');

  await publish(stack, LASAGNA, { description: 'A mistake' });
  await saveDraft(stack, LASAGNA, { description: 'Not yet', entreeName: '' });
  const [mistake, ...earlier] = await listVersions(stack, LASAGNA);
  expect(mistake).toMatchObject({ author: 'Administrator', isCurrent: true });
  expect(mistake?.change).toMatch(/^Description: “.*” → “A mistake”$/);
  const restores = expect.stringMatching(/^Description: “A mistake” → “.*”$/);
  expect(earlier).toEqual([{ ...first, isCurrent: false, restores }]);

  const command = await bringBack(stack, first);
  const { description, entreeName, position } = before ?? {};
  const published = { description, entreeName, position };
  expect(await readEntry(stack, LASAGNA, 'published')).toMatchObject(published);
  const draft = { description: 'Not yet', entreeName: '', status: 'modified' };
  expect(await readEntry(stack, LASAGNA, 'draft')).toMatchObject(draft);

  await undo(stack, command);
  expect(await readEntry(stack, LASAGNA, 'published')).toMatchObject({ description: 'A mistake' });
  expect(await readEntry(stack, LASAGNA, 'draft')).toMatchObject(draft);
  const versions = await listVersions(stack, LASAGNA);
  expect(versions).toHaveLength(4);
  expect(await bringBack(stack, versions[0])).toBe(null);
});

test('without an open draft, the draft gets what is brought back, also of pictures and drinks', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = await readEntry(stack, HOME, 'draft');
  const idsOf = (entry: Values | undefined) =>
    Array.isArray(entry?.images) ? entry.images.map(({ id }: { id: number }) => id) : [];
  await publish(stack, HOME, { images: idsOf(before).slice(1).reverse() });
  const [change, first] = await listVersions(stack, HOME);
  expect(change?.change).toMatch(/^Pictures: “.*” removed$/);
  await bringBack(stack, first);
  for (const status of ['draft', 'published'] as const)
    expect(idsOf(await readEntry(stack, HOME, status))).toEqual(idsOf(before));
  expect(await readEntry(stack, HOME, 'draft')).toMatchObject({ status: 'published' });

  const uid = 'api::menu-soft-drinks.menu-soft-drinks';
  const single = `/content-manager/single-types/${uid}`;
  type Drinks = { data: { documentId: string; drinks: { drinkName: string }[] } };
  const { data } = await send<Drinks>(stack, 'GET', single);
  const names = data.drinks.map(({ drinkName }) => drinkName);
  await send(stack, 'POST', `${single}/actions/publish`, { drinks: data.drinks.slice(1) });
  const [removed] = await listMenuVersions(stack);
  expect(removed).toMatchObject({ documentId: data.documentId, change: `Drinks: “${names[0]}” removed` });
  await bringBack(stack, (await listVersions(stack, { uid, documentId: data.documentId }))[1]);
  const after = await send<Drinks>(stack, 'GET', single);
  expect(after.data).toMatchObject({ status: 'published' });
  expect(after.data.drinks.map(({ drinkName }) => drinkName)).toEqual(names);
});

test('a dish that was taken off or deleted comes back in its place and with its draft, also after several at once', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = await readDishes(stack);
  await saveDraft(stack, LASAGNA, { description: 'Not yet' });
  await send(stack, 'POST', `/content-manager/collection-types/${ENTREE}/actions/bulkUnpublish`, {
    documentIds: ['lasagna', 'ribeye-steak'],
  });
  const off = await listVersions(stack, LASAGNA);
  expect(off).toMatchObject([
    {
      kind: 'unpublish',
      change: expect.stringMatching(/^“.*Lasagna.*” taken off the site$/i),
      isCurrent: false,
    },
    { change: FIRST, isCurrent: false },
  ]);
  const takeOffAgain = await bringBack(stack, off[1]);
  expect(await readEntry(stack, LASAGNA, 'draft')).toMatchObject({
    description: 'Not yet',
    status: 'modified',
  });
  expect((await listVersions(stack, LASAGNA))[0]).toMatchObject({
    change: 'Back on the site',
    isCurrent: true,
  });
  await undo(stack, takeOffAgain);
  expect(await readEntry(stack, LASAGNA, 'published')).toBe(undefined);
  await bringBack(stack, (await listVersions(stack, LASAGNA))[0]);

  await send(stack, 'POST', `/content-manager/collection-types/${ENTREE}/actions/bulkDelete`, {
    documentIds: ['lasagna', 'ribeye-steak'],
  });
  const deletions = (await listMenuVersions(stack)).slice(0, 2);
  expect(deletions.map(({ documentId }) => documentId).sort()).toEqual(['lasagna', 'ribeye-steak']);
  expect(listChanges(deletions)).toContainEqual(expect.stringMatching(/^“.*Lasagna.*” deleted$/i));
  for (const entry of [LASAGNA, STEAK]) await bringBack(stack, (await listVersions(stack, entry))[0]);
  // The steak was not on the site when it was deleted.
  expect(await readEntry(stack, STEAK, 'draft')).toMatchObject({ status: 'draft' });
  expect(await bringBack(stack, (await listVersions(stack, STEAK))[0])).toBe(null);
  expect(await readEntry(stack, STEAK, 'draft')).toMatchObject({ status: 'draft' });
  await bringBack(
    stack,
    (await listVersions(stack, STEAK)).find(({ kind }) => kind === 'publish'),
  );
  expect(await readDishes(stack)).toEqual(before);
  expect(await readEntry(stack, LASAGNA, 'draft')).toMatchObject({
    description: 'Not yet',
    status: 'modified',
  });

  await send(stack, 'DELETE', pathOf(LASAGNA));
  const deleteAgain = await bringBack(stack, (await listVersions(stack, LASAGNA))[0]);
  await undo(stack, deleteAgain);
  expect(await readEntry(stack, LASAGNA, 'draft')).toBe(undefined);
});

test('a dish that was taken off before the first versions stays off when it comes back, also after Publish the menu', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const documentId = await stack.addEntry('menu-entree', { entreeName: 'Old' });
  const entry: EntryId = { uid: ENTREE, documentId };
  await send(stack, 'POST', `${pathOf(entry)}/actions/unpublish`, {});
  const where = `WHERE document_id = '${documentId}'`;
  await stack.runStatement(`DELETE FROM site_versions ${where}`);
  const firstTime = '(SELECT MIN(created_at) FROM menu_entrees)';
  await stack.runStatement(`UPDATE menu_entrees SET created_at = ${firstTime} ${where}`);

  await send(stack, 'DELETE', pathOf(entry));
  await bringBack(stack, (await listVersions(stack, entry))[0]);
  await send(stack, 'POST', '/menu/publish', {});
  expect(await readEntry(stack, entry, 'draft')).toMatchObject({ entreeName: 'Old' });
  expect(await readDishes(stack)).not.toContain(documentId);
});

test('an order comes back without the dishes that were deleted, and with those added since at its end', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = await readDishes(stack);
  const [first, second, ...rest] = before;
  const documentId = await stack.addEntry('menu-entree', { entreeName: 'New', position: 1 });
  await send(stack, 'DELETE', pathOf({ uid: ENTREE, documentId: second ?? '' }));
  const moved = [documentId, ...rest, first];
  await send(stack, 'PUT', '/menu/menu-entree/order', { ids: moved, seen: [documentId, first, ...rest] });
  await saveDraft(stack, LASAGNA, { description: 'Not yet' });
  expect(await readDishes(stack)).toEqual(moved);

  const order = (await listMenuVersions(stack)).findLast(
    ({ uid, kind }) => uid === ENTREE && kind === 'order',
  );
  expect(order?.change).toBe('The order on this day');
  const command = await bringBack(stack, order);
  expect(await readDishes(stack)).toEqual([first, ...rest, documentId]);
  expect(await readEntry(stack, LASAGNA, 'draft')).toMatchObject({
    description: 'Not yet',
    status: 'modified',
  });
  await undo(stack, command);
  expect(await readDishes(stack)).toEqual(moved);
});

test('a version from before fields were removed and added, with a picture that was deleted, brings back the rest and names what is lost', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [first] = await listVersions(stack, HOME);
  const old = {
    mainHeading: 'Since 1797',
    images: [{ pictureId: 999_999, name: 'The old bar' }],
    wineList: 'From the cellar',
    signs: [{ words: 'Open' }, { words: 'Closed' }],
    place: { old: 'component' },
    oldNumber: null,
  };
  await stack.runStatement(
    `UPDATE site_versions SET content = '${JSON.stringify(old)}' WHERE id = ${first?.id}`,
  );
  const before = await readEntry(stack, HOME, 'published');
  const version = await send<{ content: Values; lost: string[] }>(stack, 'GET', `/versions/${first?.id}`);
  expect(version.content).toMatchObject({
    documentId: 'home-main',
    mainHeading: 'Since 1797',
    images: [],
    description: before?.description,
  });
  expect(version.lost.sort()).toEqual(
    [
      'The picture “The old bar” was deleted.',
      '“From the cellar” has no place on the site any more.',
      '“Open”, “Closed” have no place on the site any more.',
      '“component” has no place on the site any more.',
    ].sort(),
  );
  await bringBack(stack, first);
  expect(await readEntry(stack, HOME, 'published')).toMatchObject({
    mainHeading: 'Since 1797',
    images: [],
    description: before?.description,
    place: before?.place,
  });
});

test('a version that is gone or can’t be published any more is refused with a sentence, and nothing changes', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [first] = await listVersions(stack, HOME);
  for (const id of ['999999', '2147483648', 'x', '1.5'])
    expect(await sendRejected(stack, 'POST', `/versions/${id}/bring-back`, {})).toBe(
      '404 This version is not kept any more. Load the page again.',
    );
  await publish(stack, HOME, { images: [] });
  await stack.runStatement("UPDATE files SET alternative_text = ''");
  expect(await sendRejected(stack, 'POST', bringBackPath(first), {})).toMatch(
    /^400 This version can’t be brought back as it is, so nothing has changed\. “.*” has no alternative text yet/,
  );
  expect(await readEntry(stack, HOME, 'draft')).toMatchObject({ images: [], status: 'published' });
  expect(await listVersions(stack, HOME)).toHaveLength(2);
});

test('neither a publishing nor its version exists without the other, and the same content makes no new version', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  await publish(stack, LASAGNA, {});
  await sendRejected(stack, 'POST', `${pathOf(LASAGNA)}/actions/publish`, { entreeName: null });
  expect(listChanges(await listVersions(stack, LASAGNA))).toEqual([FIRST]);

  const before = await readEntry(stack, LASAGNA, 'published');
  await stack.runStatement('ALTER TABLE site_versions RENAME TO renamed_versions');
  const response = await stack.asAdmin('POST', `${pathOf(LASAGNA)}/actions/publish`, { description: 'Lost' });
  await stack.runStatement('ALTER TABLE renamed_versions RENAME TO site_versions');
  expect(response.status).toBe(500);
  expect(await readEntry(stack, LASAGNA, 'published')).toEqual(before);
});

test('publishing an entry many times at once leaves one published content, and a version of each', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const texts = ['One', 'Two', 'Three', 'Four', 'Five'];
  await Promise.all(texts.map((description) => publish(stack, LASAGNA, { description })));
  expect((await readDishes(stack)).filter((documentId) => documentId === 'lasagna')).toHaveLength(1);
  const [newest, ...earlier] = await listVersions(stack, LASAGNA);
  const published = await readEntry(stack, LASAGNA, 'published');
  const { content } = await send<{ content: Values }>(stack, 'GET', `/versions/${newest?.id}`);
  expect(content.description).toBe(published?.description);
  expect(earlier).toHaveLength(texts.length);
});

test('bringing back, switching, moving and publishing at once never wait for each other', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [first] = await listVersions(stack, LASAGNA);
  const order = (await listMenuVersions(stack)).find(({ uid, kind }) => uid === ENTREE && kind === 'order');
  const seen = await readDishes(stack);
  const requests: [string, string, object][] = [
    ['POST', bringBackPath(first), {}],
    ['PUT', '/menu/menu-entree/items/lasagna/shown', { shown: false }],
    ['PUT', '/menu/menu-entree/order', { ids: seen.toReversed(), seen }],
    ['POST', `${pathOf(LASAGNA)}/actions/publish`, { description: 'Other' }],
    ['POST', bringBackPath(order), {}],
    ['PUT', '/menu/menu-entree/items/lasagna/shown', { shown: true }],
  ];
  const responses = await Promise.all([...requests, ...requests].map((request) => stack.asAdmin(...request)));
  // A move answers 409 when another order came first.
  for (const { status, url } of responses)
    expect(url.endsWith('/order') ? [200, 409] : [200], url).toContain(status);
});

/** A single type as the admin's form has its draft. */
async function readSingle(stack: Stack, uid: string) {
  type Single = { data: Values & { documentId: string } };
  return (await send<Single>(stack, 'GET', `/content-manager/single-types/${uid}`)).data;
}

const publishSingle = (stack: Stack, uid: string, values: Values) =>
  send(stack, 'POST', `/content-manager/single-types/${uid}/actions/publish`, values);

/** The published values of a single type, with its components and without the ids of their rows. */
async function readPublished(stack: Stack, uid: string): Promise<Values> {
  const response = await stack.asAdmin('GET', `/content-manager/single-types/${uid}?status=published`);
  const { data }: { data: Values } = await response.json();
  return JSON.parse(JSON.stringify(data, (name, value) => (name === 'id' ? undefined : value)));
}

const switchItem = (stack: Stack, type: string, id: string, shown: boolean) =>
  send(stack, 'PUT', `/menu/${type}/items/${id}/shown`, { shown });

/** The dishes or drinks of a list of the menu, in their order, with those that are off the site. */
async function readMenuItems(stack: Stack, listType: string): Promise<MenuItem[]> {
  const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
  return sections.flatMap(({ lists }) => lists).find(({ type }) => type === listType)?.items ?? [];
}

/** A time as the database stores it. */
const databaseTime = ({ settings }: Stack, time: string) =>
  settings.DATABASE_URL ? `'${time}'` : String(Date.parse(time));

test('a start and publishings while the clock is years ahead or years behind lose no version and no deletion', {
  tag: '@both',
}, async ({ copyData }) => {
  const { dataDir, databaseUrl } = await copyData();
  const settings = { TIME_ZONE: findQuietTimeZone() };
  const withStackAt = async <Result>(time: string | undefined, use: (stack: Stack) => Promise<Result>) => {
    const clock = time ? new TestClock(dataDir, time).env : {};
    const stack = await Stack.start(dataDir, databaseUrl, { ...settings, ...clock });
    return use(stack).finally(() => stack.stop());
  };

  const { documentId, before, menuBefore } = await withStackAt(undefined, async (stack) => {
    for (const description of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await publish(stack, LASAGNA, { description });
    await send(stack, 'DELETE', pathOf(STEAK));
    const documentId = await stack.addEntry('menu-entree', { entreeName: 'Off' });
    await switchItem(stack, 'menu-entree', documentId, false);
    await send(stack, 'DELETE', pathOf({ uid: ENTREE, documentId }));
    await bringBack(stack, (await listVersions(stack, { uid: ENTREE, documentId }))[0]);
    const before = (await listVersions(stack, LASAGNA)).map(({ id }) => id);
    return { documentId, before, menuBefore: (await listMenuVersions(stack)).map(({ id }) => id) };
  });

  for (const [time, description] of [
    ['2046-01-01T12:00:00Z', 'Ahead'],
    ['2001-01-01T12:00:00Z', 'Behind'],
  ] as const)
    await withStackAt(time, async (stack) => {
      await publish(stack, LASAGNA, { description });
      const seen = (await readMenuItems(stack, 'menu-entree')).map(({ id }) => id);
      await send(stack, 'PUT', '/menu/menu-entree/order', { ids: seen.toReversed(), seen });
    });

  await withStackAt(undefined, async (stack) => {
    const [newest, ...earlier] = await listVersions(stack, LASAGNA);
    expect(newest).toMatchObject({ isCurrent: true, change: 'Description: “Ahead” → “Behind”' });
    expect(earlier.slice(1).map(({ id }) => id)).toEqual(before);
    expect((await listMenuVersions(stack)).map(({ id }) => id)).toEqual(expect.arrayContaining(menuBefore));
    await bringBack(stack, earlier.at(1));
    expect(await readEntry(stack, LASAGNA, 'published')).toMatchObject({ description: 'Six' });
    await bringBack(stack, (await listVersions(stack, STEAK))[0]);
    expect(await readDishes(stack)).toContain(STEAK.documentId);
    // It was on the site and taken off, so it is not new.
    await send(stack, 'POST', '/menu/publish', {});
    expect(await readDishes(stack)).not.toContain(documentId);
  });
  rmSync(dataDir, { recursive: true });
});

test('a new order after the clock was set back is a version of its own', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const move = async () => {
    const seen = await readDishes(stack);
    await send(stack, 'PUT', '/menu/menu-entree/order', { ids: seen.toReversed(), seen });
  };
  const listOrders = async () =>
    (await listMenuVersions(stack)).filter(({ uid, kind }) => uid === ENTREE && kind === 'order');
  const before = await readDishes(stack);
  await move();
  const [first] = await listOrders();
  // A later time, because the clock was ahead.
  const later = databaseTime(stack, '2046-01-01T12:00:00.000Z');
  await stack.runStatement(`UPDATE site_versions SET time = ${later} WHERE id = ${first?.id}`);
  await move();
  const [, earlier] = await listOrders();
  expect(earlier?.id).toBe(first?.id);
  await bringBack(stack, earlier);
  expect(await readDishes(stack)).toEqual(before.toReversed());
});

test('with more than 1,000 deleted dishes, the dish that was deleted first is forgotten, and one that is back is not', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [forgotten = '', second = ''] = (await readDishes(stack)).filter(
    (documentId) => ![LASAGNA.documentId, STEAK.documentId].includes(documentId),
  );
  const listIds = async (documentId: string) =>
    (await listVersions(stack, { uid: ENTREE, documentId })).map(({ id }) => id);
  // It was off when it was deleted, so the deletion is its newest version although it is back.
  await switchItem(stack, 'menu-entree', STEAK.documentId, false);
  await send(stack, 'DELETE', pathOf(STEAK));
  await bringBack(stack, (await listVersions(stack, STEAK))[0]);
  const kept = await listIds(STEAK.documentId);
  for (const documentId of [forgotten, second])
    await send(stack, 'DELETE', pathOf({ uid: ENTREE, documentId }));
  const [deletion] = await listIds(second);
  await stack.runStatement(`
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 998)
    INSERT INTO site_versions (uid, document_id, kind, time, content, change)
    SELECT 'api::menu-side.menu-side', 'side-' || number, kind, time, content, change
    FROM site_versions, numbers WHERE site_versions.id = ${deletion}`);
  expect(await listIds(forgotten)).toHaveLength(2);

  await send(stack, 'DELETE', pathOf(LASAGNA));
  expect(await listIds(forgotten)).toEqual([]);
  expect(await listIds(second)).toHaveLength(2);
  expect(await listIds(STEAK.documentId)).toEqual(kept);
  const sides = (await listMenuVersions(stack)).filter(({ documentId }) => documentId?.startsWith('side-'));
  expect(sides).toHaveLength(998);
  await bringBack(stack, (await listVersions(stack, LASAGNA))[0]);
  expect(await readDishes(stack)).toContain(LASAGNA.documentId);
});

const listDays = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a dish that is switched off and on for sixty days keeps its last texts, and each of them comes back', {
  tag: ['@both', '@sampled'],
}, async ({ editableStack: stack }) => {
  await publish(stack, LASAGNA, { description: 'The old text' });
  await publish(stack, LASAGNA, { description: 'A mistake' });
  const [mistake, old] = await listVersions(stack, LASAGNA);
  for (const _ of sampleCases(listDays(60), 3))
    for (const shown of [false, true]) await switchItem(stack, 'menu-entree', LASAGNA.documentId, shown);
  let versions = await listVersions(stack, LASAGNA);
  expect(listChanges(versions)).toEqual(['Back on the site', mistake?.change, old?.change, FIRST]);
  expect(versions[0]).toMatchObject({ isCurrent: true });

  await switchItem(stack, 'menu-entree', LASAGNA.documentId, false);
  versions = await listVersions(stack, LASAGNA);
  expect(listChanges(versions)).toEqual([
    expect.stringMatching(/taken off the site$/),
    mistake?.change,
    old?.change,
    FIRST,
  ]);
  expect(versions[2]?.restores).toMatch(/^Back on the site; Description: “A mistake” → “The old text”$/);
  await bringBack(stack, old);
  expect(await readEntry(stack, LASAGNA, 'published')).toMatchObject({ description: 'The old text' });
});

test('ten drinks that are switched and moved for ten days leave the last real change of the list in its versions', {
  tag: ['@both', '@sampled'],
}, async ({ editableStack: stack }) => {
  const { documentId, drinks } = await readSingle(stack, DRINKS);
  const entry = { uid: DRINKS, documentId };
  const rows = Array.isArray(drinks) ? drinks : [];
  await publishSingle(stack, DRINKS, { subHeading: 'From the cellar', drinks: rows.slice(1) });
  const [real, ...earlier] = await listVersions(stack, entry);
  const readDrinks = () => readMenuItems(stack, 'menu-soft-drinks');
  const ids = (await readDrinks()).slice(0, 10).map(({ id }) => id);
  for (const [day] of sampleCases(listDays(10), 2).entries()) {
    for (const id of ids) await switchItem(stack, 'menu-soft-drinks', id, day % 2 === 1);
    const seen = (await readDrinks()).map(({ id }) => id);
    await send(stack, 'PUT', '/menu/menu-soft-drinks/order', { ids: seen.toReversed(), seen });
  }
  const [last] = await readDrinks();
  await switchItem(stack, 'menu-soft-drinks', last?.id ?? '', false);
  const versions = await listVersions(stack, entry);
  expect(versions.slice(1).map(({ id }) => id)).toEqual([real, ...earlier].map((version) => version?.id));
  expect(versions[0]?.change).toBe(`Drinks: “${last?.name}”: Off the menu: No → Yes`);
  expect(versions[1]?.restores).toBe(`Drinks: “${last?.name}”: Off the menu: Yes → No`);

  // The undo of bringing back the switched drinks is the version with them, which stays for it.
  const command = await bringBack(stack, real);
  expect((await readDrinks())[0]).toMatchObject({ name: last?.name, isShown: true });
  await switchItem(stack, 'menu-soft-drinks', (await readDrinks())[1]?.id ?? '', false);
  await undo(stack, command);
  expect((await readDrinks()).filter(({ isShown }) => !isShown).map(({ name }) => name)).toEqual([
    last?.name,
  ]);

  await bringBack(stack, earlier[0]);
  expect(await readPublished(stack, DRINKS)).toMatchObject({
    drinks: rows.map(({ drinkName }: { drinkName: string }) => expect.objectContaining({ drinkName })),
  });
});

test('a switch that is taken back says that the list is as before', { tag: '@both' }, async ({
  editableStack: stack,
}) => {
  const { documentId } = await readSingle(stack, DRINKS);
  const [drink] = await readMenuItems(stack, 'menu-soft-drinks');
  for (const shown of [false, true]) await switchItem(stack, 'menu-soft-drinks', drink?.id ?? '', shown);
  const versions = await listVersions(stack, { uid: DRINKS, documentId });
  expect(listChanges(versions)).toEqual(['The same as the version before', FIRST]);
  expect(versions[1]).toMatchObject({ isCurrent: false, restores: '' });
});

test('a notice that is put up and taken down for weeks leaves the last real change in the versions, and an old name comes back with its links, without its notice', {
  tag: ['@both', '@sampled'],
}, async ({ editableStack: stack }) => {
  const { documentId } = await readSingle(stack, NAME);
  const entry = { uid: NAME, documentId };
  const reserve = { label: 'Reserve', address: 'https://reserve.example/' };
  const order = { label: 'Order', address: 'https://order.example/' };
  const putUp = (text: string, day: number) =>
    send(stack, 'PUT', '/today/notice', { text, until: `2099-01-${String(day).padStart(2, '0')}T12:00` });
  await putUp('Closed for a party', 1);
  await publishSingle(stack, NAME, { websiteName: 'The Old Table', links: [reserve] });
  await publishSingle(stack, NAME, { websiteName: 'Scioto Table', links: [order] });
  const [present, old] = await listVersions(stack, entry);
  for (const day of sampleCases(listDays(30), 3)) {
    await putUp(`Notice ${day}`, day);
    await send(stack, 'DELETE', '/today/notice');
  }
  await putUp('Come in', 31);
  const versions = await listVersions(stack, entry);
  expect(versions[1]).toEqual({ ...present, isCurrent: false, restores: '', stays: 'Notice' });
  expect(versions[2]?.id).toBe(old?.id);
  expect(versions[0]?.change).toBe('Notice: “Closed for a party” → “Come in”');
  expect(versions[2]).toMatchObject({
    restores: 'Name: “Scioto Table” → “The Old Table”; Links: “Order” → “Reserve”',
    stays: 'Notice',
  });
  expect(await bringBack(stack, versions[1])).toBe(null);

  const command = await bringBack(stack, old);
  expect(await readPublished(stack, NAME)).toMatchObject({
    websiteName: 'The Old Table',
    links: [reserve],
    notice: { text: 'Come in' },
  });
  expect(await readSingle(stack, NAME)).toMatchObject({
    status: 'published',
    websiteName: 'The Old Table',
    notice: { text: 'Come in' },
  });
  await send(stack, 'DELETE', '/today/notice');
  await undo(stack, command);
  expect(await readPublished(stack, NAME)).toMatchObject({
    websiteName: 'Scioto Table',
    links: [order],
    notice: null,
  });
});

test('old hours come back without the special days of then, and those of now stay on the site and in the draft', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const special = (from: string, reason: string) => ({ from, closed: true, reason });
  const readReasons = async (status: 'draft' | 'published') => {
    const { specialDays, description } = (await readEntry(stack, HOURS, status)) ?? {};
    const days: { reason: string }[] = Array.isArray(specialDays) ? specialDays : [];
    return [description, ...days.map(({ reason }) => reason)];
  };
  await publish(stack, HOURS, {
    description: 'Monday – Sunday: 5:00 pm – 9:00 pm',
    specialDays: [special('2098-12-25', 'Old')],
  });
  await publish(stack, HOURS, { description: 'Monday – Sunday: 5:00 pm – 10:00 pm' });
  const holidays = [special('2099-11-26', 'Thanksgiving'), special('2099-12-25', 'Christmas')];
  await publish(stack, HOURS, { specialDays: holidays });

  const [current, same, old] = await listVersions(stack, HOURS);
  expect(await bringBack(stack, same)).toBe(null);
  const command = await bringBack(stack, old);
  const back = ['Monday – Sunday: 5:00 pm – 9:00 pm', 'Thanksgiving', 'Christmas'];
  for (const status of ['draft', 'published'] as const) expect(await readReasons(status)).toEqual(back);
  expect(await readEntry(stack, HOURS, 'draft')).toMatchObject({ status: 'published' });
  await undo(stack, command);
  expect(await readReasons('published')).toEqual([
    'Monday – Sunday: 5:00 pm – 10:00 pm',
    'Thanksgiving',
    'Christmas',
  ]);
  expect(current).toMatchObject({ isCurrent: true });
  expect(same).toMatchObject({ restores: '', stays: 'Special days' });
  expect(old).toMatchObject({
    restores: expect.stringMatching(/^Opening hours: “.*10:00 pm” → “.*9:00 pm”$/),
    stays: 'Special days',
  });
});

test('a dish that was taken off the site stays off when it was deleted and brought back more often than there are versions', {
  tag: ['@both', '@long'],
}, async ({ editableStack: stack }) => {
  const documentId = await stack.addEntry('menu-entree', { entreeName: 'Off' });
  const entry: EntryId = { uid: ENTREE, documentId };
  await switchItem(stack, 'menu-entree', documentId, false);
  for (let time = 1; time <= 101; time += 1) {
    await send(stack, 'DELETE', pathOf(entry));
    await bringBack(stack, (await listVersions(stack, entry))[0]);
  }
  await send(stack, 'POST', '/menu/publish', {});
  expect(await readEntry(stack, entry, 'draft')).toMatchObject({ entreeName: 'Off' });
  expect(await readDishes(stack)).not.toContain(documentId);
  await switchItem(stack, 'menu-entree', documentId, true);
  expect(await readDishes(stack)).toContain(documentId);
});
