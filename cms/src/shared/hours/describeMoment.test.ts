import { expect, test } from 'vitest';
import { chooseMoment, describeMoment, suggestMoments } from './describeMoment';

const NEW_YORK = 'America/New_York';
const NOW = Date.parse('2026-11-24T12:00:00-05:00');

test.each([
  ['2026-11-24T12:00:20-05:00', 'today at noon, in one minute'],
  ['2026-11-24T17:00:00-05:00', 'today at 5:00 pm, in five hours'],
  ['2026-11-25T00:00:00-05:00', 'tomorrow, Wednesday, at midnight'],
  ['2026-11-26T17:00:00-05:00', 'Thursday, November 26 at 5:00 pm, in two days'],
  ['2027-01-02T17:00:00-05:00', 'Saturday, January 2, 2027 at 5:00 pm, in 39 days'],
  ['2026-11-24T11:59:30-05:00', 'today at 11:59 am'],
  ['2026-11-23T17:00:00-05:00', 'yesterday, Monday, at 5:00 pm'],
  ['2026-11-20T17:00:00-05:00', 'Friday, November 20 at 5:00 pm, four days ago'],
])('says %s as “%s”', (moment, expected) => {
  expect(describeMoment(Date.parse(moment), NOW, NEW_YORK)).toBe(expected);
});

const at = (moment: string) => ({ moment: Date.parse(moment) });
const problem = (sentence: RegExp) => ({ problem: expect.stringMatching(sentence) });

test.each([
  // Daylight saving time begins: 2:00 to 3:00 is skipped.
  ['2027-03-14T01:59', NEW_YORK, at('2027-03-14T01:59:00-05:00')],
  [
    '2027-03-14T02:00',
    NEW_YORK,
    problem(/^On Sunday, March 14 the clocks go forward, and there is no 2:00 am\./),
  ],
  ['2027-03-14T03:00', NEW_YORK, at('2027-03-14T03:00:00-04:00')],
  // It ends: 1:00 to 2:00 occurs twice.
  ['2027-11-07T01:30', NEW_YORK, at('2027-11-07T01:30:00-04:00')],
  ['2027-11-07T02:00', NEW_YORK, at('2027-11-07T02:00:00-05:00')],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', at('2027-04-04T01:45:00+11:00')],
  ['2026-11-24T12:01', NEW_YORK, at('2026-11-24T12:01:00-05:00')],
  ['2026-11-24T12:00', NEW_YORK, problem(/^This has passed/)],
  ['2027-11-25T12:00', NEW_YORK, at('2027-11-25T12:00:00-05:00')],
  ['2027-11-26T12:00', NEW_YORK, problem(/more than a year away/)],
  ['2026-02-30T12:00', NEW_YORK, problem(/^Choose a day and a time/)],
  ['2026-11-26', NEW_YORK, problem(/^Choose a day and a time/)],
  ['2026-11-26T24:00', NEW_YORK, problem(/^Choose a day and a time/)],
])('reads %s in %s', (text, timeZone, expected) => {
  expect(chooseMoment(text, NOW, timeZone)).toEqual(expected);
});

const TOMORROW = ['Tomorrow at 9:00 am', 'Tomorrow at 5:00 pm'];

test.each([
  ['2026-11-24T12:00:00-05:00', ['Today at 1:00 pm', 'Today at 5:00 pm', ...TOMORROW]],
  ['2026-11-24T16:00:00-05:00', ['Today at 5:00 pm', ...TOMORROW]],
  ['2026-11-24T22:44:00-05:00', ['Today at 11:00 pm', ...TOMORROW]],
  ['2026-11-24T22:46:00-05:00', ['Tomorrow at midnight', ...TOMORROW]],
  // 2:00 to 3:00 is skipped.
  ['2027-03-14T01:20:00-05:00', ['Today at 3:00 am', 'Today at 5:00 pm', ...TOMORROW]],
])('at %s suggests %j, all of which can be chosen', (time, labels) => {
  const now = Date.parse(time);
  const moments = suggestMoments(now, NEW_YORK);
  expect(moments.map(({ label }) => label)).toEqual(labels);
  for (const { localTime } of moments) expect(chooseMoment(localTime, now, NEW_YORK).problem).toBeUndefined();
});
