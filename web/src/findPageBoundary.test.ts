import { expect, test } from 'vitest';
import { parsers } from './content/parsers.ts';
import { recordIds } from './content/recordIds.ts';
import { findPageBoundary } from './findPageBoundary.ts';

const TIME_ZONE = 'America/New_York';
const contact = parsers.contact({
  data: recordIds.contact.map((documentId) => ({
    documentId,
    description: documentId === 'contact-hours' ? 'Daily: 4:30 pm – 9:30 pm' : '',
  })),
});
const at = (time: string) => Date.parse(`2026-11-18T${time}:00-05:00`);

/** Returns the next boundary of a page with these hours and a notice. */
const findBoundary = (now: number, from: number, until: number) =>
  findPageBoundary(
    {
      siteName: { name: '', logo: undefined, links: [], notice: { text: 'Patio', address: '', from, until } },
      contact,
    },
    now,
    TIME_ZONE,
  );

test.each([
  ['before its start', '14:00', '15:00', '15:30', '15:00'],
  ['at its start', '15:00', '15:00', '15:30', '15:30'],
  ['at its end', '15:30', '15:00', '15:30', '16:30'],
  ['that begins after the opening', '14:00', '17:00', '18:00', '16:30'],
])('with a notice, %s', (_, now, from, until, boundary) => {
  expect(findBoundary(at(now), at(from), at(until))).toBe(at(boundary));
});

test('is at most a day away when no content depends on the time', () => {
  const now = at('12:00');
  for (const content of [{}, { contact: parsers.contact({ data: [{ documentId: 'contact-main' }] }) }]) {
    const boundary = findPageBoundary(content, now, TIME_ZONE);
    expect(boundary).toBeGreaterThan(now);
    expect(boundary).toBeLessThanOrEqual(now + 86_400_000);
    expect(findPageBoundary(content, boundary, TIME_ZONE)).toBe(boundary + 86_400_000);
  }
});
