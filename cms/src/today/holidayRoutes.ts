import type { Core } from '@strapi/strapi';
import { requireAllowed } from '../permissions/entryPermissions';
import { lockExisting } from '../site/lockEntries';
import { HOURS } from '../site/openingHours';
import { addAdminRoute, type Context } from '../strapi/routes';
import { answerQuestion, type HolidayQuestion, listUnanswered, readHolidays } from './holidayQuestions';
import { useOf } from './todayRoutes';

/**
 * The response to the requests about holidays: `GET /today/holidays` asks about the next ones, and `PUT /today/holidays/:date` answers
 * with `{ usual: true }` or with the `closed`, `hours` and `reason` of a special day; with `undo: true` it takes this answer back.
 */
export interface HolidaysAnswer {
  questions: HolidayQuestion[];
  /** What is decided after an answer, such as 'Closed Thursday, November 26: Thanksgiving'; `undefined` when it is asked again. */
  decision?: string | undefined;
}

/** More would push the first screen away: Christmas and New Year are four holidays within nine days. */
const MAX_QUESTIONS = 2;

/** @param answered the date of the question that was answered */
async function listQuestions(strapi: Core.Strapi, answered = ''): Promise<HolidaysAnswer> {
  const questions = (await listUnanswered(strapi)).slice(0, MAX_QUESTIONS);
  return { questions, decision: (await readHolidays(strapi)).findDecision(answered) };
}

/** Adds the routes with which the admin's first screen asks about the next holidays; the permissions are those of *Closed today*. */
export function addHolidayRoutes(strapi: Core.Strapi): void {
  const requirePermission = ({ state }: Context) =>
    requireAllowed(strapi, state, useOf(strapi, HOURS, 'specialDays'), HOURS);
  addAdminRoute(strapi, 'GET', '/today/holidays', async (context) => {
    await requirePermission(context);
    return listQuestions(strapi);
  });
  addAdminRoute(strapi, 'PUT', '/today/holidays/:date', async (context, values) => {
    await requirePermission(context);
    const { date = '' } = context.params;
    await strapi.db.transaction(async () => {
      await lockExisting(strapi, HOURS);
      await answerQuestion(strapi, context.state, date, values);
    });
    return listQuestions(strapi, date);
  });
}
