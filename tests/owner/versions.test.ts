// Earlier versions: what is recorded, listed and brought back. Their screen is tested in earlierVersions.spec.ts.
import { expect, test, vi } from 'vitest';
import type { VersionSummary } from '../../cms/src/site/version.ts';
import { queries } from '../../web/src/content/queries.ts';
import { cms, requireCompiled } from '../support/cms.ts';
import { type Entry, owner, type Values } from '../support/owner.ts';
import { createPicture } from '../support/pictures.ts';

const { recordFirstVersions } =
  requireCompiled<typeof import('../../cms/src/site/firstVersions.ts')>('site/firstVersions');

const ENTREE = 'menu-entree';
const LASAGNA: Entry = { type: ENTREE, documentId: 'lasagna' };
const STEAK: Entry = { type: ENTREE, documentId: 'ribeye-steak' };
const HOME: Entry = { type: 'homepage', documentId: 'home-main' };
const NAME: Entry = { type: 'website-name', documentId: 'website-name' };

/** What the first version of an entry has in place of a change. */
const FIRST = expect.stringMatching(/site showed/);
/** An open draft of the lasagna, which can't be published. */
const OPEN_DRAFT = { description: 'Not yet', entreeName: '' };

const listChanges = (versions: VersionSummary[]) => versions.map(({ change }) => change);
const listIds = (versions: VersionSummary[]) => versions.map(({ id }) => id);
const isOrder = ({ uid, kind }: VersionSummary) => uid.endsWith(ENTREE) && kind === 'order';

/** Brings a version back, and returns the command that undoes it. */
const bringBack = async (version: VersionSummary | undefined) => (await owner.bringBack(version)).undo;
/** Brings the newest version of an entry back, such as its deletion. */
const bringBackNewest = async (entry: Entry) => bringBack((await owner.listVersions(entry))[0]);

const readPublished = (entry: Entry) => owner.open(entry, 'published');
const expectOpenDraft = async () =>
  expect(await owner.open(LASAGNA)).toMatchObject({ ...OPEN_DRAFT, status: 'modified' });

/** The entrees that the site shows, in their order. */
async function readDishes(): Promise<string[]> {
  const { data }: { data: { documentId: string; position: number }[] } = JSON.parse(
    await cms.readContent(ENTREE),
  );
  return data.toSorted((one, other) => one.position - other.position).map(({ documentId }) => documentId);
}

const switchDish = ({ documentId }: Entry, shown: boolean) => owner.switchItem(ENTREE, documentId, shown);
const runSql = (statement: string) => cms.strapi.db.connection.raw(statement);
const rowsOf = (value: unknown): Values[] => (Array.isArray(value) ? value : []);
/** Adds an entree that is off the site. */
async function addDishThatIsOff(): Promise<Entry> {
  const dish = await owner.create(ENTREE, { entreeName: 'Off' });
  await owner.unpublish(dish);
  return dish;
}

test('a publication becomes the current version, with its author and its change', async () => {
  const [first] = await owner.listVersions(LASAGNA);
  expect(first).toMatchObject({ kind: 'publish', author: null, change: FIRST, isCurrent: true });
  await owner.publish(LASAGNA, { description: 'A mistake' });
  const [mistake, ...earlier] = await owner.listVersions(LASAGNA);
  expect(mistake).toMatchObject({ author: 'Owner', isCurrent: true });
  expect(mistake?.change).toMatch(/^Description: “.*” → “A mistake”$/);
  const restores = expect.stringMatching(/^Description: “A mistake” → “.*”$/);
  expect(earlier).toEqual([{ ...first, when: expect.any(String), isCurrent: false, restores }]);
});

test('a publication that changes nothing or is rejected makes no version', async () => {
  await owner.publish(LASAGNA);
  await expect(owner.publish(LASAGNA, { entreeName: null })).rejects.toThrow(/^400 /);
  expect(listChanges(await owner.listVersions(LASAGNA))).toEqual([FIRST]);
});

