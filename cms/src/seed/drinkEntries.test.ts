import { expect, test } from 'vitest';
import { addKeys, describeLost, type KeyedDrink, planEntries } from './drinkEntries';

/** Makes drinks of names and keys, such as “Cola:k1”; a name with “!” is off the menu. */
const toDrinks = (text: string): KeyedDrink[] =>
  text.split(' ').map((drink) => {
    const [name = '', key = name] = drink.replace('!', '').split(':');
    return { name, key, isOff: drink.includes('!') };
  });

const withoutKeys = (text: string) => toDrinks(text).map((drink) => ({ ...drink, key: null }));

test('gives the drinks of a site without keys one each, the same in the draft and on the site', () => {
  const { draft, published } = addKeys({
    draft: withoutKeys('Tea Ginger_Beer Cola'),
    published: withoutKeys('Cola Ginger_Ale Tea'),
  });
  const keys = published.map(({ key }) => key);
  expect(draft.map(({ key }) => keys.indexOf(key))).toEqual([2, 1, 0]);
  expect(new Set(keys).size).toBe(3);
});

test('keeps keys, and replaces one that a list has twice', () => {
  const { draft, published } = addKeys({ draft: toDrinks('Tea:a Cola:a'), published: toDrinks('Tea:a') });
  expect(published).toEqual(toDrinks('Tea:a'));
  expect(draft[0]?.key).toBe('a');
  expect(draft[1]?.key).toMatch(/^[\w-]{36}$/);
});

test('pairs drinks by their places only when no drink was added or removed', () => {
  const { draft, published } = addKeys({
    draft: withoutKeys('Mezcal Cola'),
    published: withoutKeys('Cola'),
  });
  expect(draft[1]?.key).toBe(published[0]?.key);
  expect(draft[0]?.key).not.toBe(published[0]?.key);
});

test('makes an entry of each drink in the order of the site, with new drinks behind the one before', () => {
  const draft = toDrinks('Mezcal Cola Pepsi:beer Rum! Tea!');
  const published = toDrinks('Beer:beer Cola Water Tea!');
  const entry = { isNew: false, isShown: true };
  expect(planEntries({ draft, published })).toEqual([
    { ...entry, documentId: 'Mezcal', position: 10, draftName: 'Mezcal', isShown: false, isNew: true },
    { ...entry, documentId: 'beer', position: 20, draftName: 'Pepsi', siteName: 'Beer' },
    { ...entry, documentId: 'Rum', position: 30, draftName: 'Rum', isShown: false },
    { ...entry, documentId: 'Cola', position: 40, draftName: 'Cola', siteName: 'Cola' },
    { ...entry, documentId: 'Water', position: 50, draftName: 'Water', siteName: 'Water' },
    { ...entry, documentId: 'Tea', position: 60, draftName: 'Tea', siteName: 'Tea', isShown: false },
  ]);
});

test('describes what was removed, switched and moved, and no new or renamed drink', () => {
  const before = toDrinks('Cola Beer Tea! Rum');
  expect(describeLost(before, toDrinks('Pepsi:Cola Beer Tea! Rum New'), 'Soft drinks')).toEqual([]);
  expect(describeLost(before, toDrinks('Beer! Cola Tea'), 'Soft drinks')).toEqual([
    '“Beer” off the menu',
    '“Tea” on the menu',
    '“Rum” removed',
    '“Soft drinks” in another order',
  ]);
});

test('keeps the name that the site shows where the draft has none', () => {
  const [draft, published] = [
    [{ name: ' ', isOff: false, key: 'a' }],
    [{ name: 'Tea', isOff: false, key: 'a' }],
  ];
  expect(planEntries({ draft, published })).toMatchObject([{ draftName: 'Tea', siteName: 'Tea' }]);
});
