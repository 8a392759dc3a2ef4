import { explainEmailAddress } from '../../shared/contact/emailAddress';
import type { Explanation } from '../../shared/contact/explanation';
import { explainMapPlace, parseMapPlace } from '../../shared/contact/mapPlace';
import { explainPostalAddress } from '../../shared/contact/postalAddress';
import { explainTelephone } from '../../shared/contact/telephone';
import { explainWebAddress, parseWebAddress } from '../../shared/contact/webAddress';
import { describeDate, describeDates, describeHours } from '../../shared/hours/describeHours';
import { isAllDay } from '../../shared/hours/hours';
import { explainOpeningHours } from '../../shared/hours/openingHours';
import { parseSpecialDay } from '../../shared/hours/specialDays';
import {
  type HoursSuggestion,
  suggestHoursOfDay,
  suggestOpeningHours,
} from '../../shared/hours/suggestHours';
import { isDate, toLocalTime } from '../../shared/hours/zonedTime';
import { isRecord } from '../../shared/isRecord';

/** The values of the entry, or of the component, that has the field. */
type Row = Record<string, unknown>;

/** Explains a field of a row; `undefined` when there is nothing to say, such as about an empty field. */
type Explain = (row: Row, now: number) => Explanation | undefined;

const understood = (text: string): Explanation => ({ understood: true, text });
const notUnderstood = (text: string): Explanation => ({ understood: false, text });

const readText = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const explainDescription =
  (explain: (text: string) => Explanation): Explain =>
  ({ description }) => {
    const text = readText(description);
    return text === '' ? undefined : explain(text);
  };

const explainLink: Explain = ({ address }) => {
  const text = readText(address);
  if (text === '') return undefined;
  const parsed = parseWebAddress(text);
  return parsed
    ? understood(`A press opens ${new URL(parsed).hostname}.`)
    : notUnderstood(explainWebAddress(text) ?? '');
};

/** In the browser's time zone, which for the owner is the restaurant's. */
const findToday = (now: number) => toLocalTime(now, Intl.DateTimeFormat().resolvedOptions().timeZone).date;

const explainDay: Explain = ({ from }, now) =>
  isDate(readText(from)) ? understood(`${describeDate(readText(from), findToday(now))}.`) : undefined;

const explainSpecialDay: Explain = (row, now) => {
  const { day, problem } = parseSpecialDay(row);
  // The fields are filled in from the top: a missing day is no mistake yet.
  if (!day) return readText(row.from) === '' ? undefined : notUnderstood(problem.message);
  const today = findToday(now);
  const hours = day.hours.some(isAllDay) ? 'around the clock' : describeHours(day.hours);
  const text = `${describeDates(day, today)}: ${day.hours.length ? `open ${hours}` : 'closed'}.`;
  return understood(day.until < today ? `${text} It is over, so the site no longer shows it.` : text);
};

const explainCoordinates: Explain = ({ mapPlace }) => {
  const text = readText(mapPlace);
  if (text === '') return undefined;
  const place = parseMapPlace(text);
  if (!place) return notUnderstood(explainMapPlace(text) ?? '');
  const { latitude, longitude } = place;
  return understood(
    `${Math.abs(latitude)}° ${latitude < 0 ? 'south' : 'north'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'west' : 'east'}. The map has its marker there.`,
  );
};

/** The explained fields, by document id or component uid, and name. */
const explanations: Record<string, Explain> = {
  'contact-phone.description': explainDescription(explainTelephone),
  'contact-email.description': explainDescription(explainEmailAddress),
  'contact-address.description': explainDescription(explainPostalAddress),
  'contact-hours.description': explainDescription(explainOpeningHours),
  'contact-address.mapPlace': explainCoordinates,
  'contact.special-day.from': explainDay,
  'contact.special-day.hours': explainSpecialDay,
  'site.link.address': explainLink,
};

export const explainedFields = Object.keys(explanations);

/** The type of input that shows a field with its explanation; the layout of the edit view sets it. */
export const explainedType = (key: string): string => `explained:${key}`;

/** Explains a field by its key; `undefined` when there is nothing to say. */
export const explainField = (key: string, row: unknown, now: number): Explanation | undefined =>
  isRecord(row) ? explanations[key]?.(row, now) : undefined;

/** The fields for which the admin suggests how to write what is not understood. */
const suggestions: Record<string, (row: Row) => HoursSuggestion[]> = {
  'contact-hours.description': ({ description }) => suggestOpeningHours(readText(description)),
  'contact.special-day.hours': ({ closed, hours }) => (closed ? [] : suggestHoursOfDay(readText(hours))),
};

/** Suggests what the owner may have meant by a field; empty when it is understood, or has no sensible meaning. */
export const suggestForField = (key: string, row: unknown): HoursSuggestion[] =>
  isRecord(row) ? (suggestions[key]?.(row) ?? []) : [];
