import { rmSync } from 'node:fs';
import type { UID } from '../../cms/node_modules/@strapi/strapi';
import { type Cms, CmsProcess } from '../support/cmsProcess.ts';
import { expect, test } from '../support/stack.ts';

interface EntryId {
  uid: UID.ContentType;
  documentId: string;
}

type Values = Record<string, unknown>;

const MAIN = { uid: 'api::homepage.homepage', documentId: 'home-main' } as const;
const ENTREE = { uid: 'api::menu-entree.menu-entree', documentId: 'ribeye-steak' } as const;
const LASAGNA = { ...ENTREE, documentId: 'lasagna' } as const;
const DRINKS = { uid: 'api::menu-soft-drinks.menu-soft-drinks', documentId: 'menu-soft-drinks' } as const;
const HOURS = { uid: 'api::contactpage.contactpage', documentId: 'contact-hours' } as const;

let cms: CmsProcess;
let dataDir: string;

test.beforeAll(async ({ copyData }) => {
  const location = await copyData();
  dataDir = location.dataDir;
  cms = await CmsProcess.start(location);
});

test.afterAll(async () => {
  await cms.stop();
  rmSync(dataDir, { recursive: true });
});

/** Reads the content of both versions, the draft's status in the admin, and who created and changed them. */
const readEntry = (entry: EntryId) =>
  cms.run(async ({ strapi }, { uid, documentId }) => {
    const populate = { createdBy: true, updatedBy: true, images: true, drinks: true, specialDays: true };
    const attributes = Object.keys(strapi.contentType(uid).attributes);
    const read = (status: 'draft' | 'published') =>
      strapi.documents(uid).findOne({
        documentId,
        status,
        populate: Object.fromEntries(Object.entries(populate).filter(([name]) => attributes.includes(name))),
      });
    const [draft, published] = [await read('draft'), await read('published')];
    const { data } = await strapi
      .service('plugin::content-manager.document-metadata')
      .formatDocumentWithMetadata(uid, draft, { availableLocales: false });
    const people = [draft, published].map((version) => [version?.createdBy?.id, version?.updatedBy?.id]);
    const contentOf = (version: typeof draft): Values =>
      JSON.parse(
        JSON.stringify(version, (name, value) =>
          ['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'].includes(name)
            ? undefined
            : value,
        ),
      );
    return { draft: contentOf(draft), published: contentOf(published), status: data.status, people };
  }, entry);

/** Changes the draft as the admin's Save button does. */
const saveDraft = (entry: EntryId, data: Values) =>
  cms.run(
    async ({ strapi }, { uid, documentId, data }) => {
      await strapi.documents(uid).update({ documentId, data });
    },
    { ...entry, data },
  );

/** Publishes fixed values of some fields, in a request of the first account: the draft gets them where they are not its own. */
const publishValues = (entry: EntryId, values: Values) =>
  cms.run(
    ({ strapi, publishChangeBesideDraft }, { values, ...entry }) =>
      // Cast: the middlewares only ask whether there is a request.
      strapi.requestContext.run({} as never, () =>
        publishChangeBesideDraft<Record<string, unknown>>(strapi, {
          ...entry,
          selectPart: (version) => Object.keys(values).map((name) => version[name]),
          change: () => values,
          userId: 1,
        }),
      ),
    { ...entry, values },
  );

/** The ids of the pictures in the draft of an entry. */
const pictureIds = (entry: EntryId) =>
  cms.run(async ({ strapi }, { uid, documentId }) => {
    const draft = await strapi.documents(uid).findOne({ documentId, populate: ['images'] });
    const ids: number[] = draft?.images.map(({ id }: { id: number }) => id);
    return ids;
  }, entry);

test('publishes a change of an entry without an open draft in both versions, and records who made it', async () => {
  const before = await readEntry(LASAGNA);
  await publishValues(LASAGNA, { description: 'With chimichurri.' });
  const content = { ...before.published, description: 'With chimichurri.' };
  expect(await readEntry(LASAGNA)).toEqual({
    draft: content,
    published: content,
    status: 'published',
    people: before.people.map(([createdBy]) => [createdBy, 1]),
  });
});

