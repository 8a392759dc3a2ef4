import { parseMapPlace } from '../../../cms/src/shared/contact/mapPlace.ts';
import { parseNoticeLink } from '../../../cms/src/shared/contact/noticeLink.ts';
import { parseWebAddress } from '../../../cms/src/shared/contact/webAddress.ts';
import { compareDishes } from '../../../cms/src/shared/content/compareDishes.ts';
import { allergens } from '../../../cms/src/shared/diet/allergens.ts';
import { type DietaryStatement, parseStatement } from '../../../cms/src/shared/diet/dietaryStatement.ts';
import { createHoursTable } from '../../../cms/src/shared/hours/hoursTable.ts';
import { parseOpeningHours } from '../../../cms/src/shared/hours/openingHours.ts';
import { type SpecialDay, selectDays } from '../../../cms/src/shared/hours/specialDays.ts';
import { isRecord } from '../../../cms/src/shared/isRecord.ts';
import { unifyBreaks } from '../../../cms/src/shared/lineBreaks.ts';
import type { Block, Dish, DrinkList, Notice, Picture, Rendition, SiteLink, SiteName } from './content.ts';
import { QueryError } from './queryError.ts';

/** Parses the responses of Strapi's REST API into content; no other module knows their format. */

/** An object of a response; its fields are not checked yet. */
type StrapiObject = Record<string, unknown>;

const isObject = (value: unknown): value is StrapiObject => isRecord(value) && !Array.isArray(value);

function parseObject(value: unknown, name: string): StrapiObject {
  if (!isObject(value)) throw new QueryError(`${name} is not an object`);
  return value;
}

function parseList(value: unknown, name: string): StrapiObject[] {
  if (!Array.isArray(value)) throw new QueryError(`${name} is not an array`);
  return value.map((item, index) => parseObject(item, `${name}[${index}]`));
}

/** Returns a trimmed text field; `''` when it is empty in the CMS or the content type does not have it. */
function parseText(entry: StrapiObject, field: string): string {
  const value = entry[field] ?? '';
  if (typeof value !== 'string') throw new QueryError(`${field} is not a string`);
  return unifyBreaks(value).trim();
}

function parseRequiredText(entry: StrapiObject, field: string): string {
  if (typeof entry[field] !== 'string') throw new QueryError(`${field} is missing`);
  return parseText(entry, field);
}

/** Returns the objects of a list; none for anything else. */
const listObjects = (value: unknown): StrapiObject[] => (Array.isArray(value) ? value : []).filter(isObject);

/** Returns a trimmed text; `''` for anything else. */
const parseOptionalText = (value: unknown) => (typeof value === 'string' ? unifyBreaks(value).trim() : '');

/** Returns the focal point of a media entry; `undefined` when it has none. */
function parseFocalPoint(value: unknown): Picture['focalPoint'] {
  const { x, y } = isObject(value) ? value : {};
  const isPercent = (number: unknown): number is number =>
    typeof number === 'number' && number >= 0 && number <= 100;
  return isPercent(x) && isPercent(y) ? { x, y } : undefined;
}

/** Whether a media entry is an uploaded file, whose name has an ending, and not a WebP that the seed has made of a drawing. */
const isUploadedByHand = ({ name, mime }: StrapiObject): boolean =>
  mime !== 'image/webp' || /\.\w+$/.test(parseOptionalText(name));

/** Returns a media entry as a picture; `undefined` when it has no width and height, like a video or a document. */
function parsePicture(media: StrapiObject): Picture | undefined {
  const { width, height } = media;
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  // A replaced file keeps its URL, so the time of its last change becomes a query parameter and browsers fetch the new file.
  const version = Date.parse(parseRequiredText(media, 'updatedAt')).toString(36);
  const src = `${parseRequiredText(media, 'url')}?v=${version}`;
  // A later version of the CMS may have formats that are not pictures.
  const formats = Object.values(parseObject(media.formats ?? {}, 'formats')).flatMap((format) => {
    const { url, width, mime } = isObject(format) ? format : {};
    if (typeof url !== 'string' || typeof width !== 'number') return [];
    return [{ src: `${url}?v=${version}`, width, isAvif: mime === 'image/avif' }];
  });
  const listRenditions = (isAvif: boolean, original: Rendition[] = []) =>
    formats
      .filter((format) => format.isAvif === isAvif)
      .map(({ src, width }): Rendition => ({ src, width }))
      .concat(original)
      .sort((a, b) => a.width - b.width);
  return {
    src,
    alt: parseText(media, 'alternativeText'),
    caption: parseOptionalText(media.caption) || undefined,
    width,
    height,
    renditions: listRenditions(false, [{ src, width }]),
    avif: listRenditions(true),
    focalPoint: parseFocalPoint(media.focalPoint),
    needsFrame: isUploadedByHand(media),
  };
}

