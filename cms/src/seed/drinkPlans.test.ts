import { expect, test } from 'vitest';
import type { PlannedChange, PlannedEntry } from '../site/plannedChange';
import { convertPlan, type PlannedList } from './drinkPlans';

const UID = 'api::menu-soft-drink.menu-soft-drink';
// Cast: the uid of a type that no schema has any more.
const OLD_UID = 'api::menu-soft-drinks.menu-soft-drinks' as PlannedEntry['uid'];

const LIST: PlannedList = {
  type: 'menu-soft-drink',
  oldUid: OLD_UID,
  headingId: 'menu-soft-drinks',
  documentIds: ['cola', 'tea', 'new'],
};

const cola = { drinkName: 'Cola', offMenu: false, key: 'cola' };
const tea = { drinkName: 'Tea', offMenu: true, key: 'tea' };
const added = { drinkName: 'New', offMenu: false, key: 'new' };

const toEntry = (content: object, replaced: object | null): PlannedEntry => ({
  uid: OLD_UID,
  documentId: 'menu-soft-drinks',
  name: 'Soft drinks',
  content: { ...content },
  replaced: replaced && { ...replaced },
  wasShown: true,
});

const toChange = (entries: PlannedEntry[], values: Partial<PlannedChange> = {}): PlannedChange => ({
  id: 1,
  scope: 'menu',
  state: 'waiting',
  dueAt: '2099-12-31T22:00:00.000Z',
  localTime: '2099-12-31T17:00',
  timeZone: 'America/New_York',
  scheduledAt: '2026-11-27T12:00:00.000Z',
  author: 'Owner',
  authorId: 1,
  title: 'The menu',
  change: '“Soft drinks”',
  entries,
  uid: null,
  itemId: null,
  opensFrom: null,
  until: null,
  problem: null,
  ...values,
});

const slaw: PlannedEntry = {
  ...toEntry({ sideName: 'Slaw' }, null),
  uid: 'api::menu-side.menu-side',
  documentId: 'slaw',
  name: 'Slaw',
};

test('a planned menu publishes the heading, each renamed drink, also one that is off, and each new one', () => {
  const planned = { drinks: [{ ...cola, drinkName: 'Coke' }, { ...tea, drinkName: 'Chai' }, added] };
  const change = toChange([slaw, toEntry(planned, { drinks: [cola, tea] })]);
  expect(convertPlan(change, [LIST])).toEqual({
    change: {
      ...change,
      change: '“Slaw”, “Coke”, “Chai”, and “New”',
      entries: [
        slaw,
        ...[
          ['cola', 'Coke', 'Cola'],
          ['tea', 'Chai', 'Tea'],
        ].map(([documentId, name, before]) => ({
          uid: UID,
          documentId,
          name,
          content: { drinkName: name },
          replaced: { drinkName: before },
          wasShown: true,
        })),
        {
          uid: UID,
          documentId: 'new',
          name: 'New',
          content: { subHeading: null, drinkName: 'New' },
          replaced: null,
          wasShown: false,
        },
      ],
    },
    lost: [],
  });
});

test('names what a plan can’t do any more, and drops one with nothing left', () => {
  const other = { ...added, key: 'deleted-since', drinkName: 'Rum' };
  const entry = toEntry({ drinks: [{ ...tea, offMenu: false }, other] }, { drinks: [cola, tea] });
  const lost = ['“Cola” removed', '“Tea” on the menu', '“Rum” added'];
  expect(convertPlan(toChange([entry]), [LIST])).toEqual({ change: undefined, lost });
  const { change } = convertPlan(toChange([entry, slaw]), [LIST]);
  expect(change).toMatchObject({ entries: [slaw], change: '“Slaw”' });
});

test('a plan of one entry is named after it, and one of several is a plan of the menu', () => {
  const replaced = { subHeading: 'Soft', drinks: [cola, tea] };
  const heading = toEntry({ subHeading: 'No proof' }, { subHeading: 'Soft' });
  const planOf = (entry: PlannedEntry) =>
    convertPlan(toChange([entry], { scope: 'entry', title: '“Soft drinks”' }), [LIST]).change;
  expect(planOf(heading)).toMatchObject({
    scope: 'entry',
    title: '“Soft drinks”',
    change: 'Heading: “Soft” → “No proof”',
    entries: [{ uid: UID, documentId: 'menu-soft-drinks', content: { subHeading: 'No proof' } }],
  });
  const drinks = [{ ...cola, drinkName: 'Coke' }, tea];
  expect(planOf(toEntry({ drinks }, replaced))).toMatchObject({
    scope: 'entry',
    title: '“Coke”',
    change: 'Name: “Cola” → “Coke”',
  });
  expect(planOf(toEntry({ subHeading: 'No proof', drinks }, replaced))).toMatchObject({
    scope: 'menu',
    change: '“Soft drinks” and “Coke”',
  });
});

test('a planned return brings the drink back, and is named when the drink was deleted', () => {
  const planReturn = (itemId: string) => {
    const entry = { ...toEntry({}, null), name: 'Cola', wasShown: false };
    return convertPlan(
      toChange([entry], { scope: 'item', uid: OLD_UID, itemId, change: 'Back on the menu' }),
      [LIST],
    );
  };
  expect(planReturn('cola').change).toMatchObject({
    uid: UID,
    itemId: 'cola',
    opensFrom: null,
    change: 'Back on the menu',
    entries: [{ uid: UID, documentId: 'cola', name: 'Cola' }],
  });
  expect(planReturn('gone')).toEqual({ change: undefined, lost: ['“Cola” back on the menu'] });
});

test('a plan that is over stays readable', () => {
  const change = toChange([toEntry({ drinks: [] }, { drinks: [cola] })], { state: 'late', problem: 'Late.' });
  const converted = convertPlan(change, [LIST]);
  expect(converted.lost).toEqual([]);
  expect(converted.change).toMatchObject({ problem: 'Late.', entries: [{ uid: UID }] });
});