test('leaves the pictures, the components and the emptied required field of an open draft, and publishes none of it @both', async () => {
  const ids = await pictureIds(MAIN);
  expect(ids.length).toBeGreaterThan(2);
  const [first, , last] = ids;
  const openDrafts: [EntryId, draft: Values, change: Values][] = [
    [MAIN, { images: [last, first], mainHeading: 'Not yet' }, { description: 'For search engines.' }],
    [DRINKS, { drinks: [{ drinkName: 'Birch Beer' }, { drinkName: 'Cream Soda' }] }, { subHeading: 'Fizzy' }],
    [ENTREE, { entreeName: '' }, { description: 'With chimichurri.' }],
  ];
  for (const [entry, draft, change] of openDrafts) {
    await saveDraft(entry, draft);
    const before = await readEntry(entry);
    expect(before.draft).not.toEqual(before.published);
    await publishValues(entry, change);
    const after = await readEntry(entry);
    expect(after.published).toEqual({ ...before.published, ...change });
    expect(after.draft).toEqual({ ...before.draft, ...change });
    expect(after.status).toBe('modified');
  }
  expect(await pictureIds(MAIN)).toEqual([last, first]);
});

test('leaves the part of an open draft that the change is about when it is another one, and shows the draft as modified @both', async () => {
  for (const [entry, draft, change] of [
    [LASAGNA, { description: 'Not yet' }, { description: 'With basil.' }],
    [DRINKS, { drinks: [{ drinkName: 'Not yet' }] }, { drinks: [{ drinkName: 'Cherry Soda' }] }],
  ] as const) {
    await saveDraft(entry, draft);
    const before = await readEntry(entry);
    await publishValues(entry, change);
    const after = await readEntry(entry);
    expect(after.published).toMatchObject(change);
    expect(after.draft).toEqual(before.draft);
    expect(after.status).toBe('modified');
    // Published with its own Publish, as in the admin.
    await cms.run(
      async ({ strapi }, { uid, documentId }) => void (await strapi.documents(uid).publish({ documentId })),
      entry,
    );
    expect((await readEntry(entry)).published).toMatchObject(draft);
  }
});

test('a form that was open during the change can still save its components', async () => {
  await cms.run(async ({ strapi, publishChangeBesideDraft }, entry) => {
    const read = () =>
      strapi.documents(entry.uid).findOne({ documentId: entry.documentId, populate: ['drinks'] });
    const opened = await read();
    await publishChangeBesideDraft<{ subHeading: string }>(strapi, {
      ...entry,
      selectPart: ({ subHeading }) => subHeading,
      change: () => ({ subHeading: 'Sparkling' }),
      userId: 1,
    });
    const data: Record<string, unknown> = { drinks: opened?.drinks };
    await strapi.documents(entry.uid).update({ documentId: entry.documentId, data });
  }, DRINKS);
});

test('changes the components of each version, and shows no open draft once both versions are the same @both', async () => {
  const day = (from: string) => ({ from, until: null, closed: true, hours: null, reason: null });
  await publishValues(HOURS, { specialDays: [day('2040-01-01')] });
  await saveDraft(HOURS, { specialDays: [day('2040-01-01'), day('2040-02-01')] });
  await cms.run(async ({ strapi, publishChangeBesideDraft }, added) => {
    await publishChangeBesideDraft<{ specialDays: object[] }>(strapi, {
      uid: 'api::contactpage.contactpage',
      documentId: 'contact-hours',
      selectPart: () => 'another row',
      change: ({ specialDays }) => ({ specialDays: [...specialDays, added] }),
      userId: 1,
    });
  }, day('2040-03-01'));
  const different = await readEntry(HOURS);
  expect(different.published.specialDays).toEqual([day('2040-01-01'), day('2040-03-01')]);
  expect(different.draft.specialDays).toEqual(['2040-01-01', '2040-02-01', '2040-03-01'].map(day));
  expect(different.status).toBe('modified');

  await saveDraft(HOURS, { specialDays: different.published.specialDays });
  await publishValues(HOURS, { specialDays: [] });
  const same = await readEntry(HOURS);
  expect(same.draft).toEqual(same.published);
  expect(same.published.specialDays).toEqual([]);
  expect(same.status).toBe('published');
});

