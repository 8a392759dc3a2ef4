import { errors } from '@strapi/utils';
import { isRecord } from '../shared/isRecord';
import type { DeletedDrink } from './drinkList';
import { requireName, type Words } from './words';

/** Parses the bodies of the menu's requests; each function throws a ValidationError with a sentence for the owner. */

function fail(): never {
  throw new errors.ValidationError(
    'This could not be understood, so nothing has changed. Load the page again.',
  );
}

function parseBody(body: unknown): Record<string, unknown> {
  return isRecord(body) ? body : fail();
}

const parseText = (value: unknown): string => (typeof value === 'string' ? value : fail());

function parseIds(value: unknown): string[] {
  return Array.isArray(value) ? value.map(parseText) : fail();
}

/** Parses words as the menu has sent them: a drink has no description. */
function parseSeenWords(value: unknown): Words {
  const { name, description = '' } = parseBody(value);
  return { name: parseText(name), description: parseText(description) };
}

/** Parses the words of a dish or a drink. */
export function parseWords(value: unknown): Words {
  const { name, description = '' } = parseSeenWords(value);
  const words = { name: name.trim(), description: description.trim() };
  requireName(words.name);
  if (/\0/.test(words.name + words.description))
    throw new errors.ValidationError('These words contain a character that can’t be saved.');
  return words;
}

/** Parses the words that the owner saves, and those that she saw before. */
export function parseChangedWords(body: unknown): { words: Words; seen: Words } {
  return { words: parseWords(body), seen: parseSeenWords(parseBody(body).seen) };
}

/** Parses an order, which must have the same ids as the order that the owner saw. */
export function parseOrder(body: unknown): { ids: string[]; seen: string[] } {
  const { ids, seen } = parseBody(body);
  const order = { ids: parseIds(ids), seen: parseIds(seen) };
  const sort = (list: string[]) => JSON.stringify([...list].sort());
  return sort(order.ids) === sort(order.seen) ? order : fail();
}

/** Parses the wish to show or hide an item. */
export function parseShown(body: unknown): boolean {
  const { shown } = parseBody(body);
  return typeof shown === 'boolean' ? shown : fail();
}

/** Parses the version with a deleted dish of the request that undoes the deletion. */
export function parseVersion(body: unknown): number {
  const { version } = parseBody(body);
  return typeof version === 'number' ? version : fail();
}

/** Parses a deleted drink of the request that undoes the deletion. */
export function parseDeletedDrink(body: unknown): DeletedDrink {
  const parseDrink = (value: unknown) => {
    const { name, isOff, otherFields = {}, index } = parseBody(value);
    if (typeof isOff !== 'boolean' || !Number.isInteger(index) || Number(index) < 0) fail();
    return {
      name: parseText(name),
      isOff: isOff === true,
      otherFields: parseBody(otherFields),
      index: Number(index),
    };
  };
  const { id, rest, published } = parseBody(body);
  return {
    ...parseDrink(body),
    id: parseText(id),
    rest: parseIds(rest),
    published: published === null ? null : parseDrink(published),
  };
}
