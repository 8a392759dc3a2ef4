import { rmSync } from 'node:fs';
import type { MenuAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { toRequest, type VersionCommand } from '../../cms/src/shared/requests/changeCommands.ts';
import type { BringBackAnswer, VersionSummary } from '../../cms/src/versions/version.ts';
import {
  type EntryId,
  listVersions,
  pathOf,
  publishInCms as publish,
  saveDraft,
  send,
  type Values,
} from '../support/entries.ts';
import { Cms } from '../support/operations.ts';
import { sampleCases } from '../support/sampleCases.ts';
import type { DataLocation } from '../support/snapshot.ts';
import { expect, Stack, test } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const ENTREE = 'api::menu-entree.menu-entree';
const LASAGNA: EntryId = { uid: ENTREE, documentId: 'lasagna' };
const STEAK: EntryId = { uid: ENTREE, documentId: 'ribeye-steak' };
const HOME: EntryId = { uid: 'api::homepage.homepage', documentId: 'home-main' };
const HOURS: EntryId = { uid: 'api::contactpage.contactpage', documentId: 'contact-hours' };
const NAME: EntryId = { uid: 'api::website-name.website-name', documentId: 'website-name' };
const DRINKS: EntryId = { uid: 'api::menu-soft-drinks.menu-soft-drinks', documentId: 'menu-soft-drinks' };

/** What the first version of an entry has in place of a change. */
const FIRST = expect.stringMatching(/site showed/);
/** An open draft of the lasagna. */
const OPEN_DRAFT = { description: 'Not yet' };

/** Sends a request that must be rejected, and returns its status and the sentence for the owner. */
async function sendRejected(stack: Stack, method: string, path: string, body: object) {
  const response = await stack.asAdmin(method, path, body);
  const { error }: { error: { message: string } } = await response.json();
  return `${response.status} ${error.message}`;
}

const listMenuVersions = (stack: Stack) => send<VersionSummary[]>(stack, 'GET', '/versions/menu');

const listChanges = (versions: VersionSummary[]) => versions.map(({ change }) => change);

const listIds = (versions: VersionSummary[]) => versions.map(({ id }) => id);

const isOrderOfEntrees = ({ uid, kind }: VersionSummary) => uid === ENTREE && kind === 'order';

const bringBackPath = (version: VersionSummary | undefined) => `/versions/${version?.id}/bring-back`;

/** Brings a version back; returns the command that undoes it. */
const bringBack = async (stack: Stack, version: VersionSummary | undefined) =>
  (await send<BringBackAnswer>(stack, 'POST', bringBackPath(version), {})).undo;

/** Brings the newest version of an entry back, such as its deletion. */
const bringBackNewest = async (stack: Stack, entry: EntryId) =>
  bringBack(stack, (await listVersions(stack, entry))[0]);

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

const expectPublished = async (stack: Stack, entry: EntryId, values: Values) =>
  expect(await readEntry(stack, entry, 'published')).toMatchObject(values);

const expectDraft = async (stack: Stack, entry: EntryId, values: Values) =>
  expect(await readEntry(stack, entry, 'draft')).toMatchObject(values);

/** Expects the draft of the lasagna to have values of its own, which are not published. */
const expectOpenDraft = (stack: Stack, values: Values = OPEN_DRAFT) =>
  expectDraft(stack, LASAGNA, { ...values, status: 'modified' });

/** The entrees as the site gets them, in their order. */
async function readDishes(stack: Stack): Promise<string[]> {
  const { data }: { data: { documentId: string; position: number }[] } = await (
    await fetch(`${stack.cms}/api/menu-entrees?sort=position`)
  ).json();
  return data.map(({ documentId }) => documentId);
}

const orderDishes = (stack: Stack, ids: string[], seen: string[]) =>
  send(stack, 'PUT', '/menu/menu-entree/order', { ids, seen });

/** Creates and publishes an entree. */
const addDish = async (stack: Stack, values: Values): Promise<EntryId> => ({
  uid: ENTREE,
  documentId: await stack.addEntry('menu-entree', values),
});

const takeOff = (stack: Stack, dish: EntryId) => send(stack, 'POST', `${pathOf(dish)}/actions/unpublish`, {});

const remove = (stack: Stack, entry: EntryId) => send(stack, 'DELETE', pathOf(entry));

/** Takes several dishes off the site, or deletes them, in one request. */
const changeTogether = (stack: Stack, action: 'bulkUnpublish' | 'bulkDelete', dishes: EntryId[]) =>
  send(stack, 'POST', `/content-manager/collection-types/${ENTREE}/actions/${action}`, {
    documentIds: dishes.map(({ documentId }) => documentId),
  });

const publishMenu = (stack: Stack) => send(stack, 'POST', '/menu/publish', {});

const switchItem = (stack: Stack, type: string, id: string, shown: boolean) =>
  send(stack, 'PUT', `/menu/${type}/items/${id}/shown`, { shown });

const switchDish = (stack: Stack, { documentId }: EntryId, shown: boolean) =>
  switchItem(stack, 'menu-entree', documentId, shown);

/** The dishes or drinks of a list of the menu, in their order, with those that are off the site. */
async function readMenuItems(stack: Stack, listType: string): Promise<MenuItem[]> {
  const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
  return sections.flatMap(({ lists }) => lists).find(({ type }) => type === listType)?.items ?? [];
}

/** Publishes a notice that ends in January 2099. */
const putNoticeUp = (stack: Stack, text: string, day: number) =>
  send(stack, 'PUT', '/today/notice', { text, until: `2099-01-${String(day).padStart(2, '0')}T12:00` });

const takeNoticeDown = (stack: Stack) => send(stack, 'DELETE', '/today/notice');

test('a publication becomes the current version, with its author and its change', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [first] = await listVersions(stack, LASAGNA);
  expect(first).toMatchObject({ kind: 'publish', author: null, change: FIRST, isCurrent: true });
  await publish(stack, LASAGNA, { description: 'A mistake' });
  const [mistake, ...earlier] = await listVersions(stack, LASAGNA);
  expect(mistake).toMatchObject({ author: 'Administrator', isCurrent: true });
  expect(mistake?.change).toMatch(/^Description: “.*” → “A mistake”$/);
  const restores = expect.stringMatching(/^Description: “A mistake” → “.*”$/);
  expect(earlier).toEqual([{ ...first, isCurrent: false, restores }]);
});

