import { expect, test } from 'vitest';
import { errorMessage } from './errorMessage';

test.each([
  [new TypeError('broken'), 'broken'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
])('the message of %s is %j', (error, message) => {
  expect(errorMessage(error)).toBe(message);
});
