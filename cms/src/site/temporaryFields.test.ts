import { expect, test } from 'vitest';
import { isSameText, omitEndedNotice } from './temporaryFields';

test.each<[string, object, object, boolean]>([
  ['a position', { name: 'Slaw', position: 10 }, { name: 'Slaw' }, true],
  ['a notice', { name: 'Table', notice: { text: 'Closed' } }, { name: 'Table', notice: null }, true],
  ['a text', { description: 'Fresh' }, { description: 'Frozen' }, false],
  ['links', { links: [{ label: 'Reserve' }] }, { links: [] }, false],
])('compares the texts of contents that differ by %s', (_, a, b, same) => {
  expect(isSameText({ ...a }, { ...b })).toBe(same);
});

const notice = (until: string) => ({ name: 'Table', notice: { text: 'Closed', until } });

test.each([
  ['2026-11-22T12:00:00.000Z', false],
  ['2026-11-22T12:00:00.001Z', true],
])('of a notice until %s, it is %s that it stays at noon', (until, stays) => {
  const content = omitEndedNotice(notice(until), Date.parse('2026-11-22T12:00:00.000Z'));
  expect(content).toEqual(stays ? notice(until) : { name: 'Table' });
});

test('a content without a notice stays as it is', () => {
  expect(omitEndedNotice({ name: 'Table' }, 0)).toEqual({ name: 'Table' });
});
