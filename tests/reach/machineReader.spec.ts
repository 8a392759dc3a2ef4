import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { menuPage } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { MachineReader } from '../support/machineReader.ts';
import { createRandomRestaurant, enterRestaurant } from '../support/randomRestaurant.ts';
import { listContactQuestions, listMenuQuestions, type Question } from '../support/restaurantQuestions.ts';
import { canonicalPaths, expect, type Site, test } from '../support/site.ts';
import { listUnsavedQueries } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const TIME_ZONE = 'America/New_York';
/** Ten times as many are 300. */
const QUESTIONS_EACH = 30;

const { JSDOM }: { JSDOM: new (html: string) => { window: { document: Document } } } = createRequire(
  new URL('../../web/package.json', import.meta.url),
)('jsdom');

/** Whether the restaurant is open at an instant. */
interface Moment {
  instant: string;
  answer: string;
}

/** What the owner has entered about her hours, and whether a guest finds the restaurant open. */
interface Situation {
  title: string;
  hours: string;
  specialDays?: { from: string; until?: string; closed?: boolean; hours?: string; reason?: string }[];
  notice?: { text: string; from: string; until: string };
  /** Within an hour. */
  moments: [Moment, Moment, Moment];
  /** More than an hour after the first. */
  laterMoment: Moment;
}

const WEEK = 'Monday: Closed\nTuesday – Saturday: 4:30 pm – 9:30 pm\nSunday: 3:00 pm – 8:30 pm';
const PARTY = 'ask: Closed tonight for a private party (until Tuesday, November 24, 11:00 pm)';

