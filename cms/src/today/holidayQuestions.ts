import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { findBusinessDay } from '../shared/hours/businessDay';
import { describeDate } from '../shared/hours/describeHours';
import { writeService } from '../shared/hours/openingHours';
import { describeSpecialDay } from '../shared/hours/openingStatus';
import { findSpecialDay, findWeeklyHours } from '../shared/hours/serviceDays';
import type { SpecialDayEntry } from '../shared/hours/specialDays';
import { addDays } from '../shared/hours/zonedTime';
import { applyChange } from '../site/applyChange';
import { readEntry } from '../site/entry';
import { isSame, listItems } from '../site/entryContent';
import { HOURS, parseHours } from '../site/openingHours';
import { authorOf } from '../site/recordVersions';
import { findPlans, OPEN } from '../site/storedPlans';
import type { Account } from '../strapi/permissions';
import { type Holiday, listHolidays } from './holidays';
import { parseDay } from './todayRoutes';

/** A holiday about which nobody has decided yet. */
export interface HolidayQuestion extends Holiday {
  /** Such as 'Thanksgiving is Thursday, November 26'. */
  sentence: string;
  /** The usual hours of the day; `''` when they are not understood. */
  hours: string;
}

/** An owner who signs in twice a month sees each holiday once before it. */
const DAYS_ASKED_BEFORE = 14;

/** The dates that stay as usual: no content, because the site shows nothing of them. */
const openStore = (strapi: Core.Strapi) =>
  strapi.store({ type: 'app', name: 'holidays', key: 'usual_dates' });

/** Reads which day is today for the restaurant, the holidays from then on, and what is decided about a date. */
export async function readHolidays(strapi: Core.Strapi) {
  const { published, draft } = await readEntry(strapi, HOURS);
  const plans = await findPlans(strapi, OPEN);
  const planned = plans
    .flatMap(({ entries }) => entries)
    .filter(({ documentId }) => documentId === HOURS.documentId);
  const contents = [published, draft, ...planned.map(({ content }) => content)];
  // Cast: a content has the fields of its type. Also a row that is not finished.
  const rows = contents.flatMap((content) => listItems(content?.specialDays) as SpecialDayEntry[]);
  const schedule = parseHours(published);
  const usualDates = listItems(await openStore(strapi).get());
  const { date: today } = findBusinessDay(schedule, Date.now(), readTimeZone());
  const holidays = published ? listHolidays(today, addDays(today, DAYS_ASKED_BEFORE)) : [];
  const findDecision = (date: string): string | undefined => {
    const special = findSpecialDay(schedule, date);
    if (special) return describeSpecialDay(special, today);
    const day = describeDate(date, today);
    if (usualDates.includes(date)) return `As usual on ${day}`;
    const isWaiting = rows.some(({ from, until }) => from && from <= date && date <= (until || from));
    return isWaiting ? `Other hours on ${day} are saved or planned already` : undefined;
  };
  return { schedule, usualDates, today, holidays, findDecision };
}

/** Lists the holidays about which nobody has decided yet, until some days after today. */
export async function listUnanswered(
  strapi: Core.Strapi,
  days = DAYS_ASKED_BEFORE,
): Promise<HolidayQuestion[]> {
  const { schedule, today, holidays, findDecision } = await readHolidays(strapi);
  const limit = addDays(today, days);
  return holidays.flatMap(({ name, date }) => {
    const usual = schedule.weekly && findWeeklyHours(schedule.weekly, date);
    // For today, the first screen has buttons already.
    if (date === today || date > limit || usual?.length === 0 || findDecision(date) !== undefined) return [];
    const hours = (usual ?? []).map(writeService).join(', ');
    return [{ name, date, hours, sentence: `${name} is ${describeDate(date, today)}` }];
  });
}

/** Carries out an answer, or takes it back, unless somebody has decided something else about the day. */
export async function answerQuestion(
  strapi: Core.Strapi,
  account: Account,
  date: string,
  { usual, undo, ...values }: Record<string, unknown>,
): Promise<void> {
  const { schedule, usualDates, today, holidays, findDecision } = await readHolidays(strapi);
  // Also about today: midnight may have passed since the question.
  if (!holidays.some((holiday) => holiday.date === date))
    throw new errors.ValidationError('Nothing is asked about this day any more. Load the page again.');
  const day = usual === true ? undefined : parseDay(values, date);
  const wanted = findSpecialDay(parseHours({ specialDays: day ? [day] : [] }), date);
  const present = findSpecialDay(schedule, date);
  // It may be there already: the response to the first request may have been lost.
  const isDone = present
    ? isSame({ ...present, from: date, until: date }, wanted)
    : !wanted && usualDates.includes(date);
  const decision = findDecision(date);
  if (decision && !isDone)
    throw new errors.ValidationError(
      `This day was decided in the meantime, so nothing has changed. ${decision}.`,
    );
  const [base, value] = undo ? [[day], []] : [[], [day]];
  const change = { ...HOURS, fields: { specialDays: value }, base: { specialDays: base }, wasShown: true };
  if (day) return void (await applyChange(strapi, change, authorOf(account)));
  const others = usualDates.filter((other) => other !== date && String(other) >= today);
  await openStore(strapi).set({ value: undo ? others : [...others, date] });
}
