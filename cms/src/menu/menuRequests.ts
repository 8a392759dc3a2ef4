import { errors } from '@strapi/utils';
import { isItemId } from '../shared/content/itemId';
import type { ItemText } from '../shared/content/itemText';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { isRecord } from '../shared/isRecord';
import { requireName } from '../validation/requireName';
import { isStorableStatement } from '../validation/statements';

/** What the owner states about a dish, and what she saw before; `null`: nothing. */
export interface ChangedStatement {
  statement: StoredStatement | null;
  seen: StoredStatement | null;
}

/** Parses the bodies of the menu's requests; each function throws a ValidationError with a sentence for the owner. */

function fail(): never {
  throw new errors.ValidationError(
    'This could not be understood, so nothing has changed. Load the page again.',
  );
}

function parseBody(body: unknown): Record<string, unknown> {
  return isRecord(body) ? body : fail();
}

const parseString = (value: unknown): string => (typeof value === 'string' ? value : fail());

function parseIds(value: unknown): string[] {
  return Array.isArray(value) ? value.map(parseString) : fail();
}

/** Parses a text as the menu has sent it: only that of a dish has a description. */
export function parseSeenText(value: unknown): ItemText {
  const { name, description = '' } = parseBody(value);
  return { name: parseString(name), description: parseString(description) };
}

/** Parses the text of an item. */
export function parseItemText(value: unknown): ItemText {
  const { name, description = '' } = parseSeenText(value);
  const text = { name: name.trim(), description: description.trim() };
  requireName(text.name);
  if (/\0/.test(text.name + text.description))
    throw new errors.ValidationError('These words contain a character that can’t be saved.');
  return text;
}

/** Parses a new item: without an id in a tab of an earlier version. */
export function parseNewItem(body: unknown): {
  id: string | undefined;
  text: ItemText;
  after: string | null | undefined;
} {
  const { id, after } = parseBody(body);
  if (id !== undefined && !isItemId(id)) fail();
  return {
    id,
    text: parseItemText(body),
    after: after === undefined || after === null ? after : parseString(after),
  };
}

/** Parses the text that the owner saves, and the one that she saw before. */
export function parseChangedText(body: unknown): { text: ItemText; seen: ItemText } {
  return { text: parseItemText(body), seen: parseSeenText(parseBody(body).seen) };
}

/** Parses an order, which must have the same ids as the order that the owner saw. */
export function parseOrder(body: unknown): { ids: string[]; seen: string[] } {
  const { ids, seen } = parseBody(body);
  const order = { ids: parseIds(ids), seen: parseIds(seen) };
  const sort = (list: string[]) => JSON.stringify([...list].sort());
  return sort(order.ids) === sort(order.seen) ? order : fail();
}

/** Parses the wish to show an item, or to hide it until a time, which `parseUntil` reads. */
export function parseShown(body: unknown): { shown: boolean; until: unknown } {
  const { shown, until } = parseBody(body);
  return { shown: typeof shown === 'boolean' ? shown : fail(), until };
}

/** Parses the wish that an item leaves the menu, whose time `parseEnd` reads. */
export const parseLeaving = (body: unknown): unknown => parseBody(body).until;

/** Parses a statement; `null` for one that states nothing. */
function parseStatementOrNull(value: unknown): StoredStatement | null {
  if (value === null || isStorableStatement(value)) return parseStoredStatement(value) ?? null;
  const { diet = null, answers } = parseBody(value);
  return diet === null && Object.keys(parseBody(answers)).length === 0 ? null : fail();
}

/** Parses the statement that the owner saves, and the one that she saw before. */
export function parseChangedStatement(body: unknown): ChangedStatement {
  const { statement, seen } = parseBody(body);
  return { statement: parseStatementOrNull(statement), seen: parseStatementOrNull(seen) };
}

/** Parses the version with a deleted item of the request that undoes the deletion. */
export function parseVersion(body: unknown): number {
  const { version } = parseBody(body);
  return typeof version === 'number' ? version : fail();
}
