import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { listFieldPaths, requireAllowed } from '../permissions/entryPermissions';
import { findBusinessDay } from '../shared/hours/businessDay';
import { describeDate } from '../shared/hours/describeHours';
import { writeService } from '../shared/hours/openingHours';
import { describeSpecialDay } from '../shared/hours/openingStatus';
import { findSpecialDay, findWeeklyHours } from '../shared/hours/serviceDays';
import type { SpecialDayEntry } from '../shared/hours/specialDays';
import { addDays } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { applyChange } from '../site/applyChange';
import { readEntry } from '../site/entry';
import { type Content, isSame, listItems } from '../site/entryContent';
import { lockExisting } from '../site/lockEntries';
import { ConflictError } from '../site/merge';
import { HOURS, parseHours } from '../site/openingHours';
import { authorOf } from '../site/recordVersions';
import { findPlans } from '../site/storedPlans';
import { addAdminRoute, type Context } from '../strapi/routes';
import { type Holiday, listHolidays } from './holidays';
import { parseDay } from './todayRoutes';

/** A holiday about which the owner has not decided yet. */
export interface HolidayQuestion extends Holiday {
  /** Such as 'Thanksgiving is Thursday, November 26'. */
  sentence: string;
  /** The usual hours of the day; `''` when they are not understood. */
  hours: string;
}

/**
 * The response to the requests about holidays: `GET /today/holidays` asks about the next ones, and `PUT /today/holidays/:date` answers
 * with `{ usual: true }` or with the `closed`, `hours` and `reason` of a special day; with `undo: true` it takes this answer back.
 */
export interface HolidaysAnswer {
  questions: HolidayQuestion[];
  /** How long this stays right, in milliseconds. */
  validMs: number;
  /** After an answer: what is decided, such as 'Closed Thursday, November 26: Thanksgiving'; `undefined` when it is asked again. */
  decision?: string | undefined;
}

const DAYS_ASKED_BEFORE = 14;
/** More would push the rest of the first screen away: Christmas and New Year are four holidays within nine days. */
const MAX_QUESTIONS = 2;

/** The dates that stay as usual. They are not content: the site shows nothing of them. */
const openUsualDates = (strapi: Core.Strapi) =>
  strapi.store({ type: 'app', name: 'holidays', key: 'usual_dates' });

async function readUsualDates(strapi: Core.Strapi): Promise<unknown[]> {
  const stored: unknown = await openUsualDates(strapi).get();
  return Array.isArray(stored) ? stored : [];
}

const hasSpecialDay = (content: Content | undefined, date: string): boolean =>
  listItems(content?.specialDays).some((row) => {
    // Cast: a content has the fields of its type. An unfinished row counts, too.
    const { from, until } = row as SpecialDayEntry;
    return Boolean(from && from <= date && date <= (until || from));
  });

/** Reads what is decided about days, which day is today for the restaurant, and the holidays that it may be asked about. */
async function readDecisions(strapi: Core.Strapi) {
  const { published, draft } = await readEntry(strapi, HOURS);
  const plans = await findPlans(strapi, { state: { $in: ['waiting', 'asking'] } });
  const planned = plans
    .flatMap(({ entries }) => entries)
    .filter(({ documentId }) => documentId === HOURS.documentId);
  const contents = [published, draft, ...planned.map(({ content }) => content)];
  const schedule = parseHours(published);
  const usualDates = await readUsualDates(strapi);
  const today = findBusinessDay(schedule, Date.now(), readTimeZone());
  const holidays = published ? listHolidays(today.date, addDays(today.date, DAYS_ASKED_BEFORE)) : [];

  /** Says what is decided about a date; `undefined` when nothing is. */
  const describe = (date: string): string | undefined => {
    const special = findSpecialDay(schedule, date);
    if (special) return describeSpecialDay(special, today.date);
    const name = describeDate(date, today.date);
    if (usualDates.includes(date)) return `As usual on ${name}`;
    const isPlanned = contents.some((content) => hasSpecialDay(content, date));
    return isPlanned ? `Other hours on ${name} are saved or planned already` : undefined;
  };
  return { schedule, usualDates, today, holidays, describe };
}

