import { readFileSync } from 'node:fs';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { MachineReader } from '../../tests/support/machineReader.ts';
import { createRandomRestaurant, enterRestaurant } from '../../tests/support/randomRestaurant.ts';
import {
  listContactQuestions,
  listMenuQuestions,
  type Question,
} from '../../tests/support/restaurantQuestions.ts';
import { menuPage, pages } from '../src/content/pages.ts';
import { removeFolders, StubCms, type TestSite } from './testSite.ts';

const TIME_ZONE = 'America/New_York';
/** Ten times as many are 300. */
const QUESTIONS_EACH = 30;

/** An instant, and whether the restaurant is open then. */
type Moment = [instant: string, answer: string];

/** What the owner has entered about her hours, and whether a guest finds the restaurant open. */
interface Situation {
  title: string;
  hours: string;
  specialDays?: { from: string; until?: string; closed?: boolean; hours?: string; reason?: string }[];
  notice?: { text: string; from: string; until: string };
  /** The last one is more than an hour after the first, and the others are not. */
  moments: [Moment, Moment, Moment, Moment];
}

const WEEK = 'Monday: Closed\nTuesday – Saturday: 4:30 pm – 9:30 pm\nSunday: 3:00 pm – 8:30 pm';
const PARTY = 'ask: Closed tonight for a private party (until Tuesday, November 24, 11:00 pm)';

const situations: Situation[] = [
  {
    title: 'on an ordinary evening',
    hours: WEEK,
    moments: [
      ['2026-11-24T16:29:00-05:00', 'closed'],
      ['2026-11-24T16:30:00-05:00', 'open'],
      ['2026-11-24T17:20:00-05:00', 'open'],
      ['2026-11-24T21:30:00-05:00', 'closed'],
    ],
  },
  {
    title: 'past midnight',
    hours: 'Daily: 5 pm – 2 am',
    moments: [
      ['2026-11-28T01:10:00-05:00', 'open'],
      ['2026-11-28T01:59:00-05:00', 'open'],
      ['2026-11-28T02:00:00-05:00', 'closed'],
      ['2026-11-28T17:00:00-05:00', 'open'],
    ],
  },
  {
    title: 'on a closed day that begins during a service',
    hours: 'Tuesday – Sunday: 5 pm – 1 am',
    moments: [
      ['2026-11-23T00:30:00-05:00', 'open'],
      ['2026-11-23T01:00:00-05:00', 'closed'],
      ['2026-11-23T01:20:00-05:00', 'closed'],
      ['2026-11-23T18:00:00-05:00', 'closed'],
    ],
  },
  {
    title: 'on Thanksgiving',
    hours: WEEK,
    specialDays: [{ from: '2026-11-26', closed: true, reason: 'Thanksgiving' }],
    moments: [
      ['2026-11-26T16:30:00-05:00', 'closed'],
      ['2026-11-26T17:00:00-05:00', 'closed'],
      ['2026-11-26T17:20:00-05:00', 'closed'],
      ['2026-11-27T17:00:00-05:00', 'open'],
    ],
  },
  {
    title: 'on New Year’s Eve',
    hours: WEEK,
    specialDays: [
      { from: '2026-12-31', hours: '8 pm – 1 am', reason: 'New Year’s Eve' },
      { from: '2027-01-01', until: '2027-01-11', closed: true, reason: 'winter break' },
    ],
    moments: [
      ['2026-12-31T19:50:00-05:00', 'closed'],
      ['2026-12-31T20:00:00-05:00', 'open'],
      ['2026-12-31T20:40:00-05:00', 'open'],
      ['2027-01-01T00:30:00-05:00', 'open'],
    ],
  },
  {
    title: 'in the night in which the clocks go forward',
    hours: 'Friday – Saturday: 5 pm – 3 am',
    moments: [
      ['2026-03-08T01:20:00-05:00', 'open'],
      ['2026-03-08T01:59:00-05:00', 'open'],
      ['2026-03-08T03:00:00-04:00', 'closed'],
      ['2026-03-08T03:30:00-04:00', 'closed'],
    ],
  },
  {
    title: 'in the night in which the clocks go back',
    hours: 'Friday – Saturday: 5 pm – 2 am',
    moments: [
      ['2026-11-01T01:40:00-04:00', 'open'],
      ['2026-11-01T01:10:00-05:00', 'open'],
      ['2026-11-01T01:30:00-05:00', 'open'],
      ['2026-11-01T02:00:00-05:00', 'closed'],
    ],
  },
  {
    title: 'when a notice says that it is closed',
    hours: WEEK,
    notice: {
      text: 'Closed tonight for a private party',
      from: '2026-11-24T18:00:00-05:00',
      until: '2026-11-24T23:00:00-05:00',
    },
    moments: [
      ['2026-11-24T17:59:00-05:00', 'open'],
      ['2026-11-24T18:00:00-05:00', PARTY],
      ['2026-11-24T18:50:00-05:00', PARTY],
      ['2026-11-24T23:00:00-05:00', 'closed'],
    ],
  },
  {
    title: 'around the clock',
    hours: '24/7',
    moments: [
      ['2026-11-24T23:50:00-05:00', 'open'],
      ['2026-11-25T00:00:00-05:00', 'open'],
      ['2026-11-25T00:30:00-05:00', 'open'],
      ['2026-11-25T12:00:00-05:00', 'open'],
    ],
  },
  {
    title: 'with hours that can be meant in two ways',
    hours: 'Tuesday – Sunday: 5 – 9',
    specialDays: [{ from: '2026-11-25', closed: true }],
    moments: [
      ['2026-11-24T18:00:00-05:00', 'ask'],
      ['2026-11-24T18:20:00-05:00', 'ask'],
      ['2026-11-24T18:40:00-05:00', 'ask'],
      ['2026-11-25T18:00:00-05:00', 'closed'],
    ],
  },
];

