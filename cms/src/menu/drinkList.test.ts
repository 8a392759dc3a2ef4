import { expect, test } from 'vitest';
import {
  countChanges,
  type DrinkVersions,
  describeDrink,
  orderDrinks,
  pairDrinks,
  removeDrink,
  restoreDrink,
  switchDrink,
} from './drinkList';

/** Makes a list of drinks; one with a minus is off the menu. The key is the name, or behind a colon. */
const toDrinks = (drinks: string) =>
  drinks.split(' ').flatMap((text, index) => {
    const [name = '', key = name] = text.replace('-', '').split(':');
    return name ? [{ id: index + 1, key, name, isOff: text.startsWith('-') }] : [];
  });
const list = (draft: string, published = draft): DrinkVersions => ({
  draft: toDrinks(draft),
  published: toDrinks(published),
});
const namesOf = ({ draft, published }: DrinkVersions) =>
  [draft, published].map((drinks) => drinks.map(({ name, isOff }) => (isOff ? `-${name}` : name)).join(' '));
const keyOf = ({ draft }: DrinkVersions, name: string) =>
  draft.find((drink) => drink.name === name)?.key ?? '';

test('shows the drinks in the order of the site, an added one behind the one before it', () => {
  const pairs = pairDrinks(list('Tonic Birch Cola Cider', 'Cola Tonic Cider'));
  expect(pairs.map(({ drink }) => drink.name)).toEqual(['Cola', 'Tonic', 'Birch', 'Cider']);
});

test('moves the drinks of both versions, and leaves one that the draft lacks behind the one before it', () => {
  const versions = list('Cola Tonic Cider Birch', 'Cola Mezcal Tonic Cider');
  const keys = ['Birch', 'Tonic', 'Cider', 'Cola'].map((name) => keyOf(versions, name));
  expect(namesOf(orderDrinks(versions, keys))).toEqual(['Birch Tonic Cider Cola', 'Tonic Cider Cola Mezcal']);
});

test.each([
  ['takes a drink off in both versions', list('Cola Tonic'), 'Cola', false, ['-Cola Tonic', '-Cola Tonic']],
  [
    'publishes no changed name',
    list('Cola Lemonaid:Lemonade', 'Cola Lemonade'),
    'Lemonaid',
    false,
    ['Cola -Lemonaid', 'Cola -Lemonade'],
  ],
  [
    'shows a new drink in its place',
    list('Cola Birch Tonic', 'Cola Tonic'),
    'Birch',
    true,
    ['Cola Birch Tonic', 'Cola Birch Tonic'],
  ],
  ['leaves a new drink off', list('Cola Birch', 'Cola'), 'Birch', false, ['Cola Birch', 'Cola']],
])('%s', (_case, versions, name, isShown, expected) => {
  const switched = switchDrink(versions, keyOf(versions, name), isShown);
  expect(namesOf(switched)).toEqual(expected);
  expect(switchDrink(switched, keyOf(switched, name), isShown)).toBe(switched);
});

test.each([
  ['both versions', list('Cola Tonic Cider'), ['Cola Cider', 'Cola Cider']],
  ['the draft only', list('Cola Tonic Cider', 'Cola Cider'), ['Cola Cider', 'Cola Cider']],
  ['a list without others', list('-Tonic'), ['', '']],
])('deletes a drink from %s, and puts it back in its place', (_case, versions, expected) => {
  const removed = removeDrink(versions, 'Tonic');
  expect(namesOf(removed)).toEqual(expected);
  const deleted = describeDrink(versions, 'Tonic');
  const restored = restoreDrink(removed, deleted);
  expect(namesOf(restored)).toEqual(namesOf(versions));
  expect(pairDrinks(restored).map(({ drink }) => drink.key)).toEqual(
    pairDrinks(versions).map(({ drink }) => drink.key),
  );
  const again = restoreDrink(restored, deleted);
  expect(again.draft).toBe(restored.draft);
  expect(again.published).toBe(restored.published);
});

test('puts a deleted drink back beside another one of its name that was there before', () => {
  const versions = list('Cola Cola:Other Tonic');
  const restored = restoreDrink(removeDrink(versions, 'Cola'), describeDrink(versions, 'Cola'));
  expect(namesOf(restored)).toEqual(namesOf(versions));
});

test.each([
  ['nothing', list('Cola -Tonic'), 0],
  ['another drink of the same name', list('Cola:Second', 'Cola'), 1 + 1],
  ['drinks that are off in one version', list('-Cola Tonic', 'Cola -Tonic'), 2],
  ['no changed name of a drink that stays off', list('Cola -Lemonaid:Lemonade', 'Cola -Lemonade'), 0],
  ['no new drink that is off', list('Cola -Birch', 'Cola'), 0],
  ['an order that differs, as one change', list('Cola Tonic Cider', 'Cider Cola Tonic'), 1],
])('counts %s', (_case, versions, count) => {
  expect(countChanges(versions)).toBe(count);
});

test('counts another field that differs, and keeps it when a drink is shown for the first time, deleted and restored', () => {
  const otherFields = { size: 'Large', hot: null };
  const cola = { id: 1, key: 'Cola', name: 'Cola', isOff: false };
  const count = (draft: Record<string, unknown>, published: Record<string, unknown>) =>
    countChanges({
      draft: [{ ...cola, otherFields: draft }],
      published: [{ ...cola, otherFields: published }],
    });
  expect(count(otherFields, { size: 'Large', hot: false })).toBe(0);
  expect(count(otherFields, { size: 'Small' })).toBe(1);

  const added = { draft: [{ ...cola, otherFields }], published: [] };
  const switched = switchDrink(added, 'Cola', true);
  expect(switched.published).toEqual([{ key: 'Cola', name: 'Cola', isOff: false, otherFields }]);
  const removed = removeDrink(switched, 'Cola');
  const restored = restoreDrink(removed, describeDrink(switched, 'Cola'));
  for (const drinks of [restored.draft, restored.published])
    expect(drinks).toEqual([{ key: 'Cola', name: 'Cola', isOff: false, otherFields }]);
});
