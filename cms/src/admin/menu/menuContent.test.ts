import { expect, test } from 'vitest';
import { createAnswer, TYPE } from '../../../testing/fakeMenu';
import { describeNextOpening, listItems, matchesSearch, moveAfter } from './menuContent';

test.each([
  ['2037-11-25T16:30', 'Until tomorrow'],
  ['2037-11-26T16:30', 'Until Thursday'],
  ['2037-12-05T16:30', 'Until December 5'],
  // After midnight, when the evening before is not over yet.
  ['2037-11-24T16:30', 'Until 4:30 pm'],
])('names the next opening at %s “%s”', (nextOpening, label) => {
  const now = Date.parse('2037-11-24T23:00:00-05:00');
  expect(describeNextOpening(nextOpening, now, 'America/New_York')).toBe(label);
});

test.each([
  ['Crème Brûlée', 'creme', true],
  ['Creme Caramel', ' CRÈME  car', true],
  ['Duck Leg and Sour Cherries', 'cherries duck', true],
  ['Duck Leg', 'ducks', false],
  ['Duck Leg', '', true],
])('in “%s”, “%s” is found: %s', (name, search, isFound) => {
  expect(matchesSearch(name, search)).toBe(isFound);
});

test('an item is moved behind another one or to the top, and stays when the other is gone', () => {
  const items = listItems(createAnswer([{ name: 'Cola' }, { name: 'Tea' }, { name: 'Milk' }]), TYPE);
  const move = (id: string, previousId: string | null) =>
    moveAfter(items, id, previousId).map(({ name }) => name);
  expect(move('2', null)).toEqual(['Milk', 'Cola', 'Tea']);
  expect(move('0', '1')).toEqual(['Tea', 'Cola', 'Milk']);
  expect(move('0', 'gone')).toEqual(['Cola', 'Tea', 'Milk']);
});
