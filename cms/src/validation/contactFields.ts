import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { explainMapPlace } from '../shared/contact/mapPlace';
import { explainNoticeLink } from '../shared/contact/noticeLink';
import { explainWebAddress } from '../shared/contact/webAddress';
import { componentFields, uidOf } from '../shared/content/contentTypes';
import { describeDates } from '../shared/hours/describeHours';
import {
  findOverlap,
  hasTwoMeanings,
  parseSpecialDay,
  type SpecialDay,
  type SpecialDayEntry,
} from '../shared/hours/specialDays';
import { isDate, toLocalTime } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { createFieldError, type FieldError, throwFieldErrors, type WrittenValues } from './fieldLimits';

const MAX_SPECIAL_DAYS = 100;
const MAX_LINKS = 20;

interface Check {
  /** The restaurant's date, 'YYYY-MM-DD'. */
  today: string;
  /** Whether the entry goes to the site; a draft may lack what the owner has not filled in yet. */
  isPublished: boolean;
  /** The stored hours of special days with two meanings, which an earlier version has accepted. */
  acceptedHours?: ReadonlySet<SpecialDayEntry['hours']>;
}

/** A value as text; a value of a wrong type is a text that no parser accepts. */
const readText = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value);

const readRows = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Creates an error at a field of a component, which its sentence names by the field's label. */
const createComponentError = (
  component: string,
  path: FieldError['path'],
  field: string,
  sentence: string,
): FieldError =>
  createFieldError([...path, field], componentFields[component]?.[field]?.label ?? field, sentence);

function readSpecialDay(row: unknown): SpecialDayEntry {
  if (!isRecord(row)) return {};
  const { from, until, closed, hours, reason } = row;
  return {
    from: readText(from),
    until: readText(until),
    closed: closed === true,
    hours: readText(hours),
    reason: readText(reason),
  };
}

/** Whether a day is over: the owner need not remove or correct it. */
const isPast = ({ from = '', until }: SpecialDayEntry, today: string) =>
  [from, until || from].every((date) => isDate(date ?? '') && (date ?? '') < today);

/** Whether the owner has not yet filled in when the day is, or whether the restaurant is open. */
const isUnfinished = ({ from, closed, hours }: SpecialDayEntry) =>
  !from?.trim() || (!closed && !hours?.trim());

function listSpecialDayErrors(value: unknown, { today, isPublished, acceptedHours }: Check): FieldError[] {
  const entries = readRows(value).map(readSpecialDay);
  const indexes = new Map<SpecialDay, number>();
  const addError = (index: number, field: string, sentence: string) =>
    createComponentError('contact.special-day', ['specialDays', index], field, sentence);
  const fieldErrors = entries.flatMap((entry, index) => {
    // Otherwise "Closed today" would fail because of a day next month.
    const isAccepted = hasTwoMeanings(entry) && acceptedHours?.has(entry.hours);
    if (isPast(entry, today) || isAccepted) return [];
    const { day, problem } = parseSpecialDay(entry);
    if (day) indexes.set(day, index);
    return problem && (isPublished || !isUnfinished(entry))
      ? [addError(index, problem.field, problem.message)]
      : [];
  });
  const count = entries.filter((entry) => !isPast(entry, today)).length;
  if (count > MAX_SPECIAL_DAYS)
    return [
      createFieldError(
        ['specialDays'],
        'Special days',
        `${MAX_SPECIAL_DAYS} days fit that are not over, and these are ${count}. Remove some.`,
      ),
    ];
  const overlap = findOverlap([...indexes.keys()]);
  if (!overlap) return fieldErrors;
  const [first, second] = overlap.map((day) => describeDates(day, today));
  return [
    ...fieldErrors,
    addError(
      indexes.get(overlap[1]) ?? 0,
      'from',
      `${first} and ${second} have a day in common. Each day can be in the list once.`,
    ),
  ];
}

/** Parses the date and time of a field, in milliseconds since 1970; NaN when it is none. */
function parseInstant(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  const text = readText(value) ?? '';
  return isDate(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
}

function listNoticeErrors(notice: unknown): FieldError[] {
  if (!isRecord(notice)) return [];
  const addError = (field: string, sentence: string) =>
    createComponentError('site.notice', ['notice'], field, sentence);
  const invalid = ['from', 'until'].filter(
    (name) => notice[name] && Number.isNaN(parseInstant(notice[name])),
  );
  const fieldErrors = invalid.map((name) => addError(name, 'This is not a date and a time.'));
  if (parseInstant(notice.until) <= parseInstant(notice.from))
    fieldErrors.push(addError('until', 'This must be later than From.'));
  const address = readText(notice.address) || undefined;
  const sentence = address && explainNoticeLink(address);
  return sentence ? [...fieldErrors, addError('address', sentence)] : fieldErrors;
}

function listLinkErrors(value: unknown): FieldError[] {
  const links = readRows(value);
  if (links.length > MAX_LINKS)
    return [
      createFieldError(
        ['links'],
        'Links',
        `${MAX_LINKS} links fit, and these are ${links.length}. Remove some.`,
      ),
    ];
  return links.flatMap((link, index) => {
    const address = isRecord(link) ? readText(link.address) : undefined;
    const sentence = address && explainWebAddress(address);
    return sentence ? [createComponentError('site.link', ['links', index], 'address', sentence)] : [];
  });
}

function listMapPlaceErrors(value: unknown): FieldError[] {
  const text = readText(value)?.trim();
  const sentence = text && explainMapPlace(text);
  return sentence ? [createFieldError(['mapPlace'], 'Place on the map', sentence)] : [];
}

/** Lists what the site could not show of the special days, the place on the map, the notice and the links of an entry. */
export function listContactErrors(data: unknown, check: Check): FieldError[] {
  if (!isRecord(data)) return [];
  return [
    ...listSpecialDayErrors(data.specialDays, check),
    ...listMapPlaceErrors(data.mapPlace),
    ...listNoticeErrors(data.notice),
    ...listLinkErrors(data.links),
  ];
}

/** Returns the hours with two meanings of the special days in some versions of an entry. */
const listDoubtfulHours = (...versions: unknown[]): Set<SpecialDayEntry['hours']> =>
  new Set(
    versions
      .flatMap((version) => (isRecord(version) ? readRows(version.specialDays) : []))
      .map(readSpecialDay)
      .filter(hasTwoMeanings)
      .map(({ hours }) => hours),
  );

const CHECKED_TYPES = [uidOf('contactpage'), uidOf('website-name')];

/**
 * Rejects special days, places, notices and links that the site could not show: what can never be right when it is saved, what
 * is unfinished only when it is published.
 */
export async function rejectUnshowableContact(
  strapi: Core.Strapi,
  { uid, documentId, values, isPublished }: WrittenValues,
): Promise<void> {
  if (!CHECKED_TYPES.some((checked) => checked === uid)) return;
  const read = (status: 'draft' | 'published') =>
    strapi.documents(uid).findOne({ documentId: documentId ?? '', status, populate: '*' });
  const acceptedHours = listDoubtfulHours(
    ...(listDoubtfulHours(values).size > 0 ? [await read('draft'), await read('published')] : []),
  );
  const { date: today } = toLocalTime(Date.now(), readTimeZone());
  throwFieldErrors(listContactErrors(values, { today, isPublished, acceptedHours }));
}