const situations: Situation[] = [
  {
    title: 'on an ordinary evening',
    hours: WEEK,
    moments: [
      { instant: '2026-11-24T16:29:00-05:00', answer: 'closed' },
      { instant: '2026-11-24T16:30:00-05:00', answer: 'open' },
      { instant: '2026-11-24T17:20:00-05:00', answer: 'open' },
    ],
    laterMoment: { instant: '2026-11-24T21:30:00-05:00', answer: 'closed' },
  },
  {
    title: 'past midnight',
    hours: 'Daily: 5 pm – 2 am',
    moments: [
      { instant: '2026-11-28T01:10:00-05:00', answer: 'open' },
      { instant: '2026-11-28T01:59:00-05:00', answer: 'open' },
      { instant: '2026-11-28T02:00:00-05:00', answer: 'closed' },
    ],
    laterMoment: { instant: '2026-11-28T17:00:00-05:00', answer: 'open' },
  },
  {
    title: 'on a closed day that begins during a service',
    hours: 'Tuesday – Sunday: 5 pm – 1 am',
    moments: [
      { instant: '2026-11-23T00:30:00-05:00', answer: 'open' },
      { instant: '2026-11-23T01:00:00-05:00', answer: 'closed' },
      { instant: '2026-11-23T01:20:00-05:00', answer: 'closed' },
    ],
    laterMoment: { instant: '2026-11-23T18:00:00-05:00', answer: 'closed' },
  },
  {
    title: 'on Thanksgiving',
    hours: WEEK,
    specialDays: [{ from: '2026-11-26', closed: true, reason: 'Thanksgiving' }],
    moments: [
      { instant: '2026-11-26T16:30:00-05:00', answer: 'closed' },
      { instant: '2026-11-26T17:00:00-05:00', answer: 'closed' },
      { instant: '2026-11-26T17:20:00-05:00', answer: 'closed' },
    ],
    laterMoment: { instant: '2026-11-27T17:00:00-05:00', answer: 'open' },
  },
  {
    title: 'on New Year’s Eve',
    hours: WEEK,
    specialDays: [
      { from: '2026-12-31', hours: '8 pm – 1 am', reason: 'New Year’s Eve' },
      { from: '2027-01-01', until: '2027-01-11', closed: true, reason: 'winter break' },
    ],
    moments: [
      { instant: '2026-12-31T19:50:00-05:00', answer: 'closed' },
      { instant: '2026-12-31T20:00:00-05:00', answer: 'open' },
      { instant: '2026-12-31T20:40:00-05:00', answer: 'open' },
    ],
    laterMoment: { instant: '2027-01-01T00:30:00-05:00', answer: 'open' },
  },
  {
    title: 'in the night in which the clocks go forward',
    hours: 'Friday – Saturday: 5 pm – 3 am',
    moments: [
      { instant: '2026-03-08T01:20:00-05:00', answer: 'open' },
      { instant: '2026-03-08T01:59:00-05:00', answer: 'open' },
      { instant: '2026-03-08T03:00:00-04:00', answer: 'closed' },
    ],
    laterMoment: { instant: '2026-03-08T03:30:00-04:00', answer: 'closed' },
  },
  {
    title: 'in the night in which the clocks go back',
    hours: 'Friday – Saturday: 5 pm – 2 am',
    moments: [
      { instant: '2026-11-01T01:40:00-04:00', answer: 'open' },
      { instant: '2026-11-01T01:10:00-05:00', answer: 'open' },
      { instant: '2026-11-01T01:30:00-05:00', answer: 'open' },
    ],
    laterMoment: { instant: '2026-11-01T02:00:00-05:00', answer: 'closed' },
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
      { instant: '2026-11-24T17:59:00-05:00', answer: 'open' },
      { instant: '2026-11-24T18:00:00-05:00', answer: PARTY },
      { instant: '2026-11-24T18:50:00-05:00', answer: PARTY },
    ],
    laterMoment: { instant: '2026-11-24T23:00:00-05:00', answer: 'closed' },
  },
  {
    title: 'around the clock',
    hours: '24/7',
    moments: [
      { instant: '2026-11-24T23:50:00-05:00', answer: 'open' },
      { instant: '2026-11-25T00:00:00-05:00', answer: 'open' },
      { instant: '2026-11-25T00:30:00-05:00', answer: 'open' },
    ],
    laterMoment: { instant: '2026-11-25T12:00:00-05:00', answer: 'open' },
  },
  {
    title: 'with hours that can be meant in two ways',
    hours: 'Tuesday – Sunday: 5 – 9',
    specialDays: [{ from: '2026-11-25', closed: true }],
    moments: [
      { instant: '2026-11-24T18:00:00-05:00', answer: 'ask' },
      { instant: '2026-11-24T18:20:00-05:00', answer: 'ask' },
      { instant: '2026-11-24T18:40:00-05:00', answer: 'ask' },
    ],
    laterMoment: { instant: '2026-11-25T18:00:00-05:00', answer: 'closed' },
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

/** Copies the content that a site has saved, with the time at which the CMS confirmed it. */
function copySavedContent(dataDir: string, copy: string): void {
  for (const file of Object.keys(queries).map((name) => join('web', `${name}.json`)))
    cpSync(join(dataDir, file), join(copy, file), { preserveTimestamps: true });
}

for (const [index, situation] of situations.entries())
  test(`a machine that reads one response answers ${QUESTIONS_EACH} questions right ${situation.title}`, async ({
    cms,
    dataDir,
    startSite,
  }) => {
    const { hours, specialDays = [], notice = null, moments, laterMoment } = situation;
    const restaurant = createRandomRestaurant(index);
    const contactQuestions = listContactQuestions(restaurant);
    const menuCount = QUESTIONS_EACH - moments.length - contactQuestions.length;
    const menuQuestions = listMenuQuestions(restaurant, menuCount, index);
    expect(menuQuestions).toHaveLength(menuCount);
    cms.editResponse = enterRestaurant(restaurant, {
      'website-name': { notice },
      'contact-hours': { description: hours, specialDays: specialDays.map((day, id) => ({ id, ...day })) },
    });
    const clock = new TestClock(dataDir, moments[0].instant);
    const startAtFirst = (options?: { dataDir: string }) => {
      clock.set(moments[0].instant);
      return startSite({ env: { ...clock.env, TZ: 'Asia/Tokyo', TIME_ZONE }, ...options });
    };

    /** Asks every page about the restaurant, and the menu about the dishes. */
    const expectAnswers = async (site: Site, { instant, answer }: Moment, isLater = false) => {
      clock.set(instant);
      const isOpen: Question = {
        text: `Are you open at ${instant}?`,
        ask: (reader) => reader.isOpen(...toLocalTime(instant)),
        answer,
        laterAnswer: answer,
      };
      for (const path of canonicalPaths) {
        const reader = new MachineReader(new JSDOM(await site.fetchText(path)).window.document);
        const questions = [isOpen, ...contactQuestions, ...(path === menuPage.path ? menuQuestions : [])];
        expect(questions.map(({ text, ask }) => `${path} ${text} ${ask(reader)}`)).toEqual(
          questions.map(
            ({ text, answer, laterAnswer }) => `${path} ${text} ${isLater ? laterAnswer : answer}`,
          ),
        );
      }
    };

    const copy = join(dataDir, 'copy');
    await test.step('while the CMS responds', async () => {
      const site = await (await startAtFirst()).waitUntilCached();
      await expect.poll(() => listUnsavedQueries(dataDir)).toEqual([]);
      copySavedContent(dataDir, copy);
      for (const moment of moments) await expectAnswers(site, moment);
      await site.stop();
    });
    cms.fault = 'closes every connection';
    const restarted = await startAtFirst({ dataDir: copy });
    await test.step('within an hour after the CMS stopped', async () => {
      for (const moment of moments) await expectAnswers(restarted, moment);
    });
    await test.step('later, when nothing about the dishes is confirmed', async () => {
      await expectAnswers(restarted, laterMoment, true);
    });
  });

test('the reader has at most 100 lines and knows nothing of this project', () => {
  const source = readFileSync(join(import.meta.dirname, '../support/machineReader.ts'), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  expect(source).not.toMatch(/\bimport\b|\brequire\b|ById|[cC]lass(?:Name|List)/);
  for (const [, selector] of source.matchAll(/(?:querySelector(?:All)?|closest)\('([^']+)'/g))
    expect(selector).not.toMatch(/[.#]|\[(?:class|data|id)\b/);
  expect(situations.length * QUESTIONS_EACH).toBe(300);
});