test('nothing is published when its version can’t be stored', async () => {
  const before = await readPublished(LASAGNA);
  const { log } = cms.strapi;
  const logError = vi.spyOn(log, 'error').mockReturnValue(log);
  await runSql('ALTER TABLE site_versions RENAME TO renamed_versions');
  await expect(owner.publish(LASAGNA, { description: 'Lost' })).rejects.toThrow(/^500 /);
  await runSql('ALTER TABLE renamed_versions RENAME TO site_versions');
  expect(logError).toHaveBeenCalled();
  logError.mockRestore();
  expect(await readPublished(LASAGNA)).toEqual(before);
});

test('bringing a version back leaves an open draft as it is', async () => {
  const [first] = await owner.listVersions(LASAGNA);
  const { description, entreeName, position } = await readPublished(LASAGNA);
  await owner.publish(LASAGNA, { description: 'A mistake' });
  await owner.saveDraft(LASAGNA, OPEN_DRAFT);
  const command = await bringBack(first);
  expect(await readPublished(LASAGNA)).toMatchObject({ description, entreeName, position });
  await expectOpenDraft();
  await owner.undo(command);
  expect(await readPublished(LASAGNA)).toMatchObject({ description: 'A mistake' });
  await expectOpenDraft();
  const versions = await owner.listVersions(LASAGNA);
  expect(versions).toHaveLength(4);
  expect(await bringBack(versions[0])).toEqual([]);
});

test('without an open draft, bringing pictures back changes the draft, too', async () => {
  const before = rowsOf((await owner.open(HOME)).images).map(({ id }) => id);
  await owner.publish(HOME, { images: before.slice(1).reverse() });
  const [change, first] = await owner.listVersions(HOME);
  expect(change?.change).toMatch(/^Pictures: “.*” removed$/);
  await bringBack(first);
  for (const status of ['draft', 'published'] as const)
    expect(rowsOf((await owner.open(HOME, status)).images).map(({ id }) => id)).toEqual(before);
  expect(await owner.open(HOME)).toMatchObject({ status: 'published' });
});

test('dishes that were deleted together come back in their places with their drafts', async () => {
  const before = await readDishes();
  await owner.saveDraft(LASAGNA, OPEN_DRAFT);
  await owner.changeTogether('bulkDelete', [LASAGNA, STEAK]);
  const deletions = (await owner.listMenuVersions()).slice(0, 2);
  expect(deletions.map(({ documentId }) => documentId).sort()).toEqual(['lasagna', 'ribeye-steak']);
  expect(listChanges(deletions)).toContainEqual(expect.stringMatching(/^“.*Lasagna.*” deleted$/i));
  await bringBackNewest(STEAK);
  const command = await bringBackNewest(LASAGNA);
  expect(await readDishes()).toEqual(before);
  // Strapi calls a draft modified when it is newer, and here the clock stands still during a request.
  expect(await owner.open(LASAGNA)).toMatchObject(OPEN_DRAFT);
  expect(await readPublished(LASAGNA)).not.toMatchObject(OPEN_DRAFT);
  await owner.undo(command);
  await expect(owner.open(LASAGNA)).rejects.toThrow(/^404 /);
});

test('an earlier order comes back for the dishes that still exist, with new ones at its end', async () => {
  const [first = '', second = '', ...rest] = await readDishes();
  const { documentId: added } = await owner.create(ENTREE, { entreeName: 'New', position: 1 });
  await owner.delete({ type: ENTREE, documentId: second });
  const moved = [added, ...rest, first];
  await owner.move(ENTREE, moved);
  await owner.saveDraft(LASAGNA, OPEN_DRAFT);
  expect(await readDishes()).toEqual(moved);
  const order = (await owner.listMenuVersions()).findLast(isOrder);
  expect(order).toMatchObject({
    author: null,
    change: expect.stringMatching(/order of this list on this day/),
  });
  const command = await bringBack(order);
  expect(await readDishes()).toEqual([first, ...rest, added]);
  await expectOpenDraft();
  await owner.undo(command);
  expect(await readDishes()).toEqual(moved);
});

