// What each change of the site does with what others have changed since: on the site, and in the draft. Only through routes, so that
// the functions behind them can change.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { StoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import type { ConflictingField } from '../../cms/src/shared/requests/formConflict.ts';
import { cms } from '../support/cms.ts';
import { administrator, type Entry, owner, RejectedError, type Values } from '../support/owner.ts';

// Each test begins on Tuesday, November 24, at noon.
const TODAY = '2037-11-24';
const THURSDAY = '2037-11-26T17:00';

const STEAK: Entry = { type: 'menu-entree', documentId: 'ribeye-steak' };
const COLA: Entry = { type: 'menu-soft-drink', documentId: 'cola' };
const HOURS: Entry = { type: 'contactpage', documentId: 'contact-hours' };
const NAME: Entry = { type: 'website-name', documentId: 'website-name' };
const HOME: Entry = { type: 'homepage', documentId: 'home-main' };

/** The texts of each entry that change here. */
const TEXTS: [Entry, [string, ...string[]]][] = [
  [STEAK, ['description', 'entreeName']],
  [COLA, ['drinkName']],
  [HOURS, ['description', 'subHeadings']],
  [NAME, ['websiteName', 'cuisine']],
  [HOME, ['mainHeading', 'description']],
];

/** The lists, each with a text of its entry. */
const LISTS = [
  [NAME, 'links', 'websiteName'],
  [HOURS, 'specialDays', 'description'],
  [HOME, 'images', 'description'],
] as const;

/** The rows of lists here; `A1` and `A2` are what two accounts make of `A`. Each is also a picture of the seed. */
const ROWS = ['A', 'A1', 'A2', 'B', 'B1', 'X', 'Y'];
const pictures = await owner.listPictures();

/** Returns a list with rows such as `A B X`. */
const toList = (field: string, rows: string): object[] =>
  rows.split(' ').map((row) => {
    if (field === 'links') return { label: row, address: 'https://table.example/' };
    if (field === 'images') return { ...pictures[ROWS.indexOf(row)] };
    return { from: `2037-12-0${'ABXY'.indexOf(row.charAt(0)) + 1}`, closed: true, reason: row };
  });

/** Returns the rows of a list as `toList` takes them. */
const toRows = (list: unknown): string =>
  (Array.isArray(list) ? list : [])
    .map(({ label, reason, url }) => label ?? reason ?? ROWS[pictures.findIndex((file) => file.url === url)])
    .join(' ');

