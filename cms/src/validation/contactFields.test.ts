import { beforeEach, expect, test, vi } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { checkWrittenValues } from './checkValues';
import { listContactErrors, rejectUnshowableContact } from './contactFields';

const TODAY = '2026-11-22';
const listErrors = (data: object, isPublished = false) =>
  listContactErrors(data, { today: TODAY, isPublished }).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

const day = (from: string, more: object = {}) => ({ from, until: null, closed: true, hours: null, ...more });

test.each([['from', day('2026-02-30'), 'Day: “2026-02-30” is not a date.']])(
  'rejects a special day at its field %s: %j',
  (field, specialDay, message) => {
    const data = { specialDays: [day('2026-11-24'), specialDay] };
    for (const isPublished of [false, true])
      expect(listErrors(data, isPublished)).toEqual([
        [`specialDays.1.${field}`, expect.stringMatching(message)],
      ]);
  },
);

test('ignores what is wrong with days that are over, and does not count them', () => {
  const over = [
    day('2026-11-21', { closed: false, hours: 'when we like' }),
    day('2026-11-20', { until: '2026-11-21' }),
    day('2026-11-21'),
  ];
  const upcoming = Array.from({ length: 100 }, (_, index) =>
    day(new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10)),
  );
  expect(listErrors({ specialDays: [...over, ...upcoming] }, true)).toEqual([]);
  expect(listErrors({ specialDays: [...over, ...upcoming, day(TODAY)] })).toEqual([
    ['specialDays', 'Special days: 100 days fit that are not over, and these are 101. Remove some.'],
  ]);
});

const NOTICE = { text: 'Closed tonight', until: '2026-11-28T05:00:00.000Z' };

test.each([
  [{ until: '2026-02-30T10:00:00.000Z' }, 'until', 'Until: This is not a date and a time.'],
  [{ from: NOTICE.until }, 'until', 'Until: This must be later than From.'],
  [{ address: 'javascript:alert(1)' }, 'address', /^Link: This is not a web address/],
  [{ address: '/specials' }, 'address', /^Link: The site has no page “\/specials”/],
])('rejects the notice %j', (change, field, message) => {
  expect(listErrors({ notice: { ...NOTICE, ...change } })).toEqual([
    [`notice.${field}`, expect.stringMatching(message)],
  ]);
});

test.each([
  { until: '2020-01-01T00:00:00.000Z' },
  { until: new Date('2026-11-28'), from: new Date('2026-11-27') },
  { until: null },
])('accepts the notice %j', (change) => {
  expect(listErrors({ notice: { ...NOTICE, ...change } }, true)).toEqual([]);
});

test('rejects an invalid address at its link, and more than 20 links', () => {
  const link = { label: 'Reserve', address: 'https://www.opentable.com' };
  expect(listErrors({ links: [link, { ...link, address: 'toast.com' }] })).toEqual([
    ['links.1.address', 'Web address: This must begin with https://. Write “https://toast.com”.'],
  ]);
  expect(listErrors({ links: Array(20).fill(link) })).toEqual([]);
  expect(listErrors({ links: Array(21).fill(link) })).toEqual([
    ['links', 'Links: 20 links fit, and these are 21. Remove some.'],
  ]);
});

test.each([
  undefined,
  'text',
  { specialDays: 'text', notice: 'text', links: 7 },
  { specialDays: [null, 'text'], links: [null, 'text', {}], notice: null },
])('passes on %j, which Strapi rejects', (data) => {
  expect(listContactErrors(data, { today: TODAY, isPublished: false })).toEqual([]);
});

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-22T17:00:00Z') }));
const CONTACT = 'api::contactpage.contactpage';
const findOne = vi.fn();
const runAction = documentMiddleware(checkWrittenValues([rejectUnshowableContact]), {
  documents: () => ({ findOne }),
});

test('rejects hours with two meanings, but not those that are stored since an earlier version', async () => {
  const doubtful = (from: string, hours: string) => day(from, { closed: false, hours });
  const update = (...specialDays: object[]) =>
    runAction({
      action: 'update',
      uid: CONTACT,
      params: { documentId: 'contact-hours', data: { specialDays }, status: 'published' },
    });
  const sentence =
    'Hours: These hours can mean “9:00 am – noon” or “9:00 am – midnight”. Write the one that you mean.';
  findOne.mockResolvedValue({ specialDays: [] });
  await expect(update(doubtful('2026-12-24', '9 am – 12 pm'))).rejects.toThrow(sentence);
  findOne.mockImplementation(async ({ status }) =>
    status === 'published' ? { specialDays: [doubtful('2026-12-24', '9 am – 12 pm')] } : null,
  );
  expect(await update(doubtful('2026-12-24', '9 am – 12 pm'), day('2026-11-22'))).toBe('passed');
  await expect(update(doubtful('2026-12-24', '8 – 9 pm'))).rejects.toThrow('“8:00 am – 9:00 pm”');
  findOne.mockReset();
});