test('a version with removed fields and a deleted picture brings back what the site still has a place for', async () => {
  const [first] = await owner.listVersions(HOME);
  const old = {
    mainHeading: 'Since 1797',
    images: [{ pictureId: 999_999, name: 'The old bar' }],
    wineList: 'From the cellar',
    signs: [{ words: 'Open' }, { words: 'Closed' }],
    place: { old: 'component' },
    oldNumber: null,
  };
  await runSql(`UPDATE site_versions SET content = '${JSON.stringify(old)}' WHERE id = ${first?.id}`);
  const { description, place } = await readPublished(HOME);
  const { content, lost } = await owner.readVersion(first);
  // It has the present values of fields that were added.
  expect(content).toMatchObject({ mainHeading: 'Since 1797', images: [], description });
  expect(lost.toSorted()).toEqual([
    expect.stringMatching(/picture “The old bar” was deleted/),
    expect.stringMatching(/^“From the cellar” has no place/),
    expect.stringMatching(/^“Open”, “Closed” have no place/),
    expect.stringMatching(/^“component” has no place/),
  ]);
  await bringBack(first);
  const values = { mainHeading: 'Since 1797', images: [], description, place };
  expect(await readPublished(HOME)).toMatchObject(values);
});

test('a version that can’t be published any more is rejected with the reason, and nothing changes', async () => {
  const [first] = await owner.listVersions(HOME);
  await owner.publish(HOME, { images: [] });
  await runSql("UPDATE files SET alternative_text = ''");
  await expect(bringBack(first)).rejects.toThrow(
    /^400 .*can’t be brought back.*nothing has changed.* “.+” has no alternative text/,
  );
  expect(await owner.open(HOME)).toMatchObject({ images: [], status: 'published' });
  expect(await owner.listVersions(HOME)).toHaveLength(2);
  await expect(owner.send('POST', '/versions/999999/bring-back')).rejects.toThrow(/^404 .*not kept any more/);
});

test('bringing back, switching, moving and publishing at once never wait for each other @postgres', async () => {
  const [first] = await owner.listVersions(LASAGNA);
  const order = (await owner.listMenuVersions()).find(isOrder);
  const seen = await readDishes();
  const changes = () => [
    owner.bringBack(first),
    switchDish(LASAGNA, false),
    // It is refused when another order came first.
    owner.move(ENTREE, seen.toReversed(), seen).catch(({ status }) => expect(status).toBe(409)),
    owner.publish(LASAGNA, { description: 'Other' }),
    owner.bringBack(order),
    switchDish(LASAGNA, true),
  ];
  await Promise.all([...changes(), ...changes()]);
});

test('starts and publications while the clock is years ahead or years behind lose no version', async () => {
  for (const description of ['One', 'Two', 'Three']) await owner.publish(LASAGNA, { description });
  await owner.delete(STEAK);
  const off = await addDishThatIsOff();
  await owner.delete(off);
  await bringBackNewest(off);
  const before = listIds(await owner.listVersions(LASAGNA));
  const menuBefore = listIds(await owner.listMenuVersions());
  for (const [time, description] of [
    ['2046-01-01T12:00', 'Ahead'],
    ['2001-01-01T12:00', 'Behind'],
  ] as const) {
    cms.setTime(time);
    // As a start does.
    await recordFirstVersions(cms.strapi);
    await owner.publish(LASAGNA, { description });
    await owner.move(ENTREE, (await owner.listItems(ENTREE)).map(({ id }) => id).toReversed());
  }
  await recordFirstVersions(cms.strapi);
  const [newest, ...earlier] = await owner.listVersions(LASAGNA);
  expect(newest).toMatchObject({ isCurrent: true, change: 'Description: “Ahead” → “Behind”' });
  expect(listIds(earlier.slice(1))).toEqual(before);
  expect(listIds(await owner.listMenuVersions())).toEqual(expect.arrayContaining(menuBefore));
  await bringBack(earlier[1]);
  expect(await readPublished(LASAGNA)).toMatchObject({ description: 'Three' });
  await bringBackNewest(STEAK);
  // A dish that was taken off is not taken for a new one.
  await owner.publishMenu();
  const dishes = await readDishes();
  expect(dishes).toContain(STEAK.documentId);
  expect(dishes).not.toContain(off.documentId);
});

