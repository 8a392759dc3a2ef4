import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { type EntryUse, isAllowed, listFieldPaths, requireAllowed } from '../permissions/entryPermissions';
import { completeNoticeLink } from '../shared/contact/noticeLink';
import { uidOf } from '../shared/content/contentTypes';
import { findSpecialDay } from '../shared/hours/serviceDays';
import { parseSpecialDay, type SpecialDayEntry } from '../shared/hours/specialDays';
import { isLocalTime, parseLocalTime } from '../shared/hours/zonedTime';
import { applyChange } from '../site/applyChange';
import { type EntryId, readEntry } from '../site/entry';
import { type Content, isSame } from '../site/entryContent';
import { HOURS, parseHours } from '../site/openingHours';
import { authorOf } from '../site/recordVersions';
import { addAdminRoute, type Context } from '../strapi/routes';
import { describeToday, type StoredNotice, type Today } from './describeToday';

/** A field that the first screen changes. */
type Field = 'specialDays' | 'notice';

/** What the admin's first screen shows about today. */
export interface TodayAnswer extends Today {
  canChangeHours: boolean;
  canChangeNotice: boolean;
  /** Whether the draft of the hours has another special day for today than the site; its Publish shows that one. */
  hasOtherHoursInDraft: boolean;
  /** Whether the draft has another notice than the site. */
  hasOtherNoticeInDraft: boolean;
}

/** The values in the body of a request. */
type Values = Record<string, unknown>;

/** Reads a text of a request; `''` when there is none. */
const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns what an account needs that changes a field on the site. */
export const useOf = (strapi: Core.Strapi, { uid }: EntryId, field: Field): EntryUse => ({
  uid,
  actions: ['read', 'update', 'publish'],
  fields: listFieldPaths(strapi, uid, field),
});

/** Parses the special day that a request describes. */
export function parseDay({ closed, hours, reason }: Values, date: string): SpecialDayEntry {
  const day = {
    from: date,
    until: null,
    closed: closed === true,
    hours: readText(hours) || null,
    reason: readText(reason),
  };
  const { problem } = parseSpecialDay(day);
  if (problem) throw new errors.ValidationError(problem.message);
  return day;
}

/** Parses the notice that a request describes, as an `EditedNotice`. */
function parseNotice({ address, ...values }: Values) {
  const text = readText(values.text);
  if (!text) throw new errors.ValidationError('Write the words of the notice.');
  const [from, until] = [readText(values.from), readText(values.until)];
  if (![from || until, until].every(isLocalTime))
    throw new errors.ValidationError('Choose the day and the time until which the notice is shown.');
  const toInstant = (localTime: string) => parseLocalTime(localTime, readTimeZone());
  const toText = (localTime: string) => new Date(toInstant(localTime)).toISOString();
  if (toInstant(until) <= Date.now())
    throw new errors.ValidationError('The end of the notice has passed. Choose a later one.');
  return {
    text,
    address: completeNoticeLink(readText(address)) || null,
    from: from ? toText(from) : null,
    until: toText(until),
  };
}

/** Returns the date for which the owner confirmed a change, which must be today by the published hours. */
function requireToday(hours: Content, confirmedDate: unknown): string {
  const { date, daySentence } = describeToday(parseHours(hours), null, Date.now());
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
  /** Finds the entry that has a field. */
  const findEntry = async (field: Field): Promise<EntryId> => {
    if (field === 'specialDays') return HOURS;
    const uid = uidOf('website-name');
    const entry = await strapi.documents(uid).findFirst({ fields: ['documentId'] });
    return { uid, documentId: entry?.documentId ?? '' };
  };

  /** Returns what a change of a field needs, for the function that decides whether the account may do it. */
  const needsOf = ({ state }: Context, entry: EntryId, field: Field) =>
    [strapi, state, useOf(strapi, entry, field), entry] as const;

  const sendToday = async (context: Context) => {
    const [hoursEntry, noticeEntry] = [await findEntry('specialDays'), await findEntry('notice')];
    const canChangeHours = await isAllowed(...needsOf(context, hoursEntry, 'specialDays'));
    const canChangeNotice = await isAllowed(...needsOf(context, noticeEntry, 'notice'));
    if (!canChangeHours && !canChangeNotice) return context.forbidden();
    const [hours, name] = [await readEntry(strapi, hoursEntry), await readEntry(strapi, noticeEntry)];
    const [notice, noticeDraft] = [name.published?.notice ?? null, name.draft?.notice];
    // Cast: a content has the fields of its type.
    const today = describeToday(parseHours(hours.published), notice as StoredNotice | null, Date.now());
    const findToday = (content?: Content) => {
      const { from: _, until: __, ...day } = findSpecialDay(parseHours(content), today.date) ?? {};
      return day;
    };
    const answer: TodayAnswer = {
      ...today,
      canChangeHours,
      canChangeNotice,
      hasOtherHoursInDraft: canChangeHours && !isSame(findToday(hours.draft), findToday(hours.published)),
      hasOtherNoticeInDraft: canChangeNotice && !isSame(noticeDraft, notice),
    };
    return answer;
  };

  /**
   * Adds a route that changes a field on the site.
   * @param change returns what changes in the field by what the site shows of its entry; the rest of the special days stays
   */
  const addChange = (
    method: 'PUT' | 'DELETE',
    path: string,
    field: Field,
    change: (values: Values, published: Content) => { base: unknown; value: unknown },
  ) =>
    addAdminRoute(strapi, method, path, async (context, values) => {
      const entry = await findEntry(field);
      await requireAllowed(...needsOf(context, entry, field));
      const { published = {} } = await readEntry(strapi, entry);
      const { base, value } = change(method === 'DELETE' ? context.query : values, published);
      const siteChange = { ...entry, fields: { [field]: value }, base: { [field]: base }, wasShown: true };
      await applyChange(strapi, siteChange, authorOf(context.state));
      return sendToday(context);
    });

  addAdminRoute(strapi, 'GET', '/today', sendToday);
  addChange('PUT', '/today/hours', 'specialDays', (values, hours) => ({
    base: [],
    value: [parseDay(values, requireToday(hours, values.date))],
  }));
  addChange('DELETE', '/today/hours', 'specialDays', ({ date }, hours) => ({
    base: [{ from: requireToday(hours, date) }],
    value: [],
  }));
  addChange('PUT', '/today/notice', 'notice', (values, { notice }) => ({
    base: notice,
    value: parseNotice(values),
  }));
  addChange('DELETE', '/today/notice', 'notice', (_, { notice }) => ({ base: notice, value: null }));
}
