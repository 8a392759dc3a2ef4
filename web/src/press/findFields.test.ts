// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TypeName } from '../../../cms/src/shared/content/contentTypes.ts';
import { listPageFields } from '../../../cms/src/shared/content/pageFields.ts';
import { contentTypes } from '../../../tests/support/contentTypes.ts';
import { createSeedResponse } from '../../../tests/support/seedContent.ts';
import { seedRecords } from '../../../tests/support/seedRecords.ts';
import { parsers } from '../content/parsers.ts';
import { type QueryName, queries } from '../content/queries.ts';
import { renderDocument } from '../entry-server.tsx';
import { findRoute } from '../routes.ts';
import { EMPTY, FIELD, findFields } from './findFields.ts';
import { keyOf, PlaceTable } from './placeTable.ts';

/** Thanksgiving at noon in Columbus. */
const time = { now: Date.parse('2026-11-26T17:00:00Z'), timeZone: 'America/New_York' };
const PATHS = ['/', '/menu', '/services', '/contact'];
const ANSWERS = { milk: 'contains' };

type Entry = Record<string, unknown>;
/** Changes the entries of every response. */
let editEntry: (entry: Entry) => Entry;
let table: PlaceTable;

/** Adds what the site can show and the seed does not have. */
function fill(entry: Entry): Entry {
  if ('websiteName' in entry) {
    const notice = { text: 'Closed tonight', address: null, from: null, until: '2026-11-28T00:00:00Z' };
    return { ...entry, notice, links: [{ label: 'Reserve', address: 'https://reserve.example/' }] };
  }
  switch (entry.documentId) {
    case 'contact-hours':
      return { ...entry, specialDays: [{ from: '2026-11-27', closed: true, reason: 'Inventory' }] };
    case 'menu-main':
      return { ...entry, allergenNote: 'We fry in peanut oil.' };
    default:
      return 'appName' in entry || 'entreeName' in entry || 'sideName' in entry
        ? { ...entry, dietaryStatement: { diet: 'vegan', answers: ANSWERS } }
        : entry;
  }
}

/** Shows a page of which the CMS has marked answers. */
async function showPage(path: string): Promise<void> {
  const content = Object.entries(parsers).map(([name, parse]) => {
    const query = queries[name as QueryName].path;
    const { data } = JSON.parse(createSeedResponse(query));
    const edited = Array.isArray(data) ? data.map(editEntry) : editEntry(data);
    return [name, parse(JSON.parse(table.mark(query, JSON.stringify({ data: edited }))))];
  });
  const assets = { styles: '', script: '/app.js' };
  const html = await renderDocument(
    findRoute(path),
    Object.fromEntries(content),
    new URL('https://table.example'),
    assets,
    time,
  );
  // The server renders no drafts: only the elements and the title are those of a preview.
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script')) script.remove();
  document.body.replaceChildren(...page.body.childNodes);
  document.title = page.title;
  findFields(table);
}

const findElements = (key: string) => {
  const number = table.fields.findIndex(({ place }) => keyOf(place) === key);
  return [...document.querySelectorAll(`[${FIELD}="${number}"]`)];
};
const listFound = () =>
  [...document.querySelectorAll(`[${FIELD}]`)].flatMap((element) => {
    const field = table.fields[Number(element.getAttribute(FIELD))];
    return field ? keyOf(field.place) : [];
  });

beforeEach(() => {
  editEntry = fill;
  table = new PlaceTable();
});

afterEach(() => {
  document.body.replaceChildren();
  document.title = '';
});

/** Every field of every entry of the seed. */
const allFields = contentTypes.flatMap(({ name }) =>
  seedRecords(name).flatMap(({ documentId = '' }) =>
    listPageFields(name as TypeName, documentId).map(({ field, press }) => ({
      key: keyOf({ type: name, documentId, field }),
      press,
    })),
  ),
);

test('each field can be pressed on a page, except those that search engines alone read', async () => {
  const found = new Set<string>();
  for (const path of PATHS) {
    await showPage(path);
    for (const key of listFound()) found.add(key);
  }
  const missing = allFields.map(({ key }) => key).filter((key) => !found.has(key));
  expect(missing).toEqual([
    'homepage home-main description',
    'menu-header menu-main description',
    'servicespage services-main description',
    'contactpage contact-main description',
    'website-name website-name cuisine',
  ]);
  expect(allFields.filter(({ press }) => press === 'unseen').map(({ key }) => key)).toEqual(missing);
});

test('a picture that two records have, and the words of a notice that are a link, open their own form', async () => {
  const [picture] = JSON.parse(createSeedResponse('/api/homepages')).data.find(
    ({ documentId }: Entry) => documentId === 'home-story-1',
  ).images;
  editEntry = (entry) => {
    if (entry.documentId === 'home-story-2') return { ...entry, images: [picture] };
    if (!('websiteName' in entry)) return entry;
    const notice = { text: 'New', address: '/menu', from: null, until: '2026-11-28T00:00:00Z' };
    return { ...entry, notice };
  };
  await showPage('/');
  for (const record of ['home-story-1', 'home-story-2'])
    expect(findElements(`homepage ${record} images`)).toHaveLength(1);
  const words = document.querySelector('section[aria-label="Notice"] a');
  expect(findElements('website-name website-name notice')).toContain(words);
});

test('marks that content has already are no marks', async () => {
  const mark = '\u2061'.repeat(5);
  const description = `Typed${mark}\u2062 here${mark}`;
  editEntry = (entry) => (entry.documentId === 'services-bowls' ? { ...entry, description } : entry);
  await showPage('/services');
  const [element] = findElements('servicespage services-bowls description');
  expect(element?.textContent).toBe('Typed here');
  expect(table.fields.find(({ text }) => text === 'Typed here')).toBeDefined();
});

test('an empty text has an element with its label in its place', async () => {
  editEntry = (entry) =>
    entry.documentId === 'services-bowls' ? { ...entry, subHeadings: null, description: ' ' } : entry;
  await showPage('/services');
  const empty = [...document.querySelectorAll(`[${EMPTY}]`)];
  expect(empty.map((element) => [element.tagName, element.getAttribute(EMPTY)])).toEqual([
    ['H2', '＋ Heading'],
    ['P', '＋ Text'],
  ]);
});

test('no mark stays in texts, in the title or in names for screen readers', async () => {
  for (const path of PATHS) {
    await showPage(path);
    expect(document.documentElement.outerHTML.replaceAll(/ id="[^"]*"/g, '')).not.toMatch(/[\u2061-\u2064]/);
  }
});

test('an element has the text of its field alone, as the CMS has it', async () => {
  const texts = new Map(
    seedRecords('menu-entree').map(({ documentId, description }) => [
      `menu-entree ${documentId} description`,
      description ?? '',
    ]),
  );
  await showPage('/menu');
  for (const [key, text] of texts)
    expect(findElements(key).map((found) => found.textContent)).toEqual([text]);
});

test('what is parsed and compared is the same with marks', async () => {
  const parse = (mark: boolean) =>
    Object.entries(parsers).map(([name, parser]) => {
      const { path } = queries[name as QueryName];
      const { data } = JSON.parse(createSeedResponse(path));
      const json = JSON.stringify({
        data: Array.isArray(data) ? data.map(fill) : fill(data),
      });
      return JSON.stringify(parser(JSON.parse(mark ? table.mark(path, json) : json)));
    });
  const marked = parse(true);
  expect(marked.join()).toMatch(/[\u2061-\u2064]/);
  expect(marked.map((text) => text.replaceAll(/[\u2061-\u2064]/g, ''))).toEqual(parse(false));
});
