// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { beforeEach, expect, test, vi } from 'vitest';
import { translate } from '../testing/translate.ts';
import { App } from './App.tsx';
import { parsers } from './content/parsers.ts';
import type { QueryName } from './content/queries.ts';
import { recordIds } from './content/recordIds.ts';
import { findRoute, routes } from './routes.ts';

/** A Wednesday afternoon in Columbus. */
const NOW = Date.parse('2026-11-18T15:00:00-05:00');

const records = (ids: readonly string[], fields: object = {}) => ({
  data: ids.map((documentId) => ({ documentId, ...fields })),
});

// Object.fromEntries has `string` for its keys' type.
const fixedRecords = Object.fromEntries(
  Object.entries(recordIds).map(([name, ids]) => [name, records(ids, { tabName: 'Tab' })]),
) as Record<keyof typeof recordIds, unknown>;

/** Responses of the CMS in which every optional field is empty. */
const emptyResponses: Record<QueryName, unknown> = {
  ...fixedRecords,
  siteName: { data: { websiteName: 'Scioto Table', logo: null } },
  appetizers: { data: [] },
  entrees: { data: [{ documentId: 'soup', entreeName: 'Soup', description: null, position: null }] },
  sides: { data: [] },
};

/** Creates the page of a path; `override` replaces parsed content by query. */
function createPage(path: string, responses: Record<QueryName, unknown>, override: object = {}) {
  // Cast: Object.entries returns its keys as strings.
  const content = Object.entries(parsers).map(([name, parse]) => [name, parse(responses[name as QueryName])]);
  const fallback = { ...Object.fromEntries(content), ...override };
  return (
    <SWRConfig value={{ fallback, provider: () => new Map(), isPaused: () => true }}>
      <MemoryRouter initialEntries={[path]}>
        <App site="https://table.example" timeZone="America/New_York" renderedFor={NOW} />
      </MemoryRouter>
    </SWRConfig>
  );
}

async function renderPage(...[path, responses, override]: Parameters<typeof createPage>) {
  await findRoute(path).fetchScript?.();
  return render(createPage(path, responses, override));
}

beforeEach(() => void vi.stubGlobal('scrollTo', vi.fn()));
/** The links, buttons, headings, texts and pictures that have neither a text nor a name. */
const findEmptyElements = (container: HTMLElement) =>
  [
    ...container.querySelectorAll('a, button, h1, h2, h3, p, li, ul, img:not([src]), [class*="placeholder"]'),
  ].filter((element) => element.textContent === '' && !element.hasAttribute('aria-label'));

test.each(routes)('$path shows no empty element when every optional field is empty', async ({ path }) => {
  const { container } = await renderPage(path, emptyResponses);
  expect(findEmptyElements(container)).toEqual([]);
  expect(within(container).getByRole('main').querySelectorAll('svg[data-icon]')).toHaveLength(0);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scioto Table');
  expect(document.title).toBe('Scioto Table');
});

// Cast: Object.keys returns string[].
const fixedQueries = Object.keys(recordIds) as (keyof typeof recordIds)[];

test.each(fixedQueries.flatMap((query) => recordIds[query].map((id) => ({ query, id }))))(
  'the pages have an empty place instead of $id when the CMS lacks it',
  async ({ query, id }) => {
    const texts = { mainHeading: 'Heading', subHeadings: 'Sub-heading', description: 'Text', tabName: 'Tab' };
    const text = { ...texts, drinkName: 'Drink', alcoholName: 'Drink' };
    const filled = Object.fromEntries(fixedQueries.map((name) => [name, records(recordIds[name], text)]));
    const others = records([...recordIds[query].filter((other) => other !== id), 'an entry of a list'], text);
    const pages = routes.filter((route) => route.queries.includes(query) && !route.canonical);
    for (const { path } of pages) {
      const { container } = await renderPage(path, { ...emptyResponses, ...filled, [query]: others });
      expect(findEmptyElements(container), path).toEqual([]);
      expect(container.querySelectorAll('[aria-busy=true], [inert]'), path).toHaveLength(0);
      expect(screen.getAllByRole('heading', { level: 1 }), path).toHaveLength(1);
      cleanup();
    }
  },
);

