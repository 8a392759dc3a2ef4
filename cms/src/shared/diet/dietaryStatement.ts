import { type ItemText, isSameItemText } from '../content/itemText';
import { isRecord } from '../isRecord';
import { DIETS, type Diet } from './allergens';

/** What a dish has of an allergen, from the most to the least. */
export const ANSWERS = ['contains', 'onRequest', 'free'] as const;
/** `onRequest`: the kitchen leaves it out for a guest who asks. */
export type Answer = (typeof ANSWERS)[number];

/** What the owner states about a dish. An allergen without an answer may be in it. */
export interface DietaryStatement {
  diet: Diet | null;
  /** By the id of the allergen, also of those that the table of allergens no longer has. */
  answers: Record<string, Answer>;
}

/** What the owner had before her when she made or confirmed a statement. */
export interface ConfirmedText {
  /** The text of the dish. */
  name: string;
  description: string;
  /** The id of the last restore of the site; `null` if it was never restored. */
  restoreId: string | null;
}

/** A statement as the CMS stores it with a dish. */
export interface StoredStatement extends DietaryStatement {
  confirmedFor: ConfirmedText;
}

const includes = <Item>(items: readonly Item[], value: unknown): value is Item =>
  items.some((item) => item === value);

/**
 * Reads a statement from a value of any origin, without the answers that this version does not know.
 * @returns `undefined` when it states nothing
 */
export function parseStatement(value: unknown): DietaryStatement | undefined {
  if (!isRecord(value)) return undefined;
  const diet = includes(DIETS, value.diet) ? value.diet : null;
  const entries = Object.entries(isRecord(value.answers) ? value.answers : {});
  const known = entries.flatMap(([id, answer]): [string, Answer][] =>
    includes(ANSWERS, answer) ? [[id, answer]] : [],
  );
  return diet !== null || known.length > 0 ? { diet, answers: Object.fromEntries(known) } : undefined;
}

/** Reads a statement as the CMS stores it; `undefined` when it states nothing, or not for which text. */
export function parseStoredStatement(value: unknown): StoredStatement | undefined {
  const statement = parseStatement(value);
  const confirmedFor = isRecord(value) && isRecord(value.confirmedFor) ? value.confirmedFor : {};
  const { name, description, restoreId } = confirmedFor;
  if (!statement || typeof name !== 'string' || typeof description !== 'string') return undefined;
  if (restoreId !== null && typeof restoreId !== 'string') return undefined;
  return { ...statement, confirmedFor: { name, description, restoreId } };
}

const trim = ({ name, description = '' }: ItemText): ItemText => ({
  name: name.trim(),
  description: description.trim(),
});

/** Whether the owner has confirmed a statement for this text of its dish, and since the last restore of the site. */
export const isConfirmed = (
  { confirmedFor }: StoredStatement,
  { name, description = '' }: ItemText,
  restoreId: string | null,
): boolean =>
  isSameItemText(trim(confirmedFor), trim({ name, description })) && confirmedFor.restoreId === restoreId;
