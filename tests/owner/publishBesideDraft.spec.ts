import { rmSync } from 'node:fs';
import type { UID } from '../../cms/node_modules/@strapi/strapi';
import { CmsProcess } from '../support/cmsProcess.ts';
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
const listPictureIds = (entry: EntryId) =>
  cms.run(async ({ strapi }, { uid, documentId }) => {
    const draft = await strapi.documents(uid).findOne({ documentId, populate: ['images'] });
    const ids: number[] = draft?.images.map(({ id }: { id: number }) => id);
    return ids;
  }, entry);

test('publishes a change in both versions of an entry without an open draft', async () => {
  const before = await readEntry(LASAGNA);
  await publishValues(LASAGNA, { description: 'With chimichurri.' });
  const content = { ...before.published, description: 'With chimichurri.' };
  const { draft, published, status } = await readEntry(LASAGNA);
  expect({ draft, published, status }).toEqual({ draft: content, published: content, status: 'published' });
});

test('records who made a change in both versions', async () => {
  const before = await readEntry(LASAGNA);
  await publishValues(LASAGNA, { description: 'With basil.' });
  const { people } = await readEntry(LASAGNA);
  expect(people).toEqual(before.people.map(([createdBy]) => [createdBy, 1]));
});

/** The pictures of an open draft: fewer than the published ones, in another order. */
async function selectPictures(entry: EntryId): Promise<number[]> {
  const ids = await listPictureIds(entry);
  expect(ids.length).toBeGreaterThan(2);
  return [ids[2] ?? 0, ids[0] ?? 0];
}

for (const { part, entry, createDraft, change } of [
  {
    part: 'the pictures',
    entry: MAIN,
    createDraft: async () => ({ images: await selectPictures(MAIN), mainHeading: 'Not yet' }),
    change: { description: 'For search engines.' },
  },
  {
    part: 'the components',
    entry: DRINKS,
    createDraft: async () => ({ drinks: [{ drinkName: 'Birch Beer' }, { drinkName: 'Cream Soda' }] }),
    change: { subHeading: 'Fizzy' },
  },
  {
    part: 'an emptied required field',
    entry: ENTREE,
    createDraft: async () => ({ entreeName: '' }),
    change: { description: 'With chimichurri.' },
  },
])
  test(`publishes a change without ${part} of an open draft, which stays @both`, async () => {
    await saveDraft(entry, await createDraft());
    const before = await readEntry(entry);
    expect(before.draft).not.toEqual(before.published);
    await publishValues(entry, change);
    const after = await readEntry(entry);
    expect(after.published).toEqual({ ...before.published, ...change });
    expect(after.draft).toEqual({ ...before.draft, ...change });
    expect(after.status).toBe('modified');
  });