test('of more than 1,000 deleted dishes, only the one that was deleted first is forgotten', async () => {
  const used = [LASAGNA, STEAK].map(({ documentId }) => documentId);
  const [forgotten, second] = (await readDishes())
    .filter((id) => !used.includes(id))
    .map((documentId) => ({ type: ENTREE, documentId }));
  if (!forgotten || !second) throw new Error('there are too few dishes');
  // It was off when it was deleted, so the deletion is its newest version although it is back.
  await owner.unpublish(STEAK);
  await owner.delete(STEAK);
  await bringBackNewest(STEAK);
  const kept = listIds(await owner.listVersions(STEAK));
  for (const dish of [forgotten, second]) await owner.delete(dish);
  const [deletion] = await owner.listVersions(second);
  await runSql(`
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 998)
    INSERT INTO site_versions (uid, document_id, kind, time, content, change)
    SELECT 'api::menu-side.menu-side', 'side-' || number, kind, time, content, change
    FROM site_versions, numbers WHERE site_versions.id = ${deletion?.id}`);
  expect(await owner.listVersions(forgotten)).toHaveLength(2);
  await owner.delete(LASAGNA);
  expect(await owner.listVersions(forgotten)).toEqual([]);
  expect(await owner.listVersions(second)).toHaveLength(2);
  const sides = (await owner.listMenuVersions()).filter(({ documentId }) => documentId?.startsWith('side-'));
  expect(sides).toHaveLength(998);
  await bringBackNewest(LASAGNA);
  expect(await readDishes()).toContain(LASAGNA.documentId);
  expect(listIds(await owner.listVersions(STEAK))).toEqual(kept);
});

test('a dish that is switched off and on for days keeps its last texts', async () => {
  await owner.publish(LASAGNA, { description: 'The old text' });
  await owner.publish(LASAGNA, { description: 'A mistake' });
  const [mistake, old] = await owner.listVersions(LASAGNA);
  const changesBefore = [mistake?.change, old?.change, FIRST];
  for (const shown of [false, true, false, true]) await switchDish(LASAGNA, shown);
  const [on, ...beforeOn] = await owner.listVersions(LASAGNA);
  expect(on).toMatchObject({ change: expect.stringMatching(/^Back on/), isCurrent: true });
  expect(listChanges(beforeOn)).toEqual(changesBefore);
  await switchDish(LASAGNA, false);
  const [off, ...beforeOff] = await owner.listVersions(LASAGNA);
  expect(off?.change).toMatch(/taken off/);
  expect(listChanges(beforeOff)).toEqual(changesBefore);
  expect(beforeOff[1]?.restores).toMatch(/^Back on .*; Description: “A mistake” → “The old text”$/);
  await bringBack(old);
  expect(await readPublished(LASAGNA)).toMatchObject({ description: 'The old text' });
});

