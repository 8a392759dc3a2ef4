// The functions below the quick changes of one field, such as *Closed today*: other fields of an open draft wait for its own Publish.
import { expect, test } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';
import { type Entry, owner, type Values } from '../support/owner.ts';

const { publishChangeBesideDraft } = requireCompiled<
  typeof import('../../cms/src/publishing/publishBesideDraft.ts')
>('publishing/publishBesideDraft');

const { strapi } = cms;
const MAIN: Entry = { type: 'homepage', documentId: 'home-main' };
const STEAK: Entry = { type: 'menu-entree', documentId: 'ribeye-steak' };
const LASAGNA: Entry = { type: 'menu-entree', documentId: 'lasagna' };
const NAME: Entry = { type: 'website-name', documentId: 'website-name' };
const HOURS: Entry = { type: 'contactpage', documentId: 'contact-hours' };

const linkTo = (label: string) => ({ links: [{ label, address: 'https://table.example/' }] });

/** What differs between the versions although their content is the same. */
const ROW = ['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'status'];

/** Reads the content of both versions, and what the admin calls the draft. */
async function readEntry(entry: Entry) {
  const contentOf = (version: Values): Values =>
    JSON.parse(JSON.stringify(version, (name, value) => (ROW.includes(name) ? undefined : value)));
  const draft = await owner.open(entry);
  const published = contentOf(await owner.open(entry, 'published'));
  return { draft: contentOf(draft), published, status: draft.status };
}

/** Publishes values of an entry: the draft gets them where it has nothing of its own. */
function publishValues({ type, documentId }: Entry, values: Values): Promise<void> {
  const uid = `api::${type}.${type}` as const;
  const selectPart = (version: Values) => Object.keys(values).map((name) => version[name]);
  const publish = () =>
    // Cast: the names of the content types are those of the CMS.
    publishChangeBesideDraft<Values>(strapi, {
      ...{ uid: uid as 'api::menu-side.menu-side', documentId, selectPart },
      change: () => values,
      userId: 1,
    });
  // Cast: the middlewares only ask whether there is a request.
  return strapi.requestContext.run({} as never, publish);
}

test('publishes a change in both versions of an entry without an open draft, and records who made it', async () => {
  const before = await readEntry(LASAGNA);
  await publishValues(LASAGNA, { description: 'With chimichurri.' });
  const content = { ...before.published, description: 'With chimichurri.' };
  expect(await readEntry(LASAGNA)).toEqual({ draft: content, published: content, status: 'published' });
  for (const status of ['draft', 'published'] as const)
    expect(await owner.open(LASAGNA, status)).toMatchObject({ updatedBy: { id: 1 } });
});

test.each([
  ['the pictures', MAIN, { mainHeading: 'Not yet' }, { description: 'For search engines.' }],
  ['the components', NAME, linkTo('Not yet'), { websiteName: 'The Table' }],
  ['an emptied required field', STEAK, { entreeName: '' }, { description: 'With chimichurri.' }],
])('publishes a change without %s of an open draft, which stays', async (_, entry, draft, change) => {
  const { images } = await owner.open(entry);
  const reordered = Array.isArray(images) && { images: [images[2]?.id, images[0]?.id] };
  await owner.saveDraft(entry, { ...draft, ...reordered });
  const before = await readEntry(entry);
  expect(before.draft).not.toEqual(before.published);
  await publishValues(entry, change);
  expect(await readEntry(entry)).toEqual({
    draft: { ...before.draft, ...change },
    published: { ...before.published, ...change },
    status: 'modified',
  });
});

test.each([
  ['a text', LASAGNA, { description: 'Not yet' }, { description: 'With basil.' }],
  ['components', NAME, linkTo('Not yet'), linkTo('Reserve')],
])('a change of %s leaves an open draft that has its own there', async (_, entry, draft, change) => {
  await owner.saveDraft(entry, draft);
  const before = await readEntry(entry);
  await publishValues(entry, change);
  const after = await readEntry(entry);
  expect(after).toMatchObject({ draft: before.draft, published: change, status: 'modified' });
  await owner.publish(entry);
  expect((await readEntry(entry)).published).toMatchObject(draft);
});

/** A special day on which the restaurant is closed. */
const closedDay = (from: string) => ({ from, until: null, closed: true, hours: null, reason: null });

test('shows no open draft once both versions are the same', async () => {
  await publishValues(HOURS, { specialDays: [] });
  await owner.saveDraft(HOURS, { specialDays: [closedDay('2040-04-01')] });
  await owner.saveDraft(HOURS, { specialDays: [] });
  expect((await readEntry(HOURS)).status).toBe('modified');
  await publishValues(HOURS, { description: 'Monday – Sunday: 5:00 pm – 9:00 pm' });
  const { draft, published, status } = await readEntry(HOURS);
  expect({ draft, status }).toEqual({ draft: published, status: 'published' });
});

/**
 * Does something again and again, with its first statement failing, then its second one, until none fails, and expects that a
 * failure leaves the tables as they were. Returns how often it has failed.
 */
async function failAtEachStatement(tables: string[], act: () => Promise<unknown>): Promise<number> {
  const { connection } = strapi.db;
  const dump = () => Promise.all(tables.map((table) => connection(table).select().orderBy('id')));
  let remaining = Number.POSITIVE_INFINITY;
  const failLater = ({ sql }: { sql: string }) => {
    if (!/^\s*(insert|update|delete)\b/i.test(sql)) return;
    remaining -= 1;
    if (remaining < 0) throw new Error('a statement fails');
  };
  connection.on('query', failLater);
  const before = await dump();
  for (let failures = 0; ; failures += 1) {
    remaining = failures;
    const error = await act().then(() => '', String);
    remaining = Number.POSITIVE_INFINITY;
    if (error === '') {
      connection.removeListener('query', failLater);
      return failures;
    }
    expect(error).toBe('Error: a statement fails');
    const { pool } = connection.client;
    // What the failed action still does, it has done once it has returned its connection.
    while (pool.numUsed() > 0 || pool.numPendingAcquires() > 0)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await dump(), `statement ${failures}`).toEqual(before);
  }
}

