import { isDeepStrictEqual } from 'node:util';
import type { Core, UID } from '@strapi/strapi';
import { isRecord } from '../shared/isRecord';
import { unifyBreaks } from '../shared/lineBreaks';
import { quote } from '../shared/shortenTexts';

/** The values of an entry by field, without ids of rows, which change with every publishing. */
export type Content = Record<string, unknown>;

/** A picture in a version: its id in the media library, and its name in case that it is deleted. */
export interface PictureReference {
  pictureId: number;
  name: string;
}

interface Attribute {
  type: string;
  component?: UID.Component;
  repeatable?: boolean;
  multiple?: boolean;
}
type Attributes = Record<string, Attribute>;

/** The fields that Strapi itself fills in. */
const SYSTEM_FIELDS = new Set(['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale']);

export const isPicture = (value: unknown): value is PictureReference =>
  isRecord(value) && typeof value.pictureId === 'number';

/** Returns the items of a list; a single value is a list of one. */
export const listItems = (value: unknown): unknown[] =>
  [value].flat().filter((item) => item !== null && item !== undefined);

/** Returns the attributes that the owner fills in. */
function contentAttributes(strapi: Core.Strapi, uid: UID.Schema): Attributes {
  const attributes: Attributes = strapi.getModel(uid).attributes;
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, { type }]) => type !== 'relation' && !SYSTEM_FIELDS.has(name)),
  );
}

/** Returns the content of an entry, or of a row of a component, as a version stores it. */
export function toContent(strapi: Core.Strapi, uid: UID.Schema, entry: object): Content {
  const values: Content = { ...entry };
  const toStored = ({ type, component }: Attribute, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => toStored({ type, component }, item));
    if (!isRecord(value)) return value instanceof Date ? value.toISOString() : (value ?? null);
    if (component) return toContent(strapi, component, value);
    return type === 'media' ? { pictureId: value.id, name: value.name } : value;
  };
  return Object.fromEntries(
    Object.entries(contentAttributes(strapi, uid)).map(([name, attribute]) => [
      name,
      toStored(attribute, values[name]),
    ]),
  );
}

/** Returns a row of a component without its id. */
export function omitRowId({ id: _, ...fields }: Content): Content {
  return fields;
}

/** Returns a content without the position, which is part of the order of all dishes. */
export function omitPosition({ position: _, ...content }: Content): Content {
  return content;
}

/**
 * Reduces a value to what the site shows: an empty value and `false` are like none, a picture is its file, and all line breaks are the
 * same.
 */
function normalize(value: unknown): unknown {
  // A boolean field that an update has added is null in the rows from before.
  if (value === null || value === '' || value === false) return undefined;
  if (typeof value === 'string') return unifyBreaks(value);
  if (isPicture(value)) return value.pictureId;
  if (Array.isArray(value)) return value.length ? value.map(normalize) : undefined;
  if (!isRecord(value)) return value;
  const entries = Object.entries(omitRowId(value)).map(([name, item]) => [name, normalize(item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** Whether the site shows two values in the same way: contents, parts of them, or components without pictures. */
export const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(normalize(a), normalize(b));

/** Returns a text that is the same for the contents of two rows that the site shows in the same way. */
export const toKey = (row: unknown): string => JSON.stringify(normalize(row)) ?? '';

/** Lists the fields that the site shows in another way than the draft. */
export const listChangedFields = (draft: Content, published: Content): string[] =>
  Object.keys({ ...published, ...draft }).filter((name) => !isSame(draft[name], published[name]));

/** Returns some fields of a content; one that it lacks is empty. */
export const pickFields = (content: Content, names: string[]): Content =>
  Object.fromEntries(names.map((name) => [name, content[name] ?? null]));

/** Returns the texts of a value that has no place any more. */
function listTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listTexts);
  if (isPicture(value)) return [value.name];
  if (isRecord(value)) return Object.values(omitRowId(value)).flatMap(listTexts).slice(0, 1);
  return typeof value === 'string' && value.trim() ? [value] : [];
}

function describeLost(value: unknown): string[] {
  const texts = listTexts(value);
  if (!texts.length) return [];
  return [
    `${texts.map(quote).join(', ')} ${texts.length > 1 ? 'have' : 'has'} no place on the site any more.`,
  ];
}

/** Collects the ids of all pictures in a content. */
export function listPictureIds(value: unknown): number[] {
  if (isPicture(value)) return [value.pictureId];
  return isRecord(value) ? Object.values(value).flatMap(listPictureIds) : [];
}

/**
 * Returns a stored content as Strapi's document service returns and accepts it, with the pictures as they are now, and a
 * sentence for the owner about each value that has no place any more. A field that the content lacks is left out.
 */
export async function restoreContent(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  content: Content,
): Promise<{ values: Content; lost: string[] }> {
  const pictureIds = listPictureIds(content);
  const files: { id: number }[] = pictureIds.length
    ? await strapi.db.query('plugin::upload.file').findMany({ where: { id: { $in: pictureIds } } })
    : [];
  const filesById = new Map(files.map((file) => [file.id, file]));
  const lost: string[] = [];

  /** Returns `null` for a picture that was deleted, and `undefined` for an item that does not fit the field. */
  const restoreItem = ({ type, component }: Attribute, item: unknown): unknown => {
    if (type === 'media' && isPicture(item)) {
      const file = filesById.get(item.pictureId);
      if (!file) lost.push(`The picture ${quote(item.name)} was deleted.`);
      return file ?? null;
    }
    if (component && isRecord(item) && !isPicture(item)) return restoreFields(component, item);
    if (type === 'json') return item;
    const isScalar = type !== 'media' && !component && typeof item !== 'object';
    if (!isScalar) lost.push(...describeLost(item));
    return isScalar ? item : undefined;
  };
  const restoreFields = (model: UID.Schema, fields: Content): Content => {
    const attributes = contentAttributes(strapi, model);
    const restored: Content = {};
    for (const [name, value] of Object.entries(fields)) {
      const attribute = attributes[name];
      if (!attribute) {
        lost.push(...describeLost(value));
        continue;
      }
      const isList = attribute.repeatable || attribute.multiple;
      const items = listItems(value);
      if (!isList) lost.push(...describeLost(items.slice(1)));
      const fitting = (isList ? items : items.slice(0, 1))
        .map((item) => restoreItem(attribute, item))
        .filter((item) => item !== undefined);
      // A field whose kind has changed keeps its present value.
      if (items.length && !fitting.length) continue;
      const kept = fitting.filter((item) => item !== null);
      restored[name] = isList ? kept : (kept[0] ?? null);
    }
    return restored;
  };
  return { values: restoreFields(uid, content), lost };
}