function parsePictures(entry: StrapiObject): Picture[] {
  return parseList(entry.images ?? [], 'images')
    .map(parsePicture)
    .filter((picture) => picture !== undefined);
}

const parseEntry = (response: unknown) => parseObject(parseObject(response, 'the response').data, 'data');

/**
 * Returns the heading and the drinks of a single entry as entries of a list. Versions of the CMS before 1.14 have such an entry for
 * each drink list, and older sites have stored it; the release after 1.14 no longer reads it.
 */
const listDrinkEntries = ({ drinks, ...heading }: StrapiObject): StrapiObject[] => [
  heading,
  ...parseList(drinks, 'drinks').flatMap(({ offMenu, ...drink }, position) =>
    offMenu === true ? [] : { ...drink, position },
  ),
];

function parseEntries(response: unknown): StrapiObject[] {
  const { data } = parseObject(response, 'the response');
  return isObject(data) && data.drinks ? listDrinkEntries(data) : parseList(data, 'data');
}

/**
 * Completes a response that lacks some of the fixed records with their copies from an earlier response.
 * @returns the completed response, and the ids of the records that the response lacks
 */
export function addMissingRecords(
  response: unknown,
  earlierResponse: unknown,
  ids: readonly string[],
): { completed: unknown; missing: string[] } {
  const entries = parseEntries(response);
  const missing = ids.filter((id) => !entries.some(({ documentId }) => documentId === id));
  const copies = earlierResponse === undefined ? [] : parseEntries(earlierResponse);
  const added = copies.filter(({ documentId }) => missing.some((id) => id === documentId));
  const completed = { ...parseObject(response, 'the response'), data: [...entries, ...added] };
  return { completed, missing };
}

/**
 * Parses the entries with the given ids and ignores all others.
 * @param empty the value of a record that the response lacks
 * @throws QueryError when the response has none of the records
 */
function parseFixedRecords<Id extends string, Value>(
  response: unknown,
  ids: readonly Id[],
  parseRecord: (entry: StrapiObject) => Value,
  empty: Value,
): Record<Id, Value> {
  const byId = new Map(parseEntries(response).map((entry) => [entry.documentId, entry]));
  if (!ids.some((id) => byId.has(id))) throw new QueryError('every record is missing');
  const records = ids.map((id) => {
    const entry = byId.get(id);
    return [id, entry ? parseRecord(entry) : empty];
  });
  // Cast: Object.fromEntries returns an object with any string as key.
  return Object.fromEntries(records) as Record<Id, Value>;
}

/** Parses the special days of an entry that pages show. */
const parseSpecialDays = (entry: StrapiObject): SpecialDay[] =>
  selectDays(
    listObjects(entry.specialDays).map(({ from, until, closed, hours, reason }) => ({
      from: parseOptionalText(from),
      until: parseOptionalText(until),
      closed: closed === true,
      hours: parseOptionalText(hours),
      reason: parseOptionalText(reason),
    })),
  );

function parseBlock(entry: StrapiObject): Block {
  const description = parseText(entry, 'description');
  return {
    mainHeading: parseText(entry, 'mainHeading'),
    subHeading: parseText(entry, 'subHeadings') || parseText(entry, 'headingName'),
    description,
    pictures: parsePictures(entry),
    ...(entry.documentId === 'contact-hours' && {
      schedule: { weekly: parseOpeningHours(description), specialDays: parseSpecialDays(entry) },
      hoursTable: createHoursTable(description),
    }),
    mapPlace: parseMapPlace(parseText(entry, 'mapPlace')),
    allergenNote: parseOptionalText(entry.allergenNote) || undefined,
  };
}

/** Returns a parser for a list of fixed records, one block each. */
export const createBlocksParser =
  <Id extends string>(ids: readonly Id[]) =>
  (response: unknown): Record<Id, Block> =>
    parseFixedRecords(response, ids, parseBlock, parseBlock({}));

/** Returns a parser for a list of fixed tab records, one name each. */
export const createTabNamesParser =
  <Id extends string>(ids: readonly Id[]) =>
  (response: unknown): Record<Id, string> =>
    parseFixedRecords(response, ids, (entry) => parseRequiredText(entry, 'tabName'), '');

