import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { isAllowed, listFieldPaths, requireAllowed } from '../permissions/entryPermissions';
import { completeNoticeLink } from '../shared/contact/noticeLink';
import { uidOf } from '../shared/content/contentTypes';
import { parseSpecialDay } from '../shared/hours/specialDays';
import { isLocalTime, parseLocalTime } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { applyChange } from '../site/applyChange';
import { isSame } from '../site/compareContent';
import { HOURS, readHours, type StoredHours } from '../site/openingHours';
import { authorOf } from '../site/recordVersions';
import { addAdminRoute, type Context } from '../strapi/routes';
import { describeToday, type StoredNotice, type Today } from './describeToday';
import { type DatedSpecialDay, removeDate, replaceDate, selectDate } from './replaceDay';

/** The fields that change, each of an entry. */
const SPECIAL_DAYS = { ...HOURS, field: 'specialDays' } as const;
const NOTICE = { uid: uidOf('website-name'), field: 'notice' } as const;

/** What the admin's first screen shows about today. */
export interface TodayAnswer extends Today {
  canChangeHours: boolean;
  canChangeNotice: boolean;
  /** Whether the draft of the hours has another special day for today than the site; its Publish shows that one. */
  hasOtherHoursInDraft: boolean;
  /** Whether the draft has another notice than the site. */
  hasOtherNoticeInDraft: boolean;
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
 * Reads the notice that the request describes, as an `EditedNotice`.
 * @throws ValidationError with a sentence for the owner
 */
function readNotice(context: Context, now: number, timeZone: string) {
  const text = readText(context, 'text');
  if (!text) throw new errors.ValidationError('Write the words of the notice.');
  const [from, until] = [readText(context, 'from'), readText(context, 'until')];
  if (![from || until, until].every(isLocalTime))
    throw new errors.ValidationError('Choose the day and the time until which the notice is shown.');
  const toText = (localTime: string) => new Date(parseLocalTime(localTime, timeZone)).toISOString();
  if (parseLocalTime(until, timeZone) <= now)
    throw new errors.ValidationError('The end of the notice has passed. Choose a later one.');
  return {
    text,
    address: completeNoticeLink(readText(context, 'address')) || null,
    from: from ? toText(from) : null,
    until: toText(until),
  };
}

/** Reads the notice on one side of the entry that has it. */
async function readStoredNotice(
  strapi: Core.Strapi,
  status: 'draft' | 'published',
): Promise<StoredNotice | null> {
  const entry = await strapi.documents(NOTICE.uid).findFirst({ status, populate: '*' });
  // Cast: Strapi has no types for the fields of a content type here.
  return (entry as { notice: StoredNotice | null } | null)?.notice ?? null;
}

const describe = ({ description, specialDays }: StoredHours, notice: StoredNotice | null): Today =>
  describeToday({ hours: description ?? '', specialDays, notice }, Date.now(), readTimeZone());

/**
 * Returns the date for which the owner confirmed a change.
 * @throws ValidationError with a sentence for the owner when it is not today
 */
async function requireToday(strapi: Core.Strapi, confirmedDate: unknown): Promise<string> {
  const { date, daySentence } = describe(await readHours(strapi, 'published'), null);
  if (confirmedDate !== date)
    throw new errors.ValidationError(`The day has changed. ${daySentence} Close this and look again.`);
  return date;
}

/**
 * Adds the routes with which the admin's first screen shows the site's line about today, and changes it: `/today/hours` makes
 * today a special day or undoes that, `/today/notice` puts up a notice or takes it down. Each responds with the description of
 * today after the change. The permissions are those to read and update the fields that change, and to publish their entry.
 */
export function addTodayRoutes(strapi: Core.Strapi): void {
  const findTarget = async (target: typeof SPECIAL_DAYS | typeof NOTICE) => {
    const { uid } = target;
    if ('documentId' in target) return { uid, documentId: target.documentId };
    const entry = await strapi.documents(uid).findFirst({ fields: ['documentId'] });
    return { uid, documentId: entry?.documentId ?? '' };
  };

  /** Returns what a change of a field needs, for the function that decides whether the account may do it. */
  const needsOf = async (context: Context, target: typeof SPECIAL_DAYS | typeof NOTICE) => {
    const { uid, documentId } = await findTarget(target);
    const fields = listFieldPaths(strapi, uid, target.field);
    const use = { uid, actions: ['read', 'update', 'publish'], fields } as const;
    return [strapi, context.state, use, { documentId }] as const;
  };

  const sendToday = async (context: Context) => {
    const canChangeHours = await isAllowed(...(await needsOf(context, SPECIAL_DAYS)));
    const canChangeNotice = await isAllowed(...(await needsOf(context, NOTICE)));
    if (!canChangeHours && !canChangeNotice) return context.forbidden();
    const [hours, hoursDraft] = [await readHours(strapi, 'published'), await readHours(strapi, 'draft')];
    const [notice, noticeDraft] = [
      await readStoredNotice(strapi, 'published'),
      await readStoredNotice(strapi, 'draft'),
    ];
    const today = describe(hours, notice);
    const selectToday = ({ specialDays }: StoredHours) => selectDate(specialDays, today.date);
    const answer: TodayAnswer = {
      ...today,
      canChangeHours,
      canChangeNotice,
      hasOtherHoursInDraft: canChangeHours && !isSame(selectToday(hoursDraft), selectToday(hours)),
      hasOtherNoticeInDraft: canChangeNotice && !isSame(noticeDraft, notice),
    };
    return answer;
  };

  /** Adds a route that changes a field on the site. */
  const addChange = (
    method: 'PUT' | 'DELETE',
    path: string,
    target: typeof SPECIAL_DAYS | typeof NOTICE,
    readChange: (context: Context) => Promise<{ value: unknown; base: unknown }>,
  ) =>
    addAdminRoute(strapi, method, path, async (context) => {
      await requireAllowed(...(await needsOf(context, target)));
      const { value, base } = await readChange(context);
      const [fields, before] = [{ [target.field]: value }, { [target.field]: base }];
      const change = { ...(await findTarget(target)), fields, base: before, wasShown: true };
      await applyChange(strapi, change, authorOf(context.state));
      return sendToday(context);
    });

  addAdminRoute(strapi, 'GET', '/today', sendToday);
  addChange('PUT', '/today/hours', SPECIAL_DAYS, async (context) => {
    const date = await requireToday(strapi, readText(context, 'date'));
    const { specialDays } = await readHours(strapi, 'published');
    return { base: specialDays, value: replaceDate(specialDays, readSpecialDay(context, date)) };
  });
  addChange('DELETE', '/today/hours', SPECIAL_DAYS, async (context) => {
    const date = await requireToday(strapi, context.query.date);
    const { specialDays } = await readHours(strapi, 'published');
    return { base: specialDays, value: removeDate(specialDays, date) };
  });
  addChange('PUT', '/today/notice', NOTICE, async (context) => ({
    base: await readStoredNotice(strapi, 'published'),
    value: readNotice(context, Date.now(), readTimeZone()),
  }));
  addChange('DELETE', '/today/notice', NOTICE, async () => ({
    base: await readStoredNotice(strapi, 'published'),
    value: null,
  }));
}