test('shows markup in the content as plain text', async () => {
  const typed = '<script>alert(1)</script>\n\n<b>bold</b> & “quoted” 🍝';
  const { container } = await renderPage('/services', {
    ...emptyResponses,
    services: records(recordIds.services, { mainHeading: typed, subHeadings: typed, description: typed }),
  });
  expect(container.querySelector('script, b')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(typed);
  expect(document.title).toContain('<script>');
});

test('shows the error page inside the frame when a page fails to render, until another page is opened', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  await renderPage('/menu', emptyResponses, { softDrinks: {} });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page burned');
  expect(screen.getByRole('banner').textContent).toContain('Scioto Table');
  expect(vi.mocked(console.error)).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
  fireEvent.click(within(screen.getByRole('main')).getAllByRole('link')[0] ?? document);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scioto Table');
});

test('an unknown path shows the not-found page with links to Home and Menu', async () => {
  await renderPage('/reservations/tonight', emptyResponses);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Not on our menu');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/menu']);
});

const text = (name: string) => ({
  mainHeading: `${name} A`,
  subHeadings: `${name} B`,
  description: `${name} C`,
});
const fill = (query: Exclude<keyof typeof recordIds, 'tabs'>, more: Record<string, object> = {}) => ({
  data: recordIds[query].map((documentId) => ({ documentId, ...text(documentId), ...more[documentId] })),
});
const picture = { url: '/a.webp', alternativeText: 'A', width: 4, height: 3, updatedAt: '2026-11-18' };
const pictures = { images: [picture, { ...picture, url: '/b.webp', alternativeText: '' }] };
const dishes = (nameField: string) => ({
  data: [
    { diet: 'vegan', answers: { milk: 'free', eggs: 'free' } },
    { diet: null, answers: { milk: 'onRequest', eggs: 'contains' } },
    null,
  ].map((dietaryStatement, index) => {
    const documentId = `${nameField}-${index}`;
    return { documentId, [nameField]: `Dish ${documentId}`, description: 'Warm', dietaryStatement };
  }),
});
const drinks = (headingId: string, nameField: string) => ({
  data: [
    { documentId: headingId, subHeading: nameField },
    ...['Tea', 'Milk'].map((name) => ({ documentId: name, [nameField]: name })),
  ],
});

/** Responses of the CMS in which every field is filled. */
const fullResponses: Record<QueryName, unknown> = {
  siteName: {
    data: {
      websiteName: 'Scioto Table',
      logo: picture,
      notice: { text: 'Patio opens', address: 'https://patio.example/', until: '2026-12-18T15:00:00Z' },
      links: ['Order', 'Gift cards'].map((label) => ({ label, address: `https://${label.length}.example/` })),
    },
  },
  tabs: { data: recordIds.tabs.map((documentId) => ({ documentId, tabName: documentId })) },
  home: fill('home', { 'home-main': pictures, 'home-story-1': pictures, 'home-special-1': pictures }),
  menuHeadings: fill('menuHeadings', { 'menu-main': { allergenNote: 'We have one fryer.' } }),
  appetizers: dishes('appName'),
  entrees: dishes('entreeName'),
  sides: dishes('sideName'),
  softDrinks: drinks('menu-soft-drinks', 'drinkName'),
  alcohol: drinks('menu-alcohol', 'alcoholName'),
  services: fill('services', { 'services-main': pictures }),
  contact: fill('contact', {
    'contact-phone': { description: '(614) 555-0137' },
    'contact-email': { description: 'hello@table.example' },
    'contact-address': { description: '437 West Town Street\nColumbus, OH 43215', mapPlace: '39.9, -83.01' },
    'contact-hours': {
      description: 'Monday – Friday: 4:30 pm – 9:30 pm\nSunday: 10 am – 2 pm',
      specialDays: [
        { from: '2026-11-18', until: null, closed: false, hours: '4 pm – 9 pm', reason: 'Recital' },
        { from: '2026-11-25', until: '2026-11-27', closed: true, hours: null, reason: 'Thanksgiving' },
      ],
    },
  }),
};

