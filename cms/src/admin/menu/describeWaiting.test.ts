import { expect, test } from 'vitest';
import { describeWaiting } from './describeWaiting';

test.each([
  [0, false, 'Nothing waits to be published.'],
  [1, false, '1 change is not on the site yet'],
  [2, false, '2 changes are not on the site yet'],
  [0, true, 'Something that you typed is not saved yet.'],
  [2, true, 'Something that you typed is not saved yet.'],
])('with %i unpublished changes, and typed words: %j', (unpublished, hasUnsaved, sentence) => {
  expect(describeWaiting(unpublished, hasUnsaved)).toBe(sentence);
});
