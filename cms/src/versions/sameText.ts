import { isSame } from '../content/compareContent';
import { type Content, listItems, omitPosition, omitRowKeys } from '../content/entryContent';
import { isRecord } from '../shared/isRecord';

/** The fields whose values end by themselves, so that what they had earlier is not brought back. */
export const TEMPORARY_FIELDS: readonly string[] = ['specialDays', 'notice'];

/** Returns a content without the values that end by themselves. */
export const omitTemporary = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !TEMPORARY_FIELDS.includes(name)));

/** Returns a content without a notice that has ended. */
export function omitEndedNotice({ notice, ...content }: Content, now: number): Content {
  const hasEnded = isRecord(notice) && Date.parse(String(notice.until)) <= now;
  return hasEnded || notice === undefined ? content : { ...content, notice };
}

/** Returns the drinks in an order that moving them does not change, without whether they are off the menu. */
const sortDrinks = (drinks: unknown): string[] =>
  listItems(drinks)
    .filter(isRecord)
    // Postgres stores the fields of an object in an order of its own.
    .map((drink) => JSON.stringify(Object.entries({ ...omitRowKeys(drink), offMenu: null }).sort()))
    .sort();

/** Whether two contents differ at most in what is switched, moved, or ends by itself. */
export function isSameText(a: Content, b: Content): boolean {
  const [one, other] = [a, b].map((content) => {
    const { drinks, ...text } = omitTemporary(omitPosition(content));
    return { ...text, drinks: sortDrinks(drinks) };
  });
  return isSame(one, other);
}
