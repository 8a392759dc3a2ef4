import { expect, test } from 'vitest';
import { UnfinishedBodies } from './unfinishedBodies';

/** Returns a function that adds a body, whose name begins with the letter of its network, and the names of those cut off. */
function setUp() {
  const bodies = new UnfinishedBodies({ maxPerNetwork: 3, max: 6 });
  const cutOff: string[] = [];
  const add = (name: string) => bodies.add(name.charAt(0), () => cutOff.push(name));
  const addAll = (names: string) => names.split(' ').map(add);
  return { cutOff, add, addAll };
}

test('cuts off the oldest body of a network that has too many', () => {
  const { cutOff, addAll } = setUp();
  addAll('a1 b1 a2 a3');
  expect(cutOff).toEqual([]);
  addAll('a4 a5');
  expect(cutOff).toEqual(['a1', 'a2']);
});

test('cuts off the oldest body of the network that has most when all together are too many', () => {
  const { cutOff, addAll } = setUp();
  addAll('b1 a1 a2 a3 c1 c2 d1 e1');
  expect(cutOff).toEqual(['a1', 'a2']);
});

test('cuts off the oldest body when each network has one', () => {
  const { cutOff, addAll } = setUp();
  addAll('a b c d e f g h');
  expect(cutOff).toEqual(['a', 'b']);
});

test('does not count bodies that are complete', () => {
  const { cutOff, add, addAll } = setUp();
  for (let count = 1; count <= 10; count += 1) add(`a${count}`)();
  addAll('a11 b1 c1 d1 e1 f1');
  expect(cutOff).toEqual([]);
  addAll('g1');
  expect(cutOff).toEqual(['a11']);
});