test('bringing a version back leaves an open draft as it is', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  // It can't be published.
  const draft = { ...OPEN_DRAFT, entreeName: '' };
  const [first] = await listVersions(stack, LASAGNA);
  const before = await readEntry(stack, LASAGNA, 'published');
  await publish(stack, LASAGNA, { description: 'A mistake' });
  await saveDraft(stack, LASAGNA, draft);

  const command = await bringBack(stack, first);
  const { description, entreeName, position } = before ?? {};
  await expectPublished(stack, LASAGNA, { description, entreeName, position });
  await expectOpenDraft(stack, draft);

  await test.step('undoing that publishes what was there before, and leaves the draft, too', async () => {
    await undo(stack, command);
    await expectPublished(stack, LASAGNA, { description: 'A mistake' });
    await expectOpenDraft(stack, draft);
  });

  await test.step('each of the two is a version, and bringing the current one back changes nothing', async () => {
    const versions = await listVersions(stack, LASAGNA);
    expect(versions).toHaveLength(4);
    expect(await bringBack(stack, versions[0])).toBe(null);
  });
});

test('without an open draft, bringing pictures back changes the draft, too', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const readPictureIds = async (status: 'draft' | 'published') => {
    const { images } = (await readEntry(stack, HOME, status)) ?? {};
    return Array.isArray(images) ? images.map(({ id }: { id: number }) => id) : [];
  };
  const before = await readPictureIds('draft');
  await publish(stack, HOME, { images: before.slice(1).reverse() });
  const [change, first] = await listVersions(stack, HOME);
  expect(change?.change).toMatch(/^Pictures: “.*” removed$/);
  await bringBack(stack, first);
  for (const status of ['draft', 'published'] as const) expect(await readPictureIds(status)).toEqual(before);
  await expectDraft(stack, HOME, { status: 'published' });
});