test('a change that fails at any statement that changes the database leaves both versions as they were @both', async () => {
  await saveDraft(DRINKS, { drinks: [{ drinkName: 'Root Beer' }] });
  const failures = await cms.run(async ({ strapi, publishChangeBesideDraft }, { uid, documentId }) => {
    const dump = async () => {
      const tables = ['menu_softDrinks', 'menu_softDrinks_cmps', 'components_menu_soft_drinks'];
      const rows = tables.map((table) => strapi.db.connection(table).select().orderBy('id'));
      return JSON.stringify(await Promise.all(rows));
    };
    let remaining = Number.POSITIVE_INFINITY;
    strapi.db.connection.on('query', ({ sql }: { sql: string }) => {
      if (!/^\s*(insert|update|delete)\b/i.test(sql)) return;
      remaining -= 1;
      if (remaining < 0) throw new Error('a statement fails');
    });
    const before = await dump();
    let statement = 0;
    for (; ; statement += 1) {
      remaining = statement;
      try {
        await publishChangeBesideDraft<{ subHeading: string }>(strapi, {
          uid,
          documentId,
          selectPart: ({ subHeading }) => subHeading,
          change: () => ({ subHeading: 'New' }),
          userId: 1,
        });
        break;
      } catch (error) {
        remaining = Number.POSITIVE_INFINITY;
        if (String(error) !== 'Error: a statement fails') throw error;
        if ((await dump()) !== before) throw new Error(`statement ${statement} has left a change`);
      }
    }
    remaining = Number.POSITIVE_INFINITY;
    return statement;
  }, DRINKS);
  expect(failures).toBeGreaterThan(10);
  expect((await readEntry(DRINKS)).published.subHeading).toBe('New');
});

test('rejects with one sentence what the admin rejects, a dish that was never published and a deleted one, and changes nothing', async () => {
  const before = await readEntry(MAIN);
  const [picture] = await pictureIds(MAIN);
  const setAlternativeText = (alternativeText: string) =>
    cms.run(
      async ({ strapi }, { id, data }) =>
        void (await strapi.db.query('plugin::upload.file').update({ where: { id }, data })),
      { id: picture, data: { alternativeText } },
    );
  await setAlternativeText(' ');
  for (const [values, sentence] of [
    [{ mainHeading: 'x'.repeat(81) }, /^Heading: this is too long|at most 80/],
    [{ description: 'Salt\0' }, /can’t be saved/],
    [{ images: [picture] }, /has no alternative text yet/],
  ] as const)
    await expect(publishValues(MAIN, values)).rejects.toThrow(sentence);
  const after = await readEntry(MAIN);
  for (const version of ['draft', 'published'] as const)
    expect({ ...after[version], images: [] }).toEqual({ ...before[version], images: [] });

  await setAlternativeText('A dish');

  const dish = await cms.run(async ({ strapi }) => {
    const created = await strapi
      .documents('api::menu-side.menu-side')
      .create({ data: { sideName: 'Secret' } });
    return created.documentId;
  }, undefined);
  const side = { uid: 'api::menu-side.menu-side', documentId: dish } as const;
  await expect(publishValues(side, { description: 'New' })).rejects.toThrow(/^This was never published, so /);
  expect(
    await cms.run(
      ({ strapi }) =>
        strapi.documents('api::menu-side.menu-side').findMany({ filters: { sideName: 'Secret' } }),
      undefined,
    ),
  ).toMatchObject([{ description: null }]);

  await cms.run(
    async ({ strapi }: Cms, { uid, documentId }: EntryId) =>
      void (await strapi.documents(uid).delete({ documentId })),
    side,
  );
  await expect(publishValues(side, { description: 'New' })).rejects.toThrow(/^This is not there any more: /);
});

test('five changes of one entry at once are all published @both', async () => {
  const added = ['One', 'Two', 'Three', 'Four', 'Five'];
  await cms.run(
    ({ strapi, publishChangeBesideDraft }, { names, ...entry }) =>
      Promise.all(
        names.map((drinkName) =>
          publishChangeBesideDraft<{ drinks: object[] }>(strapi, {
            ...entry,
            selectPart: () => 'another row',
            change: ({ drinks }) => ({ drinks: [...drinks, { drinkName }] }),
            userId: 1,
          }),
        ),
      ),
    { ...DRINKS, names: added },
  );
  const { draft, published } = await readEntry(DRINKS);
  for (const { drinks } of [draft, published])
    expect(drinks).toEqual(
      expect.arrayContaining(added.map((drinkName) => expect.objectContaining({ drinkName }))),
    );
});

