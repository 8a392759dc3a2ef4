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

const HOURS = { uid: uidOf('contactpage'), documentId: 'contact-hours' } as const;
const SITE_NAME = uidOf('website-name');

const INFO = { type: 'admin' } as const;

/** What the admin's first screen shows about today. */
export interface TodayAnswer extends Today {
  canChangeHours: boolean;
  canChangeNotice: boolean;
}

type Context = Parameters<Core.MiddlewareHandler>[0];

/** The permissions that changing and publishing an entry of a type require. */
const listPermissions = (subject: string) =>
  ['update', 'publish'].map((name) => ({ action: `plugin::content-manager.explorer.${name}`, subject }));

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
 * Adds the routes with which the admin's first screen shows what the site says today, and changes it: `/today/hours` makes
 * today a special day or undoes that, `/today/notice` puts up a notice or takes it down. Each answers with what the site says
 * then. The permissions are those of the entries that change.
 */
export function addTodayRoutes(strapi: Core.Strapi): void {
  const timeZone = readTimeZone();

  const sendToday = async (context: Context) => {
    const [canChangeHours = false, canChangeNotice = false] = [HOURS.uid, SITE_NAME].map((uid) =>
      listPermissions(uid).every(({ action, subject }) => context.state.userAbility.can(action, subject)),
    );
    if (!canChangeHours && !canChangeNotice) return context.forbidden();
    const entry = await strapi
      .documents(HOURS.uid)
      .findOne({ documentId: HOURS.documentId, status: 'published', populate: '*' });
    const site = await strapi.documents(SITE_NAME).findFirst({ status: 'published', populate: '*' });
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
      ...HOURS,
      change: ({ specialDays }) => ({ specialDays: change(specialDays) }),
      userId: context.state.user.id,
    });

  const changeNotice = async (context: Context, notice: object | null): Promise<void> => {
    const site = await strapi.documents(SITE_NAME).findFirst({ fields: ['documentId'] });
    await publishChange(strapi, {
      uid: SITE_NAME,
      documentId: site?.documentId ?? '',
      change: () => ({ notice }),
      userId: context.state.user.id,
    });
  };

  const readDate = () => toLocalTime(Date.now(), timeZone).date;
  const createRoute = (
    method: 'PUT' | 'DELETE',
    path: string,
    uid: string,
    act: (context: Context) => Promise<void>,
  ) => ({
    method,
    path,
    info: INFO,
    handler: async (context: Context) => {
      await act(context);
      await sendToday(context);
    },
    config: {
      policies: [{ name: 'admin::hasPermissions', config: { actions: listPermissions(uid) } }],
    },
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
      createRoute('PUT', '/today/hours', HOURS.uid, async (context) => {
        const day = readSpecialDay(context, readDate());
        await changeSpecialDays(context, (days) => replaceDate(days, day));
      }),
      createRoute('DELETE', '/today/hours', HOURS.uid, (context) =>
        changeSpecialDays(context, (days) => removeDate(days, readDate())),
      ),
      createRoute('PUT', '/today/notice', SITE_NAME, (context) =>
        changeNotice(context, readNotice(context, Date.now(), timeZone)),
      ),
      createRoute('DELETE', '/today/notice', SITE_NAME, (context) => changeNotice(context, null)),
    ],
  });
}