test('without an open draft, bringing drinks back changes the draft, too', {
  tag: '@postgres',
}, async ({ editableStack: stack }) => {
  const readDrinks = async () => {
    const { drinks } = (await readEntry(stack, DRINKS, 'draft')) ?? {};
    const rows: { drinkName: string }[] = Array.isArray(drinks) ? drinks : [];
    return rows;
  };
  const before = await readDrinks();
  const names = before.map(({ drinkName }) => drinkName);
  await publish(stack, DRINKS, { drinks: before.slice(1) });
  const [removed] = await listMenuVersions(stack);
  const { documentId } = DRINKS;
  expect(removed).toMatchObject({ documentId, change: `Drinks: “${names[0]}” removed` });
  await bringBack(stack, (await listVersions(stack, DRINKS))[1]);
  await expectDraft(stack, DRINKS, { status: 'published' });
  expect((await readDrinks()).map(({ drinkName }) => drinkName)).toEqual(names);
});

test('dishes that were taken off together come back in their places', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = await readDishes(stack);
  await saveDraft(stack, LASAGNA, OPEN_DRAFT);
  await changeTogether(stack, 'bulkUnpublish', [LASAGNA, STEAK]);
  const versions = await listVersions(stack, LASAGNA);
  expect(versions).toMatchObject([
    {
      kind: 'unpublish',
      change: expect.stringMatching(/^“.*Lasagna.*” taken off/i),
      isCurrent: false,
    },
    { change: FIRST, isCurrent: false },
  ]);

  // One by what was published, the other one by what was taken off.
  const command = await bringBack(stack, versions[1]);
  await bringBackNewest(stack, STEAK);
  expect(await readDishes(stack)).toEqual(before);
  // The draft stays as it was.
  await expectOpenDraft(stack);
  const [newest] = await listVersions(stack, LASAGNA);
  expect(newest).toMatchObject({ change: expect.stringMatching(/^Back on/), isCurrent: true });

  await test.step('undoing that takes the dish off again', async () => {
    await undo(stack, command);
    expect(await readDishes(stack)).toEqual(before.filter((id) => id !== LASAGNA.documentId));
  });
});

test('dishes that were deleted together come back in their places with their drafts', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = await readDishes(stack);
  await saveDraft(stack, LASAGNA, OPEN_DRAFT);
  await changeTogether(stack, 'bulkDelete', [LASAGNA, STEAK]);
  const deletions = (await listMenuVersions(stack)).slice(0, 2);
  expect(deletions.map(({ documentId }) => documentId).sort()).toEqual(['lasagna', 'ribeye-steak']);
  expect(listChanges(deletions)).toContainEqual(expect.stringMatching(/^“.*Lasagna.*” deleted$/i));

  await bringBackNewest(stack, STEAK);
  const command = await bringBackNewest(stack, LASAGNA);
  expect(await readDishes(stack)).toEqual(before);
  await expectOpenDraft(stack);

  await test.step('undoing that deletes the dish again', async () => {
    await undo(stack, command);
    expect(await readEntry(stack, LASAGNA, 'draft')).toBe(undefined);
  });
});

test('a dish that was off the site when it was deleted comes back off the site', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = await readDishes(stack);
  await takeOff(stack, STEAK);
  await remove(stack, STEAK);
  await bringBackNewest(stack, STEAK);
  await expectDraft(stack, STEAK, { status: 'draft' });
  expect(await bringBackNewest(stack, STEAK)).toBe(null);
  await expectDraft(stack, STEAK, { status: 'draft' });

  await test.step('the version in which the site showed it puts it back in its place', async () => {
    const versions = await listVersions(stack, STEAK);
    await bringBack(
      stack,
      versions.find(({ kind }) => kind === 'publish'),
    );
    expect(await readDishes(stack)).toEqual(before);
  });
});