/** Returns the date and the time of the restaurant's clocks. */
function toLocalTime(instant: string): [date: string, time: string] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const [date = '', time = ''] = format.format(Date.parse(instant)).split(' ');
  return [date, time];
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
afterAll(removeFolders);

test.each(situations.map((situation, index) => ({ index, ...situation })))(
  `a machine that reads one response answers ${QUESTIONS_EACH} questions right $title`,
  async ({ index, hours, specialDays = [], notice = null, moments }) => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    const restaurant = createRandomRestaurant(index);
    const contactQuestions = listContactQuestions(restaurant);
    const menuCount = QUESTIONS_EACH - (moments.length - 1) - contactQuestions.length;
    const menuQuestions = listMenuQuestions(restaurant, menuCount, index);
    expect(menuQuestions).toHaveLength(menuCount);

    /** Asks pages about the restaurant, and the menu about the dishes. */
    const expectAnswers = async (
      site: TestSite,
      [instant, answer]: Moment,
      { asked = pages, isLater = false } = {},
    ) => {
      vi.advanceTimersByTime(Date.parse(instant) - Date.now());
      const isOpen: Question = {
        text: `Are you open at ${instant}?`,
        ask: (reader) => reader.isOpen(...toLocalTime(instant)),
        answer,
        laterAnswer: answer,
      };
      for (const { path } of asked) {
        const reader = new MachineReader(await site.readPage(path));
        const questions = [isOpen, ...contactQuestions, ...(path === menuPage.path ? menuQuestions : [])];
        expect(questions.map(({ text, ask }) => `${path} ${text} ${ask(reader)}`)).toEqual(
          questions.map(
            ({ text, answer: now, laterAnswer }) => `${path} ${text} ${isLater ? laterAnswer : now}`,
          ),
        );
      }
    };

    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse(moments[0][0]) });
    const cms = new StubCms();
    cms.editResponse = enterRestaurant(restaurant, {
      'website-name': { notice },
      'contact-hours': { description: hours, specialDays: specialDays.map((day, id) => ({ id, ...day })) },
    });
    const site = await cms.openSite({ TIME_ZONE });
    await expectAnswers(site, moments[0]);
    cms.stop();
    for (const moment of moments.slice(1, 3)) await expectAnswers(site, moment, { asked: [menuPage] });
    // When nothing about the dishes is confirmed.
    await expectAnswers(site, moments[3], { isLater: true });
  },
);

test('the reader has at most 100 lines and knows nothing of this project', () => {
  const source = readFileSync(new URL('../../tests/support/machineReader.ts', import.meta.url), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  expect(source).not.toMatch(/\bimport\b|\brequire\b|ById|[cC]lass(?:Name|List)/);
  for (const [, selector] of source.matchAll(/(?:querySelector(?:All)?|closest)\('([^']+)'/g))
    expect(selector).not.toMatch(/[.#]|\[(?:class|data|id)\b/);
  expect(situations.length * QUESTIONS_EACH).toBe(300);
});
