import { errors } from '@strapi/utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { listContactErrors, validateContactFields } from './contactFields';

const TODAY = '2026-11-22';
const listErrors = (data: object, isPublished = false) =>
  listContactErrors(data, { today: TODAY, isPublished }).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

const day = (from: string, more: object = {}) => ({ from, until: null, closed: true, hours: null, ...more });

test('accepts special days, a place, a notice and links that the site can show', () => {
  const data = {
    specialDays: [
      day('2026-11-26', { reason: 'Thanksgiving' }),
      day('2026-12-24', { until: '2026-12-26' }),
      day('2026-12-31', { closed: false, hours: '8:00 pm – 1:00 am' }),
    ],
    mapPlace: '39.95606, -83.01235',
    notice: { text: 'Patio opens Friday', from: null, until: '2026-11-28T05:00:00.000Z', address: null },
    links: [{ label: 'Reserve', address: 'https://www.opentable.com/scioto' }],
  };
  expect(listErrors(data)).toEqual([]);
  expect(listErrors(data, true)).toEqual([]);
});

test.each([
  ['from', day('2026-02-30'), 'Day: “2026-02-30” is not a date.'],
  ['until', day('2026-11-26', { until: '2026-11-31' }), 'Last day: “2026-11-31” is not a date.'],
  ['until', day('2026-11-26', { until: '2026-11-25' }), 'Last day: The last day is before the first.'],
  ['hours', day('2026-11-26', { hours: '5 pm – 9 pm' }), /^Hours: You are either closed or open/],
  ['hours', day('2026-11-26', { closed: false, hours: 'when we like' }), /^Hours: Write the hours like/],
])('rejects a special day at its field %s: %j', (field, specialDay, message) => {
  const data = { specialDays: [day('2026-11-24'), specialDay] };
  for (const isPublished of [false, true])
    expect(listErrors(data, isPublished)).toEqual([
      [`specialDays.1.${field}`, expect.stringMatching(message)],
    ]);
});

test.each([
  [{ until: null, closed: false, hours: null }, 'specialDays.0.from', 'Day: Choose the day.'],
  [day('2026-11-26', { closed: false }), 'specialDays.0.hours', /^Hours: Write the hours, or choose/],
  [
    day('2026-11-26', { closed: null, hours: '  ' }),
    'specialDays.0.hours',
    /^Hours: Write the hours, or choose/,
  ],
])('saves an unfinished special day as a draft and does not publish it: %j', (specialDay, path, message) => {
  expect(listErrors({ specialDays: [specialDay] })).toEqual([]);
  expect(listErrors({ specialDays: [specialDay] }, true)).toEqual([[path, expect.stringMatching(message)]]);
});

test('names both special days that overlap, at the later of them', () => {
  const specialDays = [
    day('2026-12-26', { closed: false, hours: '5 pm – 9 pm' }),
    day('2026-12-01'),
    day('2026-12-24', { until: '2026-12-26' }),
  ];
  expect(listErrors({ specialDays })).toEqual([
    [
      'specialDays.0.from',
      'Day: Thursday, December 24 – Saturday, December 26 and Saturday, December 26 have a day in common. Each day can be in the list once.',
    ],
  ]);
});

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
  [{ until: 5 }, 'until', 'Until: This is not a date and a time.'],
  [{ from: 'soon' }, 'from', 'From: This is not a date and a time.'],
  [{ from: NOTICE.until }, 'until', 'Until: This must be later than From.'],
  [{ address: 'javascript:alert(1)' }, 'address', /^Link: This is no web address/],
])('rejects the notice %j', (change, field, message) => {
  expect(listErrors({ notice: { ...NOTICE, ...change } })).toEqual([
    [`notice.${field}`, expect.stringMatching(message)],
  ]);
});

test.each([
  { until: '2020-01-01T00:00:00.000Z' },
  { until: new Date('2026-11-28'), from: new Date('2026-11-27') },
  { until: null },
  { address: '' },
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

test('rejects a place on the map that can’t be parsed, and accepts none', () => {
  expect(listErrors({ mapPlace: 'https://maps.app.goo.gl/AbC' })).toEqual([
    ['mapPlace', expect.stringMatching(/^Place on the map: This link is shortened/)],
  ]);
  for (const mapPlace of ['', '  ', null, undefined]) expect(listErrors({ mapPlace })).toEqual([]);
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
const runAction = documentMiddleware(validateContactFields, { documents: () => ({ findOne }) });

test('rejects an update with the path of each field, and passes on other types and actions', async () => {
  const params = { documentId: 'contact-hours', data: { specialDays: [day('2026-02-30')] } };
  const error: unknown = await runAction({ action: 'update', uid: CONTACT, params }).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(errors.ValidationError);
  expect(error).toMatchObject({
    message: 'Day: “2026-02-30” is not a date.',
    details: { errors: [{ path: ['specialDays', 0, 'from'] }] },
  });
  expect(await runAction({ action: 'update', uid: 'api::homepage.homepage', params })).toBe('passed');
  expect(await runAction({ action: 'findMany', uid: CONTACT, params })).toBe('passed');
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

test('rejects unfinished content when it is published, from a draft or at once', async () => {
  const data = { specialDays: [day('2026-11-26', { closed: false })] };
  const params = { documentId: 'contact-hours', data };
  expect(await runAction({ action: 'update', uid: CONTACT, params })).toBe('passed');
  await expect(
    runAction({ action: 'update', uid: CONTACT, params: { ...params, status: 'published' } }),
  ).rejects.toThrow('Hours: Write the hours');
  findOne.mockResolvedValue(data);
  await expect(
    runAction({ action: 'publish', uid: CONTACT, params: { documentId: 'contact-hours' } }),
  ).rejects.toThrow('Hours: Write the hours');
  expect(findOne).toHaveBeenCalledExactlyOnceWith({
    documentId: 'contact-hours',
    status: 'draft',
    populate: '*',
  });
});
