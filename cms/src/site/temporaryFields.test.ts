import { expect, test } from 'vitest';
import { isSameText } from './temporaryFields';

test.each<[string, object, object, boolean]>([
  ['a position', { name: 'Slaw', position: 10 }, { name: 'Slaw' }, true],
  ['a notice', { name: 'Table', notice: { text: 'Closed' } }, { name: 'Table', notice: null }, true],
  ['a text', { description: 'Fresh' }, { description: 'Frozen' }, false],
  ['links', { links: [{ label: 'Reserve' }] }, { links: [] }, false],
])('compares the texts of contents that differ by %s', (_, a, b, same) => {
  expect(isSameText({ ...a }, { ...b })).toBe(same);
});