/** What differs between the site and the draft although their content is the same. */
const ROW = ['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'status'];

/** Reads the content on the site and in the draft, and expects that the admin calls the draft modified exactly if they differ. */
async function readEntry(entry: Entry): Promise<{ site: Values; draft: Values }> {
  const contentOf = (version: Values): Values =>
    JSON.parse(JSON.stringify(version, (name, value) => (ROW.includes(name) ? undefined : value)));
  const { status, ...opened } = await owner.open(entry);
  const [site, draft] = [contentOf(await owner.open(entry, 'published')), contentOf(opened)];
  expect(status, entry.type).toBe(isDeepStrictEqual(site, draft) ? 'published' : 'modified');
  return { site, draft };
}

const readField = async (entry: Entry, field: string) => {
  const { site, draft } = await readEntry(entry);
  return [site[field], draft[field]];
};

const readRows = async (entry: Entry, field: string) => (await readField(entry, field)).map(toRows);

/** Opens the form of an entry; what it saves and publishes is the whole form, as the admin sends it. */
async function openForm(entry: Entry) {
  const opened = await owner.open(entry);
  return {
    saveDraft: (changes: Values) => owner.saveDraft(entry, { ...opened, ...changes }, opened),
    publish: (changes: Values) => owner.publish(entry, { ...opened, ...changes }, opened),
  };
}

/** Returns the fields about which the CMS asks; none when a form was saved. */
async function listAsked(saved: Promise<void>): Promise<ConflictingField[]> {
  const error: unknown = await saved.catch((reason: unknown) => reason);
  if (error === undefined) return [];
  expect(error).toMatchObject({ status: 409 });
  return (error instanceof RejectedError && error.details.fields) || [];
}

/** Saves a change as a draft, plans it for Thursday, and discards the draft. */
async function plan(entry: Entry, change: Values, account = owner): Promise<void> {
  await account.saveAndPlan(entry, change, THURSDAY);
  await account.discardDraft(entry);
}

const text = expect.any(String);
const CONFIRMED = { name: 'Ribeye', description: 'Old', restoreId: null };
const stated = (answers: StoredStatement['answers']) => ({ diet: null, answers, confirmedFor: CONFIRMED });
const state = (answers: StoredStatement['answers']) => ({ dietaryStatement: stated(answers) });

// A form is saved or published

test.each([
  ['nothing', 'Old', 'Mine', []],
  ['only another field', 'Theirs', 'Old', [{}]],
  ['the same field', 'Theirs', 'Mine', [{ choice: { yours: 'Mine', theirs: 'Theirs' } }]],
  ['the same field, to the same words', 'Mine', 'Mine', []],
])('a form asks before it overwrites what others have changed: %s', async (_what, theirs, mine, asked) => {
  for (const [index, [entry, [field]]] of TEXTS.entries()) {
    const action = index % 2 ? 'saveDraft' : 'publish';
    await owner.publish(entry, { [field]: 'Old' });
    const form = await openForm(entry);
    if (theirs !== 'Old') await administrator[action](entry, { [field]: theirs });
    const before = await readEntry(entry);
    const fields = asked.map((choice) => ({ name: field, label: text, change: text, ...choice }));
    expect(await listAsked(form[action]({ [field]: mine }))).toEqual(fields);
    if (asked.length) expect(await readEntry(entry)).toEqual(before);
    else expect(await readField(entry, field)).toEqual([action === 'publish' ? mine : 'Old', mine]);
  }
});

/** It is a form or a planned change, and others change the same list, which had the rows \`A B\`. */
const LIST_CASES: [
  string,
  string,
  string,
  { form: string; daysInForm?: string; planned: string; days: string },
][] = [
  ['others have changed nothing', 'A B X', 'A B', { form: 'saved', planned: 'A B X', days: 'A B X' }],
  ['others have added the same row', 'A B X', 'A B X', { form: 'saved', planned: 'A B X', days: 'A B X' }],
  [
    'both add a row',
    'A B X',
    'A B Y',
    { form: 'A B Y X', daysInForm: 'A B X Y', planned: 'A B Y X', days: 'A B X Y' },
  ],
  ['it removes a row, others have added one', 'A', 'A B Y', { form: 'A Y', planned: 'A Y', days: 'A Y' }],
  ['it adds a row, others have removed one', 'A B X', 'B', { form: 'B X', planned: 'B X', days: 'B X' }],
  ['it removes a row that others have changed', 'A', 'A B1', { form: 'asks', planned: 'A', days: 'A' }],
  ['each changes another row', 'A1 B', 'A B1', { form: 'A1 B1', planned: 'A1 B1', days: 'A1 B1' }],
  ['both change the same row', 'A1 B', 'A2 B Y', { form: 'asks', planned: 'A1 B', days: 'A1 B Y' }],
  [
    'it moves rows, others have added one',
    'B A',
    'A B Y',
    { form: 'asks', daysInForm: 'A B Y', planned: 'B A', days: 'A B Y' },
  ],
  [
    'it adds a row, others have moved rows',
    'A B X',
    'B A',
    { form: 'asks', daysInForm: 'A B X', planned: 'A B X', days: 'A B X' },
  ],
];

test.each(LIST_CASES)(
  'a form saves a list, has the rows of both merged, or asks which list to keep: %s',
  async (_what, mine, theirs, { form, daysInForm = form }) => {
    for (const [entry, field] of LISTS) {
      // The place of a special day is its date, so only changes of the same day are asked about.
      const result = field === 'specialDays' && form !== 'saved' ? daysInForm : form;
      await owner.publish(entry, { [field]: toList(field, 'A B') });
      const opened = await openForm(entry);
      await administrator.publish(entry, { [field]: toList(field, theirs) });
      const [asked] = await listAsked(opened.publish({ [field]: toList(field, mine) }));
      const stored = result === 'saved' ? mine : theirs;
      expect(await readRows(entry, field)).toEqual([stored, stored]);
      if (result === 'saved') expect(asked).toBeUndefined();
      else if (result === 'asks') expect(asked).toMatchObject({ choice: { yours: text, theirs: text } });
      else {
        await (await openForm(entry)).publish({ [field]: asked?.merged });
        expect(await readRows(entry, field)).toEqual([result, result]);
      }
    }
  },
);

test('a form asks before it takes back a notice or other hours of today', async () => {
  const [name, hours] = [await openForm(NAME), await openForm(HOURS)];
  await administrator.putNoticeUp('Closed tonight', THURSDAY);
  await administrator.setHours({ date: TODAY, closed: true });
  const before = [await readEntry(NAME), await readEntry(HOURS)];
  expect(await listAsked(name.publish({ websiteName: 'Mine' }))).toMatchObject([{ name: 'notice' }]);
  expect(await listAsked(hours.saveDraft({ description: 'Mine' }))).toMatchObject([{ name: 'specialDays' }]);
  expect([await readEntry(NAME), await readEntry(HOURS)]).toEqual(before);
});

// A word on the screen *Menu*

const TYPED = { entreeName: 'Mine', description: 'Mine' };
const CONTAINS_NUTS = state({ nuts: 'contains' });

test.each([
  ['words are refused', 'another name', STEAK, TYPED, { entreeName: 'Theirs' }],
  ['words are refused', 'another description', STEAK, TYPED, { description: 'Theirs' }],
  ['words are saved', 'the same words', STEAK, TYPED, TYPED],
  ['words are saved', 'allergens', STEAK, TYPED, CONTAINS_NUTS],
  ['words are refused', 'another name of a drink', COLA, { drinkName: 'Mine' }, { drinkName: 'Theirs' }],
  ['words are saved', 'the same name of a drink', COLA, { drinkName: 'Mine' }, { drinkName: 'Mine' }],
  ['allergens are refused', 'another answer', STEAK, CONTAINS_NUTS, state({ nuts: 'free' })],
  ['allergens are refused', 'another allergen', STEAK, CONTAINS_NUTS, state({ milk: 'free' })],
  ['allergens are saved', 'the same answer', STEAK, CONTAINS_NUTS, CONTAINS_NUTS],
  ['allergens are saved', 'words', STEAK, CONTAINS_NUTS, { description: 'Theirs' }],
])('%s on the menu screen when others have saved %s since', async (result, _what, entry, mine, theirs) => {
  const { documentId: id } = entry;
  const list = entry === STEAK ? 'menu-entree' : 'menu-soft-drink';
  const seen = (await owner.listItems(list)).find((item) => item.id === id);
  await administrator.saveDraft(entry, theirs);
  const { site, draft } = await readEntry(entry);
  const words = { name: 'Mine', description: entry === STEAK ? 'Mine' : '' };
  const change =
    'dietaryStatement' in mine
      ? owner.state('menu-entree', id, mine.dietaryStatement, null)
      : owner.changeText(list, id, words, seen);
  const isRefused = result.endsWith('refused');
  await (isRefused ? expect(change).rejects.toMatchObject({ status: 409 }) : change);
  expect(await readEntry(entry)).toEqual({ site, draft: isRefused ? draft : { ...draft, ...mine } });
});

// A planned change

test.each([
  ['nothing', 'Old', 'Old', 'Mine'],
  ['other words', 'Theirs', 'Theirs', 'Mine'],
  ['the same words', 'Mine', 'Mine', 'Mine'],
  ['nothing, and the draft has its own', 'Old', 'Own', 'Own'],
  ['other words, and the draft has its own', 'Theirs', 'Own', 'Own'],
  ['other words, and the draft still has the old ones', 'Theirs', 'Old', 'Old'],
  ['nothing, and the draft has the planned ones', 'Old', 'Mine', 'Mine'],
])(
  'planned words replace those of the site, and of the draft unless it has its own: others have published %s',
  async (_what, theirs, own, draft) => {
    for (const [entry, [field]] of TEXTS) {
      await owner.publish(entry, { [field]: 'Old' });
      await plan(entry, { [field]: 'Mine' });
      await administrator.publish(entry, { [field]: theirs });
      await owner.saveDraft(entry, { [field]: own });
    }
    await cms.goTo(THURSDAY);
    expect(await owner.listPlanned()).toEqual([]);
    for (const [entry, [field]] of TEXTS)
      expect([field, ...(await readField(entry, field))]).toEqual([field, 'Mine', draft]);
  },
);

test.each(LIST_CASES)(
  'a planned list has the rows of both, or replaces the list of the site: %s',
  async (_what, mine, theirs, { planned, days }) => {
    for (const [entry, field] of LISTS) {
      await owner.publish(entry, { [field]: toList(field, 'A B') });
      await plan(entry, { [field]: toList(field, mine) });
      await administrator.publish(entry, { [field]: toList(field, theirs) });
    }
    await cms.goTo(THURSDAY);
    for (const [entry, field] of LISTS) {
      const rows = field === 'specialDays' ? days : planned;
      expect([field, ...(await readRows(entry, field))]).toEqual([field, rows, rows]);
    }
  },
);

test.each([
  ['has added a row', 'A B X', 'A B Y', 'A B X Y', 'A B X Y'],
  ['has changed another row', 'A1 B', 'A B1', 'A1 B1', 'A1 B1'],
  ['has changed the same row', 'A1 B', 'A2 B', 'A2 B', 'A2 B'],
  ['has removed a row', 'A B X', 'A', 'A X', 'A X'],
  ['has moved rows', 'A B X', 'B A', 'B A', 'A B X'],
])(
  'a draft that %s keeps that when a planned list is published, with its other rows',
  async (_what, mine, own, draft, days) => {
    for (const [entry, field] of LISTS) {
      await owner.publish(entry, { [field]: toList(field, 'A B') });
      await plan(entry, { [field]: toList(field, mine) });
      await owner.saveDraft(entry, { [field]: toList(field, own) });
    }
    await cms.goTo(THURSDAY);
    for (const [entry, field] of LISTS) {
      const rows = field === 'specialDays' ? days : draft;
      expect([field, ...(await readRows(entry, field))]).toEqual([field, mine, rows]);
    }
  },
);

test.each([
  ['as on the site', { nuts: 'free' }, { nuts: 'contains' }, { nuts: 'contains' }],
  ['more careful', { nuts: 'contains' }, { nuts: 'onRequest' }, { nuts: 'contains' }],
  ['about another', { nuts: 'free', milk: 'free' }, { nuts: 'contains' }, { nuts: 'contains', milk: 'free' }],
] as const)('a planned answer about an allergen meets one of the draft: %s', async (...answers) => {
  const [, own, planned, draft] = answers;
  const { name: entreeName, description } = CONFIRMED;
  await owner.publish(STEAK, { entreeName, description, ...state({ nuts: 'free' }) });
  await plan(STEAK, state(planned));
  await owner.saveDraft(STEAK, state(own));
  await cms.goTo(THURSDAY);
  expect(await readField(STEAK, 'dietaryStatement')).toEqual([stated(planned), stated(draft)]);
});

test('a planned text leaves the other fields of the site and of the draft as they are', async () => {
  const entries = LISTS.map(([entry, list, field]) => {
    const [theirs, own] = [toList(list, 'A B Y'), toList(list, 'Y A')];
    return { entry, field, theirs: { [list]: theirs }, own: { [list]: own } };
  });
  const steak = { entry: STEAK, field: 'description', theirs: CONTAINS_NUTS, own: { entreeName: '' } };
  const before = [];
  for (const { entry, field, theirs, own } of [...entries, steak]) {
    await plan(entry, { [field]: 'Mine' });
    await administrator.publish(entry, theirs);
    await owner.saveDraft(entry, own);
    before.push({ entry, planned: { [field]: 'Mine' }, ...(await readEntry(entry)) });
  }
  await cms.goTo(THURSDAY);
  for (const { entry, planned, site, draft } of before) {
    const after = { site: { ...site, ...planned }, draft: { ...draft, ...planned } };
    expect(await readEntry(entry)).toEqual(after);
  }
});

test('a dish that is off the site at the time of a planned change comes back with it', async () => {
  await plan(STEAK, { description: 'Mine' });
  await administrator.publish(STEAK, { entreeName: 'Theirs' });
  await owner.switchItem('menu-entree', STEAK.documentId, false);
  await owner.saveDraft(STEAK, { entreeName: 'Own' });
  await cms.goTo(THURSDAY);
  expect(await owner.listPlanned()).toEqual([]);
  expect(await cms.readContent('menu-entree')).not.toContain('Theirs');
  await owner.switchItem('menu-entree', STEAK.documentId, true);
  expect(await readField(STEAK, 'entreeName')).toEqual(['Theirs', 'Own']);
  expect(await readField(STEAK, 'description')).toEqual(['Mine', 'Mine']);
});

// A notice, and other hours of today

test('a notice and other hours of today change nothing else on the site and in the draft', async () => {
  await owner.saveDraft(NAME, { websiteName: 'Own', logo: null, links: toList('links', 'X') });
  await owner.saveDraft(HOURS, { description: 'Own', specialDays: toList('specialDays', 'X') });
  const [name, hours] = [await readEntry(NAME), await readEntry(HOURS)];

  await owner.putNoticeUp('Closed tonight', THURSDAY);
  const notice = expect.objectContaining({ text: 'Closed tonight' });
  expect(await readEntry(NAME)).toEqual({ site: { ...name.site, notice }, draft: { ...name.draft, notice } });
  await owner.takeNoticeDown();
  expect(await readEntry(NAME)).toEqual(name);

  await owner.setHours({ date: TODAY, closed: true, reason: 'Today' });
  expect(await readRows(HOURS, 'specialDays')).toEqual(['Today', 'Today X']);
  expect(await readField(HOURS, 'description')).toEqual([hours.site.description, 'Own']);
  await owner.openAsUsual(TODAY);
  expect(await readEntry(HOURS)).toEqual(hours);
});

// An earlier version

/** Publishes values of an entry and then others, and returns the version with the first ones. */
async function publishTwice(entry: Entry, old: Values, recent: Values) {
  for (const values of [old, recent]) await owner.publish(entry, values);
  return (await owner.listVersions(entry))[1];
}

const fill = (fields: string[], words: string): Values =>
  Object.fromEntries(fields.map((field) => [field, words]));

test.each(TEXTS)(
  'an earlier version of $type replaces the site, and the draft unless it has its own, until it is undone',
  async (entry, fields) => {
    const old = await publishTwice(entry, fill(fields, 'Old'), fill(fields, 'Recent'));
    const before = await readEntry(entry);
    const site = { ...before.site, ...fill(fields, 'Old') };
    const { undo } = await owner.bringBack(old);
    expect(await readEntry(entry)).toEqual({ site, draft: site });
    await owner.undo(undo);
    expect(await readEntry(entry)).toEqual(before);

    await owner.saveDraft(entry, fill(fields, 'Own'));
    const draft = { ...before.draft, ...fill(fields, 'Own') };
    const { undo: undoBesideDraft } = await owner.bringBack(old);
    expect(await readEntry(entry)).toEqual({ site, draft });
    await owner.undo(undoBesideDraft);
    expect(await readEntry(entry)).toEqual({ ...before, draft });
    await owner.publish(entry);
    expect(await readEntry(entry)).toEqual({ site: draft, draft });
  },
);

test('an earlier version has its links, pictures and allergens, and the present special days', async () => {
  for (const [entry, list, field] of LISTS) {
    const [old, recent] = [toList(list, 'A B'), toList(list, 'Y A')];
    const version = await publishTwice(
      entry,
      { [list]: old, [field]: 'Old' },
      { [list]: recent, [field]: 'Recent' },
    );
    await owner.bringBack(version);
    expect(await readField(entry, field)).toEqual(['Old', 'Old']);
    const rows = list === 'specialDays' ? 'Y A' : 'A B';
    expect(await readRows(entry, list)).toEqual([rows, rows]);
  }
  await owner.bringBack(await publishTwice(STEAK, state({ nuts: 'free' }), CONTAINS_NUTS));
  const free = stated({ nuts: 'free' });
  expect(await readField(STEAK, 'dietaryStatement')).toEqual([free, free]);
});

// All of them

test.each([
  ['a notice', NAME, () => administrator.putNoticeUp('Closed', THURSDAY)],
  ['other hours of today', HOURS, () => administrator.setHours({ date: TODAY, closed: true })],
  ['an earlier version', HOME, async () => administrator.bringBack((await owner.listVersions(HOME))[1])],
  ['a dish that is put back', STEAK, () => administrator.switchItem('menu-entree', STEAK.documentId, true)],
  ['a planned change', HOME, () => cms.goTo(THURSDAY)],
] as const)('records who has changed the site and the draft: %s', async (_what, entry, change) => {
  await owner.publish(HOME, { mainHeading: 'Recent' });
  await plan(HOME, { mainHeading: 'Planned' }, administrator);
  await owner.switchItem('menu-entree', STEAK.documentId, false);
  await change();
  const { id } = await administrator.readProfile();
  // The draft of the dish has the same words already.
  for (const status of entry === STEAK ? (['published'] as const) : (['draft', 'published'] as const))
    expect(await owner.open(entry, status)).toMatchObject({ updatedBy: { id } });
});

// Of a draft, each field that is as on the site follows an earlier version, and each of its own stays

test.each(TEXTS.filter(([, { length }]) => length > 1))(
  'a draft with one text of its own follows an earlier version of $type in the others, and its undo',
  async (entry, fields) => {
    const old = await publishTwice(entry, fill(fields, 'Old'), fill(fields, 'Recent'));
    const { site, draft } = await readEntry(entry);
    const own = fill(fields.slice(0, 1), 'Own');
    await owner.saveDraft(entry, own);
    const { undo } = await owner.bringBack(old);
    const restored = fill(fields, 'Old');
    expect(await readEntry(entry)).toEqual({
      site: { ...site, ...restored },
      draft: { ...draft, ...restored, ...own },
    });
    await owner.undo(undo);
    expect(await readEntry(entry)).toEqual({ site, draft: { ...draft, ...own } });
  },
);

test.each(LISTS)(
  'a draft with its own text gets the list of an earlier version of $type, and one with its own list the text',
  async (entry, list, field) => {
    const old = { [list]: toList(list, 'A B'), [field]: 'Old' };
    const version = await publishTwice(entry, old, { [list]: toList(list, 'Y A'), [field]: 'Recent' });
    await owner.saveDraft(entry, { [field]: 'Own' });
    const { undo } = await owner.bringBack(version);
    const rows = list === 'specialDays' ? 'Y A' : 'A B';
    expect(await readRows(entry, list)).toEqual([rows, rows]);
    expect(await readField(entry, field)).toEqual(['Old', 'Own']);
    await owner.undo(undo);
    await owner.discardDraft(entry);
    await owner.saveDraft(entry, { [list]: toList(list, 'X') });
    await owner.bringBack(version);
    expect(await readRows(entry, list)).toEqual([rows, 'X']);
    expect(await readField(entry, field)).toEqual(['Old', 'Old']);
  },
);

test('a draft with its own notice, or its own description, follows an earlier version in the rest', async () => {
  const name = await publishTwice(NAME, { websiteName: 'Old' }, { websiteName: 'Recent' });
  const notice = { text: 'Own', until: '2037-12-01T17:00:00.000Z' };
  await owner.saveDraft(NAME, { notice });
  await owner.bringBack(name);
  expect(await readField(NAME, 'websiteName')).toEqual(['Old', 'Old']);
  expect(await readField(NAME, 'notice')).toEqual([null, expect.objectContaining(notice)]);

  const steak = await publishTwice(STEAK, state({ nuts: 'free' }), CONTAINS_NUTS);
  await owner.saveDraft(STEAK, { description: 'Own' });
  await owner.bringBack(steak);
  const free = stated({ nuts: 'free' });
  expect(await readField(STEAK, 'dietaryStatement')).toEqual([free, free]);
  expect((await readEntry(STEAK)).draft).toMatchObject({ description: 'Own' });
});

// What the site can't show

test.each([
  ['a text that is too long', HOME, { mainHeading: 'x'.repeat(1000) }, /too long/],
  ['a dish without a name', STEAK, { entreeName: ' ' }, /can’t be empty|Write a name/],
  ['a drink with a heading', COLA, { subHeading: 'Cold' }, /this entry has none/],
  ['a link without an address', NAME, { links: [{ label: 'Reserve', address: 'soon' }] }, /web address/i],
  ['a statement that is none', STEAK, { dietaryStatement: { diet: 'fish' } }, /State it on the screen/],
  ['a picture without an alternative text', HOME, {}, /has no alternative text yet/],
] as const)(
  'neither a form nor an earlier version brings to the site %s',
  async (_what, entry, values, sentence) => {
    const [version] = await owner.listVersions(entry);
    const where = { id: version?.id };
    const versions = cms.strapi.db.query('site::version');
    const { content } = await versions.findOne({ where });
    await versions.update({ where, data: { content: { ...content, ...values } } });
    const other = entry === COLA ? { drinkName: 'Tea' } : { description: 'Other' };
    await owner.publish(entry, entry === NAME ? { websiteName: 'Other' } : other);
    if (!Object.keys(values).length)
      await cms.strapi.db
        .query('plugin::upload.file')
        .updateMany({ where: {}, data: { alternativeText: '' } });
    const before = await readEntry(entry);
    await expect(owner.publish(entry, values)).rejects.toThrow(sentence);
    await expect(owner.bringBack(version)).rejects.toThrow(sentence);
    expect(await readEntry(entry)).toEqual(before);
  },
);

test('a deleted dish with a draft of its own is modified again when it is restored', async () => {
  await owner.saveDraft(STEAK, { description: 'Own' });
  const before = await readEntry(STEAK);
  const { undo } = await owner.deleteItem('menu-entree', STEAK.documentId);
  await owner.undo(undo);
  expect(await readEntry(STEAK)).toEqual(before);
});