test('a dish that was taken off before the first versions stays off when it comes back', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const dish = await addDish(stack, { entreeName: 'Old' });
  await takeOff(stack, dish);
  const where = `WHERE document_id = '${dish.documentId}'`;
  await stack.runStatement(`DELETE FROM site_versions ${where}`);
  const firstTime = '(SELECT MIN(created_at) FROM menu_entrees)';
  await stack.runStatement(`UPDATE menu_entrees SET created_at = ${firstTime} ${where}`);

  await remove(stack, dish);
  await bringBackNewest(stack, dish);
  // It publishes new dishes.
  await publishMenu(stack);
  await expectDraft(stack, dish, { entreeName: 'Old' });
  expect(await readDishes(stack)).not.toContain(dish.documentId);
});

test('an earlier order comes back for the dishes that still exist, with new ones at its end', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [first = '', second = '', ...rest] = await readDishes(stack);
  const { documentId: added } = await addDish(stack, { entreeName: 'New', position: 1 });
  await remove(stack, { uid: ENTREE, documentId: second });
  const moved = [added, ...rest, first];
  await orderDishes(stack, moved, [added, first, ...rest]);
  await saveDraft(stack, LASAGNA, OPEN_DRAFT);
  expect(await readDishes(stack)).toEqual(moved);

  const order = (await listMenuVersions(stack)).findLast(isOrderOfEntrees);
  expect(order).toMatchObject({ author: null, change: expect.stringMatching(/order on this day/) });
  const command = await bringBack(stack, order);
  expect(await readDishes(stack)).toEqual([first, ...rest, added]);
  await expectOpenDraft(stack);

  await test.step('undoing that returns the order before', async () => {
    await undo(stack, command);
    expect(await readDishes(stack)).toEqual(moved);
  });
});

test('a version with removed fields and a deleted picture brings back what the site still has a place for', {
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
  const { description, place } = (await readEntry(stack, HOME, 'published')) ?? {};
  const version = await send<{ content: Values; lost: string[] }>(stack, 'GET', `/versions/${first?.id}`);

  await test.step('it has the present values of fields that were added', async () => {
    const { documentId } = HOME;
    expect(version.content).toMatchObject({ documentId, mainHeading: 'Since 1797', images: [], description });
  });

  await test.step('it names what is lost', async () => {
    const lost = [
      /picture “The old bar” was deleted/,
      /^“From the cellar” has no place/,
      /^“Open”, “Closed” have no place/,
      /^“component” has no place/,
    ];
    expect(version.lost).toHaveLength(lost.length);
    for (const sentence of lost) expect(version.lost).toContainEqual(expect.stringMatching(sentence));
  });

  await test.step('it comes back', async () => {
    await bringBack(stack, first);
    await expectPublished(stack, HOME, { mainHeading: 'Since 1797', images: [], description, place });
  });
});

test('rejects bringing back a version that is not kept any more', { tag: '@both' }, async ({ stack }) => {
  for (const id of ['999999', '2147483648', 'x', '1.5'])
    expect(await sendRejected(stack, 'POST', `/versions/${id}/bring-back`, {}), id).toMatch(
      /^404 .*not kept any more/,
    );
});

test('a version that can’t be published any more is rejected with the reason, and nothing changes', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [first] = await listVersions(stack, HOME);
  await publish(stack, HOME, { images: [] });
  await stack.runStatement("UPDATE files SET alternative_text = ''");
  expect(await sendRejected(stack, 'POST', bringBackPath(first), {})).toMatch(
    /^400 .*can’t be brought back.*nothing has changed.* “.+” has no alternative text/,
  );
  await expectDraft(stack, HOME, { images: [], status: 'published' });
  expect(await listVersions(stack, HOME)).toHaveLength(2);
});

test('a publication that changes nothing or is rejected makes no version', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  await publish(stack, LASAGNA, {});
  const rejected = await stack.asAdmin('POST', `${pathOf(LASAGNA)}/actions/publish`, { entreeName: null });
  expect(rejected.status).toBe(400);
  expect(listChanges(await listVersions(stack, LASAGNA))).toEqual([FIRST]);
});