/** @param answered the date of the question that was answered */
async function listQuestions(strapi: Core.Strapi, answered = ''): Promise<HolidaysAnswer> {
  const { schedule, today, holidays, describe } = await readDecisions(strapi);
  const questions = holidays.flatMap(({ name, date }): HolidayQuestion[] => {
    const usual = schedule.weekly && findWeeklyHours(schedule.weekly, date);
    // For today, the first screen has buttons already.
    if (date === today.date || usual?.length === 0 || describe(date) !== undefined) return [];
    const sentence = `${name} is ${describeDate(date, today.date)}`;
    return [{ name, date, sentence, hours: (usual ?? []).map(writeService).join(', ') }];
  });
  const next = questions.slice(0, MAX_QUESTIONS);
  return { questions: next, validMs: today.end - Date.now(), decision: describe(answered) };
}

/**
 * Carries out an answer, or takes it back.
 * @throws ConflictError when somebody has decided something else about the day
 */
async function answerQuestion(strapi: Core.Strapi, context: Context, date: string): Promise<void> {
  const { usual, undo }: Record<string, unknown> = isRecord(context.request.body) ? context.request.body : {};
  const { schedule, usualDates, today, holidays, describe } = await readDecisions(strapi);
  // Also about today: midnight may have passed since the question.
  if (!holidays.some((holiday) => holiday.date === date))
    throw new errors.ValidationError('Nothing is asked about this day any more. Load the page again.');
  const day = usual === true ? undefined : parseDay(context, date);
  const wanted = findSpecialDay(parseHours({ specialDays: day ? [day] : [] }), date);
  const present = findSpecialDay(schedule, date);
  // It may be there already: the response to the first request may have been lost.
  const isDone = present
    ? isSame({ ...present, from: date, until: date }, wanted)
    : !wanted && usualDates.includes(date);
  const decision = describe(date);
  if (decision && !isDone)
    throw new ConflictError(`This day was decided in the meantime, so nothing has changed. ${decision}.`);
  if (day) {
    const [base, value] = undo ? [[day], []] : [[], [day]];
    const change = { ...HOURS, fields: { specialDays: value }, base: { specialDays: base }, wasShown: true };
    return void (await applyChange(strapi, change, authorOf(context.state)));
  }
  const others = usualDates.filter((other) => other !== date && String(other) >= today.date);
  await openUsualDates(strapi).set({ value: undo ? others : [...others, date] });
}

/** Adds the routes with which the admin's first screen asks about the next holidays; the permissions are those of *Closed today*. */
export function addHolidayRoutes(strapi: Core.Strapi): void {
  const requirePermission = ({ state }: Context) => {
    const fields = listFieldPaths(strapi, HOURS.uid, 'specialDays');
    const use = { uid: HOURS.uid, actions: ['read', 'update', 'publish'], fields } as const;
    return requireAllowed(strapi, state, use, HOURS);
  };
  addAdminRoute(strapi, 'GET', '/today/holidays', async (context): Promise<HolidaysAnswer> => {
    await requirePermission(context);
    return listQuestions(strapi);
  });
  addAdminRoute(
    strapi,
    'PUT',
    '/today/holidays/:date',
    async (context): Promise<HolidaysAnswer | undefined> => {
      await requirePermission(context);
      const { date = '' } = context.params;
      try {
        await strapi.db.transaction(async () => {
          await lockExisting(strapi, HOURS);
          await answerQuestion(strapi, context, date);
        });
      } catch (error) {
        if (error instanceof ConflictError) return context.conflict(error.message);
        throw error;
      }
      return listQuestions(strapi, date);
    },
  );
}