test('a change that fails at any statement leaves both versions as they were', async () => {
  await owner.saveDraft(NAME, linkTo('Not yet'));
  const tables = ['website_name', 'website_name_cmps', 'components_site_links'];
  const failures = await failAtEachStatement(tables, () => publishValues(NAME, { websiteName: 'New' }));
  expect(failures).toBeGreaterThan(10);
  expect((await readEntry(NAME)).published).toMatchObject({ websiteName: 'New' });
});

test('rejects what the admin rejects, and a dish that was deleted or never published, and changes nothing', async () => {
  const { images } = await owner.open(MAIN);
  const pictures = (Array.isArray(images) ? images : []).slice(0, 1).map(({ id }) => id);
  await strapi.db.query('plugin::upload.file').updateMany({ where: {}, data: { alternativeText: ' ' } });
  const before = await readEntry(MAIN);
  for (const [values, sentence] of [
    [{ mainHeading: 'x'.repeat(81) }, /^Heading: this is too long|at most 80/],
    [{ description: 'Salt\0' }, /can’t be saved/],
    [{ images: pictures }, /has no alternative text/],
  ] as const)
    await expect(publishValues(MAIN, values), String(sentence)).rejects.toThrow(sentence);
  expect(await readEntry(MAIN)).toEqual(before);

  const draft = await owner.create('menu-side', { sideName: 'Secret' }, { publishes: false });
  await expect(publishValues(draft, { description: 'New' })).rejects.toThrow(/never published/);
  expect(await owner.open(draft)).toMatchObject({ sideName: 'Secret', description: null });
  await owner.delete(draft);
  await expect(publishValues(draft, { description: 'New' })).rejects.toThrow(/not there any more/);
});