test('nothing is published when its version can’t be stored', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = await readEntry(stack, LASAGNA, 'published');
  await stack.runStatement('ALTER TABLE site_versions RENAME TO renamed_versions');
  const response = await stack.asAdmin('POST', `${pathOf(LASAGNA)}/actions/publish`, { description: 'Lost' });
  await stack.runStatement('ALTER TABLE renamed_versions RENAME TO site_versions');
  expect(response.status).toBe(500);
  expect(await readEntry(stack, LASAGNA, 'published')).toEqual(before);
});

test('publishing an entry many times at once leaves one published content, and a version of each', {
  tag: '@postgres',
}, async ({ editableStack: stack }) => {
  const texts = ['One', 'Two', 'Three', 'Four', 'Five'];
  await Promise.all(texts.map((description) => publish(stack, LASAGNA, { description })));
  expect((await readDishes(stack)).filter((id) => id === LASAGNA.documentId)).toHaveLength(1);
  const [newest, ...earlier] = await listVersions(stack, LASAGNA);
  const published = await readEntry(stack, LASAGNA, 'published');
  const { content } = await send<{ content: Values }>(stack, 'GET', `/versions/${newest?.id}`);
  expect(content.description).toBe(published?.description);
  expect(earlier).toHaveLength(texts.length);
});