/**
 * Lists what a value becomes when one part of it is changed, emptied, added, removed or moved. All items of a list are edited at
 * once, because none is a part of another.
 */
function listEdits(value: unknown): unknown[] {
  if (typeof value === 'string') return ['', `More ${value}`, value.replace(/\d(?=\D*$)/, '5')];
  if (Array.isArray(value)) {
    const added = value
      .slice(-1)
      .map((item) => ({ ...item, documentId: 'added', from: '2026-11-29', url: '/c', label: 'Jobs' }));
    const edits = value.map(listEdits);
    const count = Math.max(0, ...edits.map(({ length }) => length));
    const edited = Array.from({ length: count }, (_, n) => value.map((item, i) => edits[i]?.[n] ?? item));
    return [[], value.slice(1), value.slice(0, -1), value.toReversed(), [...value, ...added], ...edited];
  }
  const fields: object = typeof value === 'object' && value ? value : {};
  return Object.entries(fields).flatMap(([key, part]) =>
    // Two items never have the same of these.
    ['documentId', 'url'].includes(key)
      ? []
      : [null, ...listEdits(part)].map((edit) => ({ ...fields, [key]: edit })),
  );
}

/** Whether the site takes a response; otherwise it keeps the content that it has. */
function isAccepted(query: QueryName, response: unknown): boolean {
  try {
    return parsers[query](response) !== undefined;
  } catch {
    return false;
  }
}

test.each<[path: string, queries: QueryName[]]>([
  ['/', ['home']],
  ['/menu', ['menuHeadings', 'appetizers', 'softDrinks', 'siteName', 'contact']],
  ['/services', ['services']],
  ['/contact', ['siteName', 'tabs', 'contact']],
  ['/nowhere', ['tabs']],
])('a translated %s shows every change of its content', async (path, queries) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  // With a choice, the menu has more sentences.
  if (path === '/menu') window.history.replaceState(null, '', '#without=milk');
  const original = await renderPage(path, fullResponses);
  const translated = await renderPage(path, fullResponses);
  for (const query of queries)
    for (const edit of [...listEdits(fullResponses[query]), fullResponses[query]]) {
      if (!isAccepted(query, edit)) continue;
      translate(translated.container);
      for (const page of [original, translated])
        page.rerender(createPage(path, { ...fullResponses, [query]: edit }));
      const shown = translated.container.textContent.replaceAll('¡', '');
      expect(shown, JSON.stringify(edit)).toBe(original.container.textContent);
    }
  window.history.replaceState(null, '', '/');
});

test('a picture is cropped around its focal point, for which the page has a rule', async () => {
  const showAt = async (focalPoint: unknown) => {
    const { container } = await renderPage('/services', {
      ...fullResponses,
      services: fill('services', { 'services-main': { images: [{ ...picture, focalPoint }] } }),
    });
    const point = container.querySelector<HTMLElement>('main img')?.dataset.focalPoint;
    cleanup();
    return point;
  };
  expect(await showAt(null)).toBeUndefined();
  for (const percent of [0, 7, 49, 63, 100]) {
    const [x = Number.NaN, y] =
      (await showAt({ x: percent, y: 100 - percent }))?.split(' ').map(Number) ?? [];
    // Farther from the center than the point, by less than a step.
    const distance = percent < 50 ? percent - x : x - percent;
    expect(distance >= 0 && distance < 10, `${x} for ${percent}`).toBe(true);
    expect(y).toBe(100 - x);
    const rules = document.head.querySelector('style');
    expect(rules?.textContent).toContain(`[data-focal-point^="${x} "]{--focal-x:${x}%}`);
    expect(rules?.textContent).toContain(`[data-focal-point$=" ${y}"]{--focal-y:${y}%}`);
  }
});