for (const { part, entry, draft, change } of [
  {
    part: 'a text',
    entry: LASAGNA,
    draft: { description: 'Not yet' },
    change: { description: 'With basil and cream.' },
  },
  {
    part: 'components',
    entry: DRINKS,
    draft: { drinks: [{ drinkName: 'Not yet' }] },
    change: { drinks: [{ drinkName: 'Cherry Soda' }] },
  },
])
  test(`a change of ${part} leaves an open draft that has its own there @both`, async () => {
    await saveDraft(entry, draft);
    const before = await readEntry(entry);
    await publishValues(entry, change);
    const after = await readEntry(entry);
    expect(after.published).toMatchObject(change);
    expect(after.draft).toEqual(before.draft);
    expect(after.status).toBe('modified');

    await test.step('its own Publish publishes it', async () => {
      await cms.run(
        async ({ strapi }, { uid, documentId }) => void (await strapi.documents(uid).publish({ documentId })),
        entry,
      );
      expect((await readEntry(entry)).published).toMatchObject(draft);
    });
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

/** A special day on which the restaurant is closed. */
const closedDay = (from: string) => ({ from, until: null, closed: true, hours: null, reason: null });

test('adds a component to each version of an entry with an open draft @both', async () => {
  await publishValues(HOURS, { specialDays: [closedDay('2040-01-01')] });
  await saveDraft(HOURS, { specialDays: ['2040-01-01', '2040-02-01'].map(closedDay) });
  await cms.run(
    ({ strapi, publishChangeBesideDraft }, { added, ...entry }) =>
      publishChangeBesideDraft<{ specialDays: object[] }>(strapi, {
        ...entry,
        selectPart: () => 'another row',
        change: ({ specialDays }) => ({ specialDays: [...specialDays, added] }),
        userId: 1,
      }),
    { ...HOURS, added: closedDay('2040-03-01') },
  );
  const { draft, published, status } = await readEntry(HOURS);
  expect(published.specialDays).toEqual(['2040-01-01', '2040-03-01'].map(closedDay));
  expect(draft.specialDays).toEqual(['2040-01-01', '2040-02-01', '2040-03-01'].map(closedDay));
  expect(status).toBe('modified');
});

test('shows no open draft once both versions are the same @both', async () => {
  await publishValues(HOURS, { specialDays: [closedDay('2040-01-01')] });
  await saveDraft(HOURS, { specialDays: [closedDay('2040-04-01')] });
  expect((await readEntry(HOURS)).status).toBe('modified');
  await saveDraft(HOURS, { specialDays: (await readEntry(HOURS)).published.specialDays });
  await publishValues(HOURS, { specialDays: [] });
  const { draft, published, status } = await readEntry(HOURS);
  expect(draft).toEqual(published);
  expect(published.specialDays).toEqual([]);
  expect(status).toBe('published');
});

test('a change that fails at any statement leaves both versions as they were @postgres', async () => {
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

const setAlternativeText = (id: number | undefined, alternativeText: string) =>
  cms.run(
    async ({ strapi }, { id, data }) =>
      void (await strapi.db.query('plugin::upload.file').update({ where: { id }, data })),
    { id, data: { alternativeText } },
  );

test('rejects what the admin rejects, and changes nothing', async () => {
  const [picture] = await listPictureIds(MAIN);
  await setAlternativeText(picture, ' ');
  const before = await readEntry(MAIN);
  for (const [values, sentence] of [
    [{ mainHeading: 'x'.repeat(81) }, /^Heading: this is too long|at most 80/],
    [{ description: 'Salt\0' }, /can’t be saved/],
    [{ images: [picture] }, /has no alternative text/],
  ] as const)
    await expect(publishValues(MAIN, values), String(sentence)).rejects.toThrow(sentence);
  expect(await readEntry(MAIN)).toEqual(before);
  await setAlternativeText(picture, 'A dish');
});

/** Adds a side that is a draft only. */
const addDraft = (data: { sideName: string }): Promise<EntryId> =>
  cms.run(async ({ strapi }, data) => {
    const uid = 'api::menu-side.menu-side';
    const { documentId } = await strapi.documents(uid).create({ data });
    return { uid, documentId };
  }, data);

test('rejects a change of a dish that was never published, and leaves its draft', async () => {
  const side = await addDraft({ sideName: 'Secret' });
  await expect(publishValues(side, { description: 'New' })).rejects.toThrow(/never published/);
  const draft = await cms.run(
    ({ strapi }, { uid, documentId }) => strapi.documents(uid).findOne({ documentId }),
    side,
  );
  expect(draft).toMatchObject({ sideName: 'Secret', description: null });
});

test('rejects a change of a deleted dish', async () => {
  const side = await addDraft({ sideName: 'Gone' });
  await cms.run(
    async ({ strapi }, { uid, documentId }) => void (await strapi.documents(uid).delete({ documentId })),
    side,
  );
  await expect(publishValues(side, { description: 'New' })).rejects.toThrow(/not there any more/);
});

test('five changes of one entry at once are all published @postgres', async () => {
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

test('dishes that are added at once get different places @postgres', async () => {
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
  test(`a ${second} that waits for a ${first} of the same entry loses nothing that is published @postgres`, async () => {
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

for (const action of ['unpublishMany', 'publishMany', 'deleteMany'] as const) {
  test(`a bulk action (${action}) that fails for one dish changes none @both`, async () => {
    const result = await cms.run(async ({ strapi }, action) => {
      const uid = 'api::menu-appetizer.menu-appetizer';
      const manager = strapi.service('plugin::content-manager.document-manager');
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
      const done = action === 'publishMany' ? manager.publishMany(uid, ids) : manager[action](ids, uid, {});
      const error = await done.catch(({ message }: Error) => message);
      failingId = undefined;
      const pool = strapi.db.connection.client.pool;
      // What the failed action still does, it has done once it has returned its connection.
      while (pool.numUsed() > 0 || pool.numPendingAcquires() > 0)
        await new Promise((resolve) => setImmediate(resolve));
      return { error, isSame: (await read()) === before };
    }, action);
    expect(result).toEqual({ error: 'it fails', isSame: true });
  });

  test(`two bulk actions (${action}) of the same dishes at once both end @postgres`, async () => {
    const statuses = await cms.run(async ({ strapi }, action) => {
      const uid = 'api::menu-appetizer.menu-appetizer';
      const manager = strapi.service('plugin::content-manager.document-manager');
      const ids = (await strapi.documents(uid).findMany({})).map(({ documentId }) => documentId);
      const run = (ids: string[]) =>
        action === 'publishMany' ? manager.publishMany(uid, ids) : manager[action](ids, uid, {});
      const both = await Promise.allSettled([run(ids), run(ids.toReversed())]);
      return { count: ids.length, both: both.map(({ status }) => status) };
    }, action);
    expect(statuses.count).toBeGreaterThan(1);
    expect(statuses.both).toEqual(['fulfilled', 'fulfilled']);
  });
}