test('bringing back, switching, moving and publishing at once never wait for each other', {
  tag: '@postgres',
}, async ({ editableStack: stack }) => {
  const [first] = await listVersions(stack, LASAGNA);
  const order = (await listMenuVersions(stack)).find(isOrderOfEntrees);
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

/** Starts the CMS with its clock at a time, by default the present, and kills it after use. */
async function withCms<Result>(
  { dataDir, databaseUrl }: DataLocation,
  clock: TestClock | undefined,
  use: (stack: Stack) => Promise<Result>,
): Promise<Result> {
  const cms = await Cms.start(dataDir, { env: { DATABASE_URL: databaseUrl, ...clock?.env } });
  try {
    await cms.waitUntilReady();
    return await use(Stack.at('', cms.address));
  } finally {
    await cms.kill();
  }
}

test('starts and publications while the clock is years ahead or years behind lose no version', async ({
  copyData,
}) => {
  const location = await copyData();

  const { before, menuBefore, off } = await withCms(location, undefined, async (stack) => {
    for (const description of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await publish(stack, LASAGNA, { description });
    await remove(stack, STEAK);
    const off = await addDish(stack, { entreeName: 'Off' });
    await switchDish(stack, off, false);
    await remove(stack, off);
    await bringBackNewest(stack, off);
    const before = listIds(await listVersions(stack, LASAGNA));
    return { before, menuBefore: listIds(await listMenuVersions(stack)), off };
  });

  const clock = new TestClock(location.dataDir, '2046-01-01T12:00:00Z');
  await withCms(location, clock, async (stack) => {
    const change = async (stack: Stack, description: string) => {
      await publish(stack, LASAGNA, { description });
      const seen = (await readMenuItems(stack, 'menu-entree')).map(({ id }) => id);
      await orderDishes(stack, seen.toReversed(), seen);
    };
    await change(stack, 'Ahead');
    clock.set('2001-01-01T12:00:00Z');
    // Signs in at that time.
    await change(Stack.at('', stack.cms), 'Behind');
  });

  await withCms(location, clock, async (stack) => {
    const [newest, ...earlier] = await listVersions(stack, LASAGNA);
    expect(newest).toMatchObject({ isCurrent: true, change: 'Description: “Ahead” → “Behind”' });
    expect(listIds(earlier.slice(1))).toEqual(before);
    expect(listIds(await listMenuVersions(stack))).toEqual(expect.arrayContaining(menuBefore));
    await bringBack(stack, earlier[1]);
    await expectPublished(stack, LASAGNA, { description: 'Six' });

    await test.step('a deleted dish comes back', async () => {
      await bringBackNewest(stack, STEAK);
      expect(await readDishes(stack)).toContain(STEAK.documentId);
    });

    await test.step('a dish that was taken off is not taken for a new one', async () => {
      await publishMenu(stack);
      expect(await readDishes(stack)).not.toContain(off.documentId);
    });
  });
  rmSync(location.dataDir, { recursive: true });
});

test('a new order after the clock was set back is a version of its own', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const reverse = async () => {
    const seen = await readDishes(stack);
    await orderDishes(stack, seen.toReversed(), seen);
  };
  const listOrders = async () => (await listMenuVersions(stack)).filter(isOrderOfEntrees);
  const before = await readDishes(stack);
  await reverse();
  const [first] = await listOrders();
  // A later time, because the clock was ahead.
  const later = '2046-01-01T12:00:00.000Z';
  const stored = stack.settings.DATABASE_URL ? `'${later}'` : Date.parse(later);
  await stack.runStatement(`UPDATE site_versions SET time = ${stored} WHERE id = ${first?.id}`);
  await reverse();
  const [, earlier] = await listOrders();
  expect(earlier?.id).toBe(first?.id);
  await bringBack(stack, earlier);
  expect(await readDishes(stack)).toEqual(before.toReversed());
});

test('of more than 1,000 deleted dishes, only the one that was deleted first is forgotten', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const toEntry = (documentId = ''): EntryId => ({ uid: ENTREE, documentId });
  const used = [LASAGNA, STEAK].map(({ documentId }) => documentId);
  const [forgotten, second] = (await readDishes(stack)).filter((id) => !used.includes(id)).map(toEntry);
  if (!forgotten || !second) throw new Error('there are too few dishes');
  // It was off when it was deleted, so the deletion is its newest version although it is back.
  await switchDish(stack, STEAK, false);
  await remove(stack, STEAK);
  await bringBackNewest(stack, STEAK);
  const kept = await listVersions(stack, STEAK);
  for (const dish of [forgotten, second]) await remove(stack, dish);
  const [deletion] = await listVersions(stack, second);
  await stack.runStatement(`
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 998)
    INSERT INTO site_versions (uid, document_id, kind, time, content, change)
    SELECT 'api::menu-side.menu-side', 'side-' || number, kind, time, content, change
    FROM site_versions, numbers WHERE site_versions.id = ${deletion?.id}`);
  expect(await listVersions(stack, forgotten)).toHaveLength(2);

  await remove(stack, LASAGNA);
  expect(await listVersions(stack, forgotten)).toEqual([]);
  expect(await listVersions(stack, second)).toHaveLength(2);
  const sides = (await listMenuVersions(stack)).filter(({ documentId }) => documentId?.startsWith('side-'));
  expect(sides).toHaveLength(998);
  await bringBackNewest(stack, LASAGNA);
  expect(await readDishes(stack)).toContain(LASAGNA.documentId);

  await test.step('nor is one that is back', async () => {
    expect(listIds(await listVersions(stack, STEAK))).toEqual(listIds(kept));
  });
});

const listDays = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a dish that is switched off and on for sixty days keeps its last texts', {
  tag: ['@both', '@sampled'],
}, async ({ editableStack: stack }) => {
  await publish(stack, LASAGNA, { description: 'The old text' });
  await publish(stack, LASAGNA, { description: 'A mistake' });
  const [mistake, old] = await listVersions(stack, LASAGNA);
  const changesBefore = [mistake?.change, old?.change, FIRST];
  for (const _ of sampleCases(listDays(60), 3))
    for (const shown of [false, true]) await switchDish(stack, LASAGNA, shown);
  const [on, ...beforeOn] = await listVersions(stack, LASAGNA);
  expect(on).toMatchObject({ change: expect.stringMatching(/^Back on/), isCurrent: true });
  expect(listChanges(beforeOn)).toEqual(changesBefore);

  await switchDish(stack, LASAGNA, false);
  const [off, ...beforeOff] = await listVersions(stack, LASAGNA);
  expect(off?.change).toMatch(/taken off/);
  expect(listChanges(beforeOff)).toEqual(changesBefore);
  expect(beforeOff[1]?.restores).toMatch(/^Back on .*; Description: “A mistake” → “The old text”$/);
  await bringBack(stack, old);
  await expectPublished(stack, LASAGNA, { description: 'The old text' });
});