test('an old name comes back with its links, and the present notice stays', async () => {
  const reserve = { label: 'Reserve', address: 'https://reserve.example/' };
  const order = { label: 'Order', address: 'https://order.example/' };
  await owner.putNoticeUp('Closed for a party', '2037-12-01T12:00');
  await owner.publish(NAME, { websiteName: 'The Old Table', links: [reserve] });
  await owner.publish(NAME, { websiteName: 'Scioto Table', links: [order] });
  const before = listIds(await owner.listVersions(NAME));
  await owner.takeNoticeDown();
  await owner.putNoticeUp('Come in', '2037-12-02T12:00');
  const [newest, same, old, ...rest] = await owner.listVersions(NAME);
  // What ends by itself takes the place of the version before it.
  expect(newest?.change).toBe('Notice: “Closed for a party” → “Come in”');
  expect(listIds([same, old, ...rest].flatMap((version) => version ?? []))).toEqual(before);
  expect(same).toMatchObject({ isCurrent: false, restores: '', stays: 'Notice' });
  expect(await bringBack(same)).toEqual([]);
  expect(old).toMatchObject({
    restores: 'Name: “Scioto Table” → “The Old Table”; Links: “Order” → “Reserve”',
    stays: 'Notice',
  });
  const command = await bringBack(old);
  const values = { websiteName: 'The Old Table', links: [reserve], notice: { text: 'Come in' } };
  expect(await readPublished(NAME)).toMatchObject(values);
  expect(await owner.open(NAME)).toMatchObject({ ...values, status: 'published' });
  await owner.takeNoticeDown();
  await owner.undo(command);
  const undone = { websiteName: 'Scioto Table', links: [order], notice: null };
  expect(await readPublished(NAME)).toMatchObject(undone);
});

test('a picture that is replaced or deleted stays in the versions that show it', async () => {
  const story: Entry = { type: 'homepage', documentId: 'home-story-1' };
  const readFile = async (url = '') => {
    const response = await fetch(cms.url + url);
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()).toString('base64') };
  };
  const readPictures = async (version: VersionSummary | undefined) =>
    rowsOf((await owner.readVersion(version)).content.images);
  const listShown = async () => rowsOf((await readPublished(story)).images).map(({ url }) => url);

  const red = await owner.upload(
    { name: 'hearth.jpg', alternativeText: 'hearth.jpg' },
    await createPicture('#a33', 400, 300),
  );
  const redFile = await readFile(red.url);
  await owner.publish(story, { images: [red.id] });
  const blue = await owner.upload(
    { name: 'hearth.jpg', alternativeText: 'hearth.jpg' },
    await createPicture('#33a', 400, 300),
    `/upload?id=${red.id}`,
  );
  expect(blue).toMatchObject({ id: red.id, url: red.url });
  const blueFile = await readFile(blue.url);
  expect(blueFile).not.toEqual(redFile);

  // A replacement is a version, and the one before has a copy of the file and its formats.
  const [replaced, published] = await owner.listVersions(story);
  expect(replaced).toMatchObject({ change: 'Picture: replaced', isCurrent: true });
  expect(await readPictures(replaced)).toMatchObject([{ id: red.id }]);
  const [kept] = await readPictures(published);
  expect(await readFile(String(kept?.url))).toEqual(redFile);
  const formats: [string, { url: string }][] = Object.entries(kept?.formats ?? {});
  expect(formats.map(([name]) => name)).toContain('avif_400');
  for (const [name, { url }] of formats) expect((await readFile(url)).status, name).toBe(200);

  const token = await owner.lookAtVersion(published);
  const { path, query } = queries.home;
  const preview = await cms.readInPreview(`${path}?${query}&status=draft`, token);
  expect(preview.body).toContain(`"${kept?.url}"`);
  const command = await bringBack(published);
  expect(await listShown()).toEqual([kept?.url]);
  await owner.undo(command);
  expect(await listShown()).toEqual([blue.url]);

  await owner.publish(story, { images: [] });
  await owner.send('DELETE', `/upload/files/${blue.id}`);
  expect(await readFile(String((await readPictures(replaced))[0]?.url))).toEqual(blueFile);

  // It is lost once it is deleted from the folder of kept pictures.
  const { data } = await owner.send<{ data: Values[] }>('GET', '/upload/folders');
  expect(data).toMatchObject([{ name: 'Kept for earlier versions', files: { count: 2 } }]);
  await owner.send('POST', '/upload/actions/bulk-delete', { folderIds: [data[0]?.id] });
  expect(await owner.readVersion(replaced)).toMatchObject({
    content: { images: [] },
    lost: [expect.stringMatching(/picture “hearth\.jpg” was deleted/)],
  });
  expect((await readFile(String(kept?.url))).status).toBe(404);
});
