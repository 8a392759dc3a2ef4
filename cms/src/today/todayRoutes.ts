import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { parseSpecialDay } from '../contact/specialDays';
import { isDate, toInstant, toLocalTime } from '../contact/zonedTime';
import { uidOf } from '../content/contentTypes';
import { publishChange } from '../content/publishChange';
import { readTimeZone } from '../environment/settings';
import { isRecord } from '../shared/isRecord';
import { describeToday, type Today } from './describeToday';
import { type DatedSpecialDay, removeDate, replaceDate, type StoredSpecialDay } from './replaceDay';

/** The entries that change; Strapi's permissions name the fields of their components one by one. */
const HOURS = {
  uid: uidOf('contactpage'),
  documentId: 'contact-hours',
  fields: ['from', 'until', 'closed', 'hours', 'reason'].map((name) => `specialDays.${name}`),
} as const;
const SITE = {
  uid: uidOf('website-name'),
  fields: ['text', 'address', 'from', 'until'].map((name) => `notice.${name}`),
} as const;

const INFO = { type: 'admin' } as const;

/** What the admin's first screen shows about today. */
export interface TodayAnswer extends Today {
  canChangeHours: boolean;
  canChangeNotice: boolean;
}

type Context = Parameters<Core.MiddlewareHandler>[0];

/** Whether the account may change these fields of the type and publish its entries. */
function canChange(
  { state: { userAbility } }: Context,
  { uid, fields }: typeof HOURS | typeof SITE,
): boolean {
  const can = (action: string, ...target: string[]): boolean =>
    userAbility.can(`plugin::content-manager.explorer.${action}`, ...target);
  return fields.every((field) => can('update', uid, field)) && can('publish', uid);
}

/**
 * Returns the date for which the owner confirmed a change.
 * @throws ValidationError with a sentence for the owner when it is not today
 */
function requireToday(date: unknown, timeZone: string): string {
  const today = toLocalTime(Date.now(), timeZone).date;
  if (date !== today)
    throw new errors.ValidationError('It is past midnight: today is a new day. Close this and look again.');
  return today;
}

/** Reads a text of the request's body; `''` when there is none. */
function readText({ request: { body } }: Context, name: string): string {
  const value: unknown = isRecord(body) ? body[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Reads the special day that the request describes.
 * @throws ValidationError with a sentence for the owner
 */
function readSpecialDay(context: Context, date: string): DatedSpecialDay {
  const hours = readText(context, 'hours');
  const closed = isRecord(context.request.body) && context.request.body.closed === true;
  const day = { from: date, until: null, closed, hours: hours || null, reason: readText(context, 'reason') };
  const { problem } = parseSpecialDay(day);
  if (problem) throw new errors.ValidationError(problem.message);
  return day;
}

/**
 * Reads the notice that the request describes; its end is a time in the restaurant's time zone.
 * @throws ValidationError with a sentence for the owner
 */
function readNotice(context: Context, now: number, timeZone: string) {
  const text = readText(context, 'text');
  if (!text) throw new errors.ValidationError('Write the words of the notice.');
  const [date = '', time = ''] = readText(context, 'until').split('T');
  if (!isDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new errors.ValidationError('Choose the day and the time until which the notice is shown.');
  const until = toInstant(date, time, timeZone);
  if (until <= now) throw new errors.ValidationError('The end of the notice has passed. Choose a later one.');
  return {
    text,
    address: readText(context, 'address') || null,
    from: null,
    until: new Date(until).toISOString(),
  };
}

/**
 * Adds the routes with which the admin's first screen shows the site's line about today, and changes it: `/today/hours` makes
 * today a special day or undoes that, `/today/notice` puts up a notice or takes it down. Each responds with the description of
 * today after the change. The permissions are those of the fields that change.
 */
export function addTodayRoutes(strapi: Core.Strapi): void {
  const timeZone = readTimeZone();

  const sendToday = async (context: Context) => {
    const [canChangeHours, canChangeNotice] = [canChange(context, HOURS), canChange(context, SITE)];
    if (!canChangeHours && !canChangeNotice) return context.forbidden();
    const entry = await strapi
      .documents(HOURS.uid)
      .findOne({ documentId: HOURS.documentId, status: 'published', populate: '*' });
    const site = await strapi.documents(SITE.uid).findFirst({ status: 'published', populate: '*' });
    const published: Parameters<typeof describeToday>[0] = {
      hours: entry?.description ?? '',
      specialDays: entry?.specialDays ?? [],
      notice: site?.notice ?? null,
    };
    const body: TodayAnswer = {
      ...describeToday(published, Date.now(), timeZone),
      canChangeHours,
      canChangeNotice,
    };
    context.set('cache-control', 'no-store');
    context.body = body;
  };

  const changeSpecialDays = (
    context: Context,
    change: (days: StoredSpecialDay[]) => StoredSpecialDay[],
  ): Promise<void> =>
    publishChange<{ specialDays: StoredSpecialDay[] }>(strapi, {
      uid: HOURS.uid,
      documentId: HOURS.documentId,
      change: ({ specialDays }) => ({ specialDays: change(specialDays) }),
      userId: context.state.user.id,
    });

  const changeNotice = async (context: Context, notice: object | null): Promise<void> => {
    const site = await strapi.documents(SITE.uid).findFirst({ fields: ['documentId'] });
    await publishChange<{ notice: object | null }>(strapi, {
      uid: SITE.uid,
      documentId: site?.documentId ?? '',
      // With the id of the notice that it replaces, a form that is open in the admin can still be saved.
      change: ({ notice: old }) => ({
        notice: notice && old && 'id' in old ? { ...notice, id: old.id } : notice,
      }),
      userId: context.state.user.id,
    });
  };

  const createRoute = (
    method: 'PUT' | 'DELETE',
    path: string,
    target: typeof HOURS | typeof SITE,
    act: (context: Context) => Promise<void>,
  ) => ({
    method,
    path,
    info: INFO,
    handler: async (context: Context) => {
      if (!canChange(context, target)) return context.forbidden();
      await act(context);
      await sendToday(context);
    },
    config: { policies: ['admin::isAuthenticatedAdmin'] },
  });

  strapi.server.routes({
    type: 'admin',
    routes: [
      {
        method: 'GET',
        path: '/today',
        info: INFO,
        handler: sendToday,
        config: { policies: ['admin::isAuthenticatedAdmin'] },
      },
      createRoute('PUT', '/today/hours', HOURS, async (context) => {
        const day = readSpecialDay(context, requireToday(readText(context, 'date'), timeZone));
        await changeSpecialDays(context, (days) => replaceDate(days, day));
      }),
      createRoute('DELETE', '/today/hours', HOURS, async (context) => {
        const date = requireToday(context.query.date, timeZone);
        await changeSpecialDays(context, (days) => removeDate(days, date));
      }),
      createRoute('PUT', '/today/notice', SITE, (context) =>
        changeNotice(context, readNotice(context, Date.now(), timeZone)),
      ),
      createRoute('DELETE', '/today/notice', SITE, (context) => changeNotice(context, null)),
    ],
  });
}