test('dishes that are added at once get different places, also the first ones of a list @both', async () => {
  const positions = await cms.run(async ({ strapi }) => {
    const documents = strapi.documents('api::menu-side.menu-side');
    const add = (names: string[]) =>
      Promise.all(names.map((sideName) => documents.create({ data: { sideName } })));
    const listPositions = async (): Promise<number[]> =>
      (await documents.findMany({ status: 'draft' }))
        .map(({ position }) => Number(position))
        .sort((a, b) => a - b);
    for (const { documentId } of await documents.findMany({})) await documents.delete({ documentId });
    await add(Array.from({ length: 6 }, (_, index) => `First ${index}`));
    const first = await listPositions();
    await add(Array.from({ length: 6 }, (_, index) => `Later ${index}`));
    return { first, all: await listPositions() };
  }, undefined);
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * 10);
  expect(positions).toEqual({ first: numbers(6), all: numbers(12) });
});

for (const [first, second] of [
  ['publish', 'discard'],
  ['discard', 'publish'],
  ['discard', 'discard'],
] as const)
  test(`a ${second} that waits for a ${first} of the same entry loses nothing that is published, and leaves one draft @both`, async () => {
    await publishValues(LASAGNA, { description: 'Before.' });
    await saveDraft(LASAGNA, { entreeName: 'Not yet' });
    const { entreeName } = (await readEntry(LASAGNA)).published;
    const draftCount = await cms.run(
      async ({ strapi, publishChangeBesideDraft }, { uid, documentId, first, second }) => {
        const actions: Record<'discard' | 'publish', () => Promise<unknown>> = {
          discard: () => strapi.documents(uid).discardDraft({ documentId }),
          publish: () =>
            publishChangeBesideDraft<{ description: string }>(strapi, {
              uid,
              documentId,
              selectPart: ({ description }) => description,
              change: () => ({ description: 'After.' }),
              userId: 1,
            }),
        };
        let isDone = false;
        /** On SQLite the second action waits for the only connection. */
        const waitUntilBlocked = async () => {
          const blocked =
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
          while (strapi.db.dialect.client === 'postgres' && !isDone)
            if ((await strapi.db.connection.raw(blocked)).rows.length > 0) return;
        };
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
          await waitUntilBlocked();
        });
        await done;
        return strapi.db.query(uid).count({ where: { documentId, publishedAt: null } });
      },
      { ...LASAGNA, first, second },
    );
    expect(draftCount).toBe(1);
    const { draft, published, status } = await readEntry(LASAGNA);
    const description = [first, second].includes('publish') ? 'After.' : 'Before.';
    expect(published).toMatchObject({ entreeName, description });
    expect({ draft, status }).toEqual({ draft: published, status: 'published' });
  });

for (const action of ['unpublishMany', 'publishMany', 'deleteMany'] as const)
  test(`a bulk action (${action}) that fails for one dish changes none, and two with the same dishes at once both end @both`, async () => {
    const result = await cms.run(async ({ strapi }, action) => {
      const uid = 'api::menu-appetizer.menu-appetizer';
      const manager = strapi.service('plugin::content-manager.document-manager');
      const run = (ids: string[]) =>
        action === 'publishMany' ? manager.publishMany(uid, ids) : manager[action](ids, uid, {});
      const read = async () =>
        JSON.stringify(
          (await strapi.db.query(uid).findMany({ orderBy: { id: 'asc' } })).map(
            ({ id, documentId, publishedAt }) => [id, documentId, publishedAt],
          ),
        );
      const ids = (await strapi.documents(uid).findMany({})).map(({ documentId }) => documentId);
      let failingId: string | undefined = ids[1];
      strapi.documents.use(({ params }, next) => {
        if ('documentId' in params && params.documentId === failingId) throw new Error('it fails');
        return next();
      });
      const before = await read();
      const error = await run(ids).catch(({ message }: Error) => message);
      failingId = undefined;
      const pool = strapi.db.connection.client.pool;
      // What the failed action still does, it has done once it has returned its connection.
      while (pool.numUsed() > 0 || pool.numPendingAcquires() > 0)
        await new Promise((resolve) => setImmediate(resolve));
      const isSame = (await read()) === before;
      const both = await Promise.allSettled([run(ids), run(ids.toReversed())]);
      return { error, isSame, both: both.map(({ status }) => status) };
    }, action);
    expect(result).toEqual({ error: 'it fails', isSame: true, both: ['fulfilled', 'fulfilled'] });
  });