/** Returns an instant in milliseconds since 1970; `undefined` when the field is empty or no date. */
function parseInstant(value: unknown): number | undefined {
  const instant = Date.parse(parseOptionalText(value));
  return Number.isNaN(instant) ? undefined : instant;
}

/** Returns the notice; `undefined` when it has no text or no end. The site can do without one, so it is never a QueryError. */
function parseNotice(value: unknown): Notice | undefined {
  const fields = isObject(value) ? value : {};
  const text = parseOptionalText(fields.text);
  const until = parseInstant(fields.until);
  if (!text || until === undefined) return undefined;
  const address = parseNoticeLink(parseOptionalText(fields.address)) ?? '';
  return { text, address, from: parseInstant(fields.from) ?? 0, until };
}

/** Returns the links with a label and an https address. */
const parseLinks = (value: unknown): SiteLink[] =>
  listObjects(value).flatMap((fields) => {
    const label = parseOptionalText(fields.label);
    const address = parseWebAddress(parseOptionalText(fields.address));
    return label && address ? [{ label, address }] : [];
  });

/** Returns what the restaurant cooks; `undefined` when the owner has not named it. */
function parseCuisine(value: unknown): string[] | undefined {
  const names = parseOptionalText(value)
    .split(',')
    .map((name) => name.trim());
  const cuisine = names.filter((name) => name !== '');
  return cuisine.length > 0 ? cuisine : undefined;
}

/** Parses the website's name and logo, the notice, the links and the cuisine. */
export function parseSiteName(response: unknown): SiteName {
  const entry = parseEntry(response);
  return {
    name: parseRequiredText(entry, 'websiteName'),
    logo: entry.logo ? parsePicture(parseObject(entry.logo, 'logo')) : undefined,
    notice: parseNotice(entry.notice),
    links: parseLinks(entry.links),
    cuisine: parseCuisine(entry.cuisine),
  };
}

/** The field of a dish with its statement; the CMS sends only one that the owner has confirmed for the text of the dish. */
const STATEMENT_FIELD = 'dietaryStatement';

/** Returns what is stated of a dish about diets and the table's allergens, those in the order of the table. */
function parseDishStatement(value: unknown): DietaryStatement | undefined {
  const { diet = null, answers = {} } = parseStatement(value) ?? {};
  const known = allergens.flatMap(({ id }) => (answers[id] ? [[id, answers[id]] as const] : []));
  return diet !== null || known.length > 0 ? { diet, answers: Object.fromEntries(known) } : undefined;
}

/** Returns the text of a response without the statements about dishes. */
export const removeStatements = (text: string): string =>
  JSON.stringify(JSON.parse(text), (name, value) => (name === STATEMENT_FIELD ? undefined : value));

/** Returns the entries of a list whose name is not empty, with their names and sorted. */
const parseNamedEntries = (entries: StrapiObject[], nameField: string) =>
  entries
    .map((entry) => ({
      entry,
      name: parseRequiredText(entry, nameField),
      position: typeof entry.position === 'number' ? entry.position : null,
    }))
    .filter(({ name }) => name !== '')
    .sort(compareDishes);

/** Returns a parser for a list of dishes, which it sorts. */
export const createDishesParser =
  (nameField: string) =>
  (response: unknown): Dish[] =>
    parseNamedEntries(parseEntries(response), nameField).map(({ entry, name }) => ({
      id: parseRequiredText(entry, 'documentId'),
      name,
      description: parseText(entry, 'description'),
      statement: parseDishStatement(entry[STATEMENT_FIELD]),
    }));

/**
 * Returns a parser for a list of drinks, which it sorts, and the fixed record with their heading.
 * @param ids the id of that record
 */
export const createDrinkListParser =
  ([headingId]: readonly [string], nameField: string) =>
  (response: unknown): DrinkList => {
    const entries = parseEntries(response);
    // The heading can't be deleted, so its list is never empty. One without the heading is completed from the cache.
    if (entries.length === 0) throw new QueryError('every record is missing');
    const heading = entries.find(({ documentId }) => documentId === headingId);
    const drinks = entries.filter((entry) => entry !== heading && parseText(entry, 'subHeading') === '');
    return {
      heading: parseText(heading ?? {}, 'subHeading'),
      names: parseNamedEntries(drinks, nameField).map(({ name }) => name),
    };
  };
