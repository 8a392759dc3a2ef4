import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { MachineReader } from '../../tests/support/machineReader.ts';
import { seedRecord } from '../../tests/support/seedRecords.ts';
import { menuPage, pages } from '../src/content/pages.ts';
import { removeFolders, StubCms } from '../testing/testSite.ts';

const NOTICE = 'Closed tonight for a private party';
const RESERVATIONS = 'https://tables.example/scioto?guests=2';
/** A phone number that can't be parsed. */
const PHONE = '614-555-0146 ext. 3, after 4 pm';
const ENTREES = seedRecord('menu-header', 'menu-entrees').headingName ?? '';
const LASAGNA = seedRecord('menu-entree', 'lasagna').entreeName ?? '';
const toInstant = (time: string) => `2026-11-28T${time}:00-05:00`;

/** An entry in a response of the CMS. */
interface Entry {
  documentId: string;
}

/** What the owner has entered, by the id of the record. */
const changes: Record<string, object> = {
  'website-name': {
    links: [{ label: 'Reserve', address: RESERVATIONS }],
    notice: { text: NOTICE, from: toInstant('02:10'), until: toInstant('02:50') },
  },
  'contact-phone': { subHeadings: 'Call us', description: PHONE },
  'contact-hours': {
    description: 'Daily: 5 pm – 2 am',
    specialDays: [{ from: '2026-11-28', closed: true, reason: 'Recital' }],
  },
  lasagna: {
    dietaryStatement: {
      diet: 'vegetarian',
      answers: { milk: 'contains', wheat: 'contains', eggs: 'onRequest', fish: 'free' },
    },
  },
};

/** Questions of a guest about the lasagna: the answer, and the one when the CMS has not confirmed the dishes for an hour. */
const menuQuestions: [ask: (reader: MachineReader) => string, answer: string, laterAnswer: string][] = [
  [(reader) => reader.listSuitable(ENTREES, 'Vegetarian'), LASAGNA, 'ask'],
  [(reader) => reader.listSuitable(ENTREES, 'Vegan'), 'ask', 'ask'],
  ...(
    [
      ['milk', 'yes'],
      ['wheat', 'yes'],
      ['eggs', 'on request'],
      ['fish', 'no'],
      ['soy', 'ask'],
    ] as const
  ).map(([allergen, answer]): (typeof menuQuestions)[number] => [
    (reader) => reader.contains(ENTREES, LASAGNA, allergen),
    answer,
    'ask',
  ]),
];

afterAll(removeFolders);

test('a machine that reads one response answers a guest’s questions, also while the CMS is down', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse(toInstant('01:59')) });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const cms = new StubCms();
  cms.editResponse = (body) => {
    const { data }: { data: Entry | Entry[] } = JSON.parse(body);
    const edit = (entry: Entry) => ({ ...entry, ...changes[entry.documentId] });
    return JSON.stringify({ data: Array.isArray(data) ? data.map(edit) : edit(data) });
  };
  const site = await cms.openSite({ TIME_ZONE: 'America/New_York' });
  for (const [time, status, isConfirmed] of [
    ['01:59', 'open', true],
    ['02:00', 'closed', true],
    ['02:20', `ask: ${NOTICE} (until Saturday, November 28, 2:50 am)`, true],
    ['18:00', 'closed', false],
  ] as const) {
    vi.advanceTimersByTime(Date.parse(toInstant(time)) - Date.now());
    for (const { path } of pages) {
      const reader = new MachineReader(await site.readPage(path));
      expect(reader.isOpen('2026-11-28', time), `${path} at ${time}`).toBe(status);
      expect([reader.findPhone(), reader.findReservations()], path).toEqual([PHONE, RESERVATIONS]);
      if (path !== menuPage.path) continue;
      for (const [ask, answer, laterAnswer] of menuQuestions)
        expect(ask(reader), time).toBe(isConfirmed ? answer : laterAnswer);
    }
    cms.stop();
  }
});
