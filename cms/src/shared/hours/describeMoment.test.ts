import { expect, test } from 'vitest';
import { chooseMoment, describeMoment } from './describeMoment';

const NEW_YORK = 'America/New_York';
const NOW = Date.parse('2026-11-24T12:00:00-05:00');

test.each([
  ['2026-11-24T12:00:20-05:00', 'Tuesday, November 24 at noon, today, in one minute'],
  ['2026-11-24T17:00:00-05:00', 'Tuesday, November 24 at 5:00 pm, today, in five hours'],
  ['2026-11-25T00:00:00-05:00', 'Wednesday, November 25 at midnight, tomorrow'],
  ['2026-11-26T17:00:00-05:00', 'Thursday, November 26 at 5:00 pm, in two days'],
  ['2027-01-02T17:00:00-05:00', 'Saturday, January 2, 2027 at 5:00 pm, in 39 days'],
  ['2026-11-24T11:59:30-05:00', 'Tuesday, November 24 at 11:59 am, today'],
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
