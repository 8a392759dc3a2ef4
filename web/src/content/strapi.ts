import type { Block, Dish, DrinkList, Picture, Rendition, SiteName } from './content.ts';

/** The wire: turns what Strapi's REST API answers into the site's own types. The only place that knows its shapes. */

/** A read that brought no good words: no answer, an error status, or an answer that is malformed or lacks a record. */
export class QueryError extends Error {
  override name = 'ReadError';
}

/** An object of an answer whose fields are not checked yet. */
type StrapiObject = Record<string, unknown>;

function object(value: unknown, what: string): StrapiObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new QueryError(`${what} is no object`);
  return value as StrapiObject;
}

function list(value: unknown, what: string): StrapiObject[] {
  if (!Array.isArray(value)) throw new QueryError(`${what} is no list`);
  return value.map((item, index) => object(item, `${what}[${index}]`));
}

/** A text field; one that is empty in the CMS, or that the type does not have, is `''`. */
function text(from: StrapiObject, field: string): string {
  const value = from[field] ?? '';
  if (typeof value !== 'string') throw new QueryError(`${field} is no text`);
  return value.trim();
}

function requiredText(from: StrapiObject, field: string): string {
  if (typeof from[field] !== 'string') throw new QueryError(`${field} is missing`);
  return text(from, field);
}

/** A media entry as a picture; what has no size (a video, a document) is none. */
function picture(media: StrapiObject): Picture | undefined {
  const { width, height } = media;
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  // A replaced file keeps its address: the time of its last change tells browsers which one they have.
  const version = Date.parse(requiredText(media, 'updatedAt')).toString(36);
  const src = `${requiredText(media, 'url')}?v=${version}`;
  const formats = Object.values(object(media.formats ?? {}, 'formats')).map((format) => {
    const { url, width, mime } = object(format, 'format');
    if (typeof url !== 'string' || typeof width !== 'number')
      throw new QueryError('a format has no address or width');
    return { src: `${url}?v=${version}`, width, avif: mime === 'image/avif' };
  });
  const renditions = (avif: boolean, more: Rendition[] = []) =>
    formats
      .filter((format) => format.avif === avif)
      .map(({ src, width }): Rendition => ({ src, width }))
      .concat(more)
      .sort((a, b) => a.width - b.width);
  return {
    src,
    alt: text(media, 'alternativeText'),
    width,
    height,
    renditions: renditions(false, [{ src, width }]),
    avif: renditions(true),
  };
}

function pictures(from: StrapiObject): Picture[] {
  return list(from.images ?? [], 'images')
    .map(picture)
    .filter((found) => found !== undefined);
}

const single = (answer: unknown) => object(object(answer, 'the answer').data, 'data');
const entries = (answer: unknown) => list(object(answer, 'the answer').data, 'data');

/** The entries with the given ids, each as `read` makes it; an answer that lacks one of them is not good. */
function fixedRecords<Id extends string, Value>(
  answer: unknown,
  ids: readonly Id[],
  read: (entry: StrapiObject) => Value,
): Record<Id, Value> {
  const byId = new Map(entries(answer).map((entry) => [entry.documentId, entry]));
  const records = ids.map((id) => {
    const entry = byId.get(id);
    if (!entry) throw new QueryError(`record ${id} is missing`);
    return [id, read(entry)];
  });
  return Object.fromEntries(records) as Record<Id, Value>;
}

/** Reads a list of fixed records, one block each. */
export const blocks =
  <Id extends string>(ids: readonly Id[]) =>
  (answer: unknown): Record<Id, Block> =>
    fixedRecords(answer, ids, (entry) => ({
      mainHeading: text(entry, 'mainHeading'),
      subHeading: text(entry, 'subHeadings') || text(entry, 'headingName'),
      description: text(entry, 'description'),
      pictures: pictures(entry),
    }));

/** Reads a list of fixed tab records, one name each. */
export const tabNames =
  <Id extends string>(ids: readonly Id[]) =>
  (answer: unknown): Record<Id, string> =>
    fixedRecords(answer, ids, (entry) => requiredText(entry, 'tabName'));

/** Reads the website's name and logo. */
export function siteName(answer: unknown): SiteName {
  const entry = single(answer);
  return {
    name: requiredText(entry, 'websiteName'),
    logo: entry.logo ? picture(object(entry.logo, 'logo')) : undefined,
  };
}

/** Reads an open list of dishes in the owner's order: by position, those without one last, then by name. */
export const dishes =
  (nameField: string) =>
  (answer: unknown): Dish[] =>
    entries(answer)
      .map((entry) => ({
        id: requiredText(entry, 'documentId'),
        name: requiredText(entry, nameField),
        description: text(entry, 'description'),
        position: typeof entry.position === 'number' ? entry.position : Number.MAX_SAFE_INTEGER,
      }))
      .filter(({ name }) => name !== '')
      .sort((a, b) => a.position - b.position || a.name.localeCompare(b.name, 'en'))
      .map(({ id, name, description }) => ({ id, name, description }));

/** Reads the heading and the names of a drink list. */
export const drinkList =
  (nameField: string) =>
  (answer: unknown): DrinkList => {
    const entry = single(answer);
    return {
      heading: text(entry, 'subHeading'),
      names: list(entry.drinks, 'drinks')
        .map((drink) => requiredText(drink, nameField))
        .filter((name) => name !== ''),
    };
  };