test('ten drinks that are switched and moved for ten days leave the last real change of the list in its versions', {
  tag: ['@both', '@sampled'],
}, async ({ editableStack: stack }) => {
  const { drinks } = (await readEntry(stack, DRINKS, 'draft')) ?? {};
  const rows: { drinkName: string }[] = Array.isArray(drinks) ? drinks : [];
  await publish(stack, DRINKS, { subHeading: 'From the cellar', drinks: rows.slice(1) });
  const before = await listVersions(stack, DRINKS);
  const [real, earlier] = before;
  const readDrinks = () => readMenuItems(stack, 'menu-soft-drinks');
  const switchDrink = (drink: MenuItem | undefined, shown: boolean) =>
    switchItem(stack, 'menu-soft-drinks', drink?.id ?? '', shown);
  const switched = sampleCases((await readDrinks()).slice(0, 10), 3);
  for (const [day] of sampleCases(listDays(10), 2).entries()) {
    for (const drink of switched) await switchDrink(drink, day % 2 === 1);
    const seen = (await readDrinks()).map(({ id }) => id);
    await send(stack, 'PUT', '/menu/menu-soft-drinks/order', { ids: seen.toReversed(), seen });
  }
  const [last] = await readDrinks();
  await switchDrink(last, false);
  const [newest, ...rest] = await listVersions(stack, DRINKS);
  expect(newest?.change).toBe(`Drinks: “${last?.name}”: Off the menu: No → Yes`);
  expect(listIds(rest)).toEqual(listIds(before));
  expect(rest[0]?.restores).toBe(`Drinks: “${last?.name}”: Off the menu: Yes → No`);

  await test.step('the undo of bringing it back returns the switched drinks, also after another switch', async () => {
    const command = await bringBack(stack, real);
    const [first, second] = await readDrinks();
    expect(first).toMatchObject({ name: last?.name, isShown: true });
    await switchDrink(second, false);
    await undo(stack, command);
    const off = (await readDrinks()).filter(({ isShown }) => !isShown);
    expect(off.map(({ name }) => name)).toEqual([last?.name]);
  });

  await test.step('the list from before the real change comes back', async () => {
    await bringBack(stack, earlier);
    await expectPublished(stack, DRINKS, { drinks: rows.map(({ drinkName }) => ({ drinkName })) });
  });
});

test('the version of a switch that is taken back says that nothing has changed', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const [drink] = await readMenuItems(stack, 'menu-soft-drinks');
  for (const shown of [false, true]) await switchItem(stack, 'menu-soft-drinks', drink?.id ?? '', shown);
  const versions = await listVersions(stack, DRINKS);
  expect(listChanges(versions)).toEqual([expect.stringMatching(/same as .+ before/), FIRST]);
  expect(versions[1]).toMatchObject({ isCurrent: false, restores: '' });
});

const RESERVE = { label: 'Reserve', address: 'https://reserve.example/' };
const ORDER = { label: 'Order', address: 'https://order.example/' };

test('a notice that is put up and taken down for weeks leaves the last real change in the versions', {
  tag: ['@both', '@sampled'],
}, async ({ editableStack: stack }) => {
  await putNoticeUp(stack, 'Closed for a party', 1);
  await publish(stack, NAME, { websiteName: 'The Old Table' });
  const before = await listVersions(stack, NAME);
  for (const day of sampleCases(listDays(30), 2)) {
    await putNoticeUp(stack, `Notice ${day}`, day);
    await takeNoticeDown(stack);
  }
  await putNoticeUp(stack, 'Come in', 31);
  const [newest, ...rest] = await listVersions(stack, NAME);
  expect(newest?.change).toBe('Notice: “Closed for a party” → “Come in”');
  expect(listIds(rest)).toEqual(listIds(before));
});

