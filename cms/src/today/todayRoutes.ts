import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isSame } from '../content/compareContent';
import { readTimeZone } from '../environment/settings';
import { isAllowed, listFieldPaths, requireAllowed } from '../permissions/entryPermissions';
import { publishChangeBesideDraft } from '../publishing/publishBesideDraft';
import { uidOf } from '../shared/content/contentTypes';
import { parseSpecialDay } from '../shared/hours/specialDays';
import { isDate, toInstant } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { addAdminRoute, type Context } from '../strapi/routes';
import { describeToday, type StoredNotice, type Today } from './describeToday';
import {
  type DatedSpecialDay,
  removeDate,
  replaceDate,
  type StoredSpecialDay,
  selectDate,
} from './replaceDay';

/** The entries that change, and their field that does. */
const HOURS = { uid: uidOf('contactpage'), documentId: 'contact-hours', field: 'specialDays' } as const;
const SITE = { uid: uidOf('website-name'), field: 'notice' } as const;

/** What the admin's first screen shows about today. */
export interface TodayAnswer extends Today {
  canChangeHours: boolean;
  canChangeNotice: boolean;
  /** Whether the draft of the hours has another special day for today than the site; its Publish shows that one. */
  hasOtherHoursInDraft: boolean;
  /** Whether the draft has another notice than the site. */
  hasOtherNoticeInDraft: boolean;
}

/** The fields of the opening hours that the first screen shows and changes. */
interface HoursValues {
  description: string | null;
  specialDays: StoredSpecialDay[];
}

/** The field of the name and logo that the first screen shows and changes. */
interface SiteValues {
  notice: (StoredNotice & { id?: number }) | null;
}

const NO_HOURS: HoursValues = { description: null, specialDays: [] };
const NO_NOTICE: SiteValues = { notice: null };

const selectNotice = ({ notice }: SiteValues) => notice;

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
 * today after the change. The permissions are those to read and update the fields that change, and to publish their entry.
 */
export function addTodayRoutes(strapi: Core.Strapi): void {
  const timeZone = readTimeZone();

  const readHours = async (status: 'draft' | 'published'): Promise<HoursValues> => {
    const entry = await strapi
      .documents(HOURS.uid)
      .findOne({ documentId: HOURS.documentId, status, populate: '*' });
    // Cast: Strapi has no types for the fields of a content type here.
    return (entry as HoursValues | null) ?? NO_HOURS;
  };
  const readSite = async (status: 'draft' | 'published'): Promise<SiteValues> => {
    const entry = await strapi.documents(SITE.uid).findFirst({ status, populate: '*' });
    // Cast: as above.
    return (entry as SiteValues | null) ?? NO_NOTICE;
  };

  const findSiteId = async (): Promise<string> =>
    (await strapi.documents(SITE.uid).findFirst({ fields: ['documentId'] }))?.documentId ?? '';

  /** Returns what a change of an entry needs, for the function that decides whether the account may do it. */
  const needsOf = async (context: Context, target: typeof HOURS | typeof SITE) => {
    const { uid, field } = target;
    const documentId = 'documentId' in target ? target.documentId : await findSiteId();
    const fields = listFieldPaths(strapi, uid, field);
    const use = { uid, actions: ['read', 'update', 'publish'], fields } as const;
    return [strapi, context.state, use, { documentId }] as const;
  };

  const describe = ({ description, specialDays }: HoursValues, { notice }: SiteValues): Today =>
    describeToday({ hours: description ?? '', specialDays, notice }, Date.now(), timeZone);

  const sendToday = async (context: Context) => {
    const canChangeHours = await isAllowed(...(await needsOf(context, HOURS)));
    const canChangeNotice = await isAllowed(...(await needsOf(context, SITE)));
    if (!canChangeHours && !canChangeNotice) return context.forbidden();
    const [hours, site] = [await readHours('published'), await readSite('published')];
    const [hoursDraft, siteDraft] = [await readHours('draft'), await readSite('draft')];
    const today = describe(hours, site);
    const selectToday = ({ specialDays }: HoursValues) => selectDate(specialDays, today.date);
    const answer: TodayAnswer = {
      ...today,
      canChangeHours,
      canChangeNotice,
      hasOtherHoursInDraft: canChangeHours && !isSame(selectToday(hoursDraft), selectToday(hours)),
      hasOtherNoticeInDraft: canChangeNotice && !isSame(selectNotice(siteDraft), selectNotice(site)),
    };
    return answer;
  };

  /**
   * Returns the date for which the owner confirmed a change.
   * @throws ValidationError with a sentence for the owner when it is not today
   */
  const requireToday = async (confirmedDate: unknown): Promise<string> => {
    const { date, daySentence } = describe(await readHours('published'), NO_NOTICE);
    if (confirmedDate !== date)
      throw new errors.ValidationError(`The day has changed. ${daySentence} Close this and look again.`);
    return date;
  };

  const changeSpecialDays = (
    context: Context,
    date: string,
    change: (days: StoredSpecialDay[]) => StoredSpecialDay[],
  ): Promise<void> =>
    publishChangeBesideDraft<HoursValues>(strapi, {
      uid: HOURS.uid,
      documentId: HOURS.documentId,
      selectPart: ({ specialDays }) => selectDate(specialDays, date),
      change: ({ specialDays }) => ({ specialDays: change(specialDays) }),
      userId: context.state.user.id,
    });

  const changeNotice = async (context: Context, notice: SiteValues['notice']): Promise<void> => {
    await publishChangeBesideDraft<SiteValues>(strapi, {
      uid: SITE.uid,
      documentId: await findSiteId(),
      selectPart: selectNotice,
      // With the id of the notice that it replaces, a form that is open in the admin can still be saved.
      change: ({ notice: old }) => ({
        notice: notice && old?.id !== undefined ? { ...notice, id: old.id } : notice,
      }),
      userId: context.state.user.id,
    });
  };

  const addChange = (
    method: 'PUT' | 'DELETE',
    path: string,
    target: typeof HOURS | typeof SITE,
    act: (context: Context) => Promise<void>,
  ) =>
    addAdminRoute(strapi, method, path, async (context) => {
      await requireAllowed(...(await needsOf(context, target)));
      await act(context);
      return sendToday(context);
    });

  addAdminRoute(strapi, 'GET', '/today', sendToday);
  addChange('PUT', '/today/hours', HOURS, async (context) => {
    const date = await requireToday(readText(context, 'date'));
    const day = readSpecialDay(context, date);
    await changeSpecialDays(context, date, (days) => replaceDate(days, day));
  });
  addChange('DELETE', '/today/hours', HOURS, async (context) => {
    const date = await requireToday(context.query.date);
    await changeSpecialDays(context, date, (days) => removeDate(days, date));
  });
  addChange('PUT', '/today/notice', SITE, (context) =>
    changeNotice(context, readNotice(context, Date.now(), timeZone)),
  );
  addChange('DELETE', '/today/notice', SITE, (context) => changeNotice(context, null));
}
