// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { beforeEach, expect, test, vi } from 'vitest';
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
  softDrinks: { data: { subHeading: null, drinks: [] } },
  alcohol: { data: { subHeading: null, drinks: [] } },
};

/** Renders the page of a path; `override` replaces parsed content by query. */
async function renderPage(path: string, responses: Record<QueryName, unknown>, override: object = {}) {
  await findRoute(path).fetchScript?.();
  // Cast: Object.entries returns its keys as strings.
  const content = Object.entries(parsers).map(([name, parse]) => [name, parse(responses[name as QueryName])]);
  const fallback = { ...Object.fromEntries(content), ...override };
  return render(
    <SWRConfig value={{ fallback, provider: () => new Map(), isPaused: () => true }}>
      <MemoryRouter initialEntries={[path]}>
        <App site="https://table.example" timeZone="America/New_York" renderedFor={NOW} />
      </MemoryRouter>
    </SWRConfig>,
  );
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
  expect(within(container).getByRole('main').querySelectorAll('svg')).toHaveLength(0);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scioto Table');
  expect(document.title).toBe('Scioto Table');
});

// Cast: Object.keys returns string[].
const fixedQueries = Object.keys(recordIds) as (keyof typeof recordIds)[];

test.each(fixedQueries.flatMap((query) => recordIds[query].map((id) => ({ query, id }))))(
  'the pages have an empty place instead of $id when the CMS lacks it',
  async ({ query, id }) => {
    const text = { mainHeading: 'Heading', subHeadings: 'Sub-heading', description: 'Text', tabName: 'Tab' };
    const filled = Object.fromEntries(fixedQueries.map((name) => [name, records(recordIds[name], text)]));
    const others = records(
      recordIds[query].filter((other) => other !== id),
      text,
    );
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

test('every spelling of a path has the same canonical link', async () => {
  for (const [path, canonical] of [
    ['/menu', '/menu'],
    ['/menu/', '/menu'],
    ['/%6denu', '/menu'],
    ['/home', '/'],
    ['/', '/'],
  ] as const) {
    await renderPage(path, emptyResponses);
    const links = [...document.querySelectorAll('link[rel=canonical]')].map((link) =>
      link.getAttribute('href'),
    );
    expect(links, path).toEqual([`https://table.example${canonical}`]);
    expect(document.querySelector('meta[name=robots]'), path).toBeNull();
    cleanup();
  }
});

test('an unknown path shows the not-found page with links to Home and Menu', async () => {
  await renderPage('/reservations/tonight', emptyResponses);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Not on our menu');
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/', '/menu']);
});