test('an old name comes back with its links, and the present notice stays', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  await putNoticeUp(stack, 'Closed for a party', 1);
  await publish(stack, NAME, { websiteName: 'The Old Table', links: [RESERVE] });
  await publish(stack, NAME, { websiteName: 'Scioto Table', links: [ORDER] });
  await putNoticeUp(stack, 'Come in', 31);
  const [, same, old] = await listVersions(stack, NAME);
  expect(same).toMatchObject({ isCurrent: false, restores: '', stays: 'Notice' });
  expect(await bringBack(stack, same)).toBe(null);
  expect(old).toMatchObject({
    restores: 'Name: “Scioto Table” → “The Old Table”; Links: “Order” → “Reserve”',
    stays: 'Notice',
  });

  const command = await bringBack(stack, old);
  const values = { websiteName: 'The Old Table', links: [RESERVE], notice: { text: 'Come in' } };
  await expectPublished(stack, NAME, values);
  await expectDraft(stack, NAME, { ...values, status: 'published' });

  await test.step('undoing that leaves the notice as it is by then', async () => {
    await takeNoticeDown(stack);
    await undo(stack, command);
    await expectPublished(stack, NAME, { websiteName: 'Scioto Table', links: [ORDER], notice: null });
  });
});

test('old hours come back, and the present special days stay', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const specialDay = (from: string, reason: string) => ({ from, closed: true, reason });
  const readHours = async (status: 'draft' | 'published') => {
    const { specialDays, description } = (await readEntry(stack, HOURS, status)) ?? {};
    const days: { reason: string }[] = Array.isArray(specialDays) ? specialDays : [];
    return [description, ...days.map(({ reason }) => reason)];
  };
  const untilNine = 'Monday – Sunday: 5:00 pm – 9:00 pm';
  const untilTen = 'Monday – Sunday: 5:00 pm – 10:00 pm';
  await publish(stack, HOURS, { description: untilNine, specialDays: [specialDay('2098-12-25', 'Old')] });
  await publish(stack, HOURS, { description: untilTen });
  const holidays = [specialDay('2099-11-26', 'Thanksgiving'), specialDay('2099-12-25', 'Christmas')];
  await publish(stack, HOURS, { specialDays: holidays });

  const [current, same, old] = await listVersions(stack, HOURS);
  expect(current).toMatchObject({ isCurrent: true });
  expect(same).toMatchObject({ restores: '', stays: 'Special days' });
  expect(await bringBack(stack, same)).toBe(null);
  expect(old).toMatchObject({
    restores: expect.stringMatching(/^Opening hours: “.*10:00 pm” → “.*9:00 pm”$/),
    stays: 'Special days',
  });

  const command = await bringBack(stack, old);
  for (const status of ['draft', 'published'] as const)
    expect(await readHours(status)).toEqual([untilNine, 'Thanksgiving', 'Christmas']);
  await expectDraft(stack, HOURS, { status: 'published' });

  await test.step('undoing that leaves them, too', async () => {
    await undo(stack, command);
    expect(await readHours('published')).toEqual([untilTen, 'Thanksgiving', 'Christmas']);
  });
});

test('a dish that is off the site stays off when it is deleted and brought back more often than there are versions', {
  tag: ['@both', '@long'],
}, async ({ editableStack: stack }) => {
  const dish = await addDish(stack, { entreeName: 'Off' });
  await switchDish(stack, dish, false);
  for (let time = 1; time <= 101; time += 1) {
    await remove(stack, dish);
    await bringBackNewest(stack, dish);
  }
  await publishMenu(stack);
  await expectDraft(stack, dish, { entreeName: 'Off' });
  expect(await readDishes(stack)).not.toContain(dish.documentId);
  await switchDish(stack, dish, true);
  expect(await readDishes(stack)).toContain(dish.documentId);
});