test('dishes that are added at once get different places @postgres', async () => {
  const documents = strapi.documents('api::menu-side.menu-side');
  for (const { documentId } of await documents.findMany({})) await documents.delete({ documentId });
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  for (const count of [6, 12]) {
    await Promise.all(names.map((sideName) => documents.create({ data: { sideName } })));
    const positions = (await documents.findMany({})).map(({ position }) => Number(position));
    const tens = Array.from({ length: count }, (_, index) => (index + 1) * 10);
    expect(positions.sort((one, other) => one - other)).toEqual(tens);
  }
});

/** On Postgres, waits until something waits for a lock; on SQLite it waits for the only connection. */
async function waitUntilBlocked(isDone: () => boolean): Promise<void> {
  const blocked =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while (strapi.db.dialect.client === 'postgres' && !isDone())
    if ((await strapi.db.connection.raw(blocked)).rows.length > 0) return;
}

test.each([
  ['publish', 'discard'],
  ['discard', 'publish'],
  ['discard', 'discard'],
] as const)(
  'of a %s and then a %s of one entry at once, nothing that is published is lost @postgres',
  async (first, second) => {
    await publishValues(LASAGNA, { description: 'Before.' });
    await owner.saveDraft(LASAGNA, { entreeName: 'Not yet' });
    const { entreeName } = (await readEntry(LASAGNA)).published;
    const uid = 'api::menu-entree.menu-entree';
    const { documentId } = LASAGNA;
    const actions: Record<'discard' | 'publish', () => Promise<unknown>> = {
      discard: () => strapi.documents(uid).discardDraft({ documentId }),
      publish: () => publishValues(LASAGNA, { description: 'After.' }),
    };
    let isDone = false;
    let start = () => {};
    // Outside of the transaction of the first one.
    const done = new Promise<void>((resolve) => {
      start = resolve;
    })
      .then(actions[second])
      .finally(() => {
        isDone = true;
      });
    await strapi.db.transaction(async () => {
      await actions[first]();
      start();
      await waitUntilBlocked(() => isDone);
    });
    await done;
    expect(await strapi.db.query(uid).count({ where: { documentId, publishedAt: null } })).toBe(1);
    const { draft, published, status } = await readEntry(LASAGNA);
    const description = [first, second].includes('publish') ? 'After.' : 'Before.';
    expect(published).toMatchObject({ entreeName, description });
    expect({ draft, status }).toEqual({ draft: published, status: 'published' });
  },
);

type BulkAction = 'unpublishMany' | 'publishMany' | 'deleteMany';

/** Does what the list of the appetizers does with several of them. */
function changeTogether(action: BulkAction, ids: string[]): Promise<unknown> {
  const uid = 'api::menu-appetizer.menu-appetizer';
  const manager = strapi.service('plugin::content-manager.document-manager');
  return action === 'publishMany' ? manager.publishMany(uid, ids) : manager[action](ids, uid, {});
}

const listAppetizers = async () =>
  (await strapi.documents('api::menu-appetizer.menu-appetizer').findMany({})).map(
    ({ documentId }) => documentId,
  );

test.each<BulkAction>(['unpublishMany', 'publishMany', 'deleteMany'])(
  'a bulk action (%s) that fails for one dish changes none',
  async (action) => {
    const ids = (await listAppetizers()).slice(0, 2);
    const failures = await failAtEachStatement(['menu_appetizers', 'site_versions'], () =>
      changeTogether(action, ids),
    );
    expect(failures).toBeGreaterThan(2);
  },
);

test('bulk actions of the same dishes at once all end @postgres', async () => {
  const ids = await listAppetizers();
  expect(ids.length).toBeGreaterThan(1);
  for (const action of ['unpublishMany', 'publishMany', 'deleteMany'] as const)
    await Promise.all([changeTogether(action, ids), changeTogether(action, ids.toReversed())]);
});
