import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from './App.tsx';
import { recordIds } from './content/content.ts';
import { type QueryName, queries } from './content/queries.ts';
import { routeOf } from './routes.ts';

const records = (ids: readonly string[], fields: object = {}) => ({
  data: ids.map((documentId) => ({ documentId, ...fields })),
});

/** Answers with every optional field empty. */
const emptyAnswers: Record<QueryName, unknown> = {
  siteName: { data: { websiteName: 'Scioto Table', logo: null } },
  tabs: records(recordIds.tabs, { tabName: 'Tab' }),
  home: records(recordIds.home),
  menuHeadings: records(recordIds.menuHeadings),
  appetizers: { data: [] },
  entrees: { data: [{ documentId: 'soup', entreeName: 'Soup', description: null, position: null }] },
  sides: { data: [] },
  softDrinks: { data: { subHeading: null, drinks: [] } },
  alcohol: { data: { subHeading: null, drinks: [] } },
  services: records(recordIds.services),
  contact: records(recordIds.contact),
};

async function show(path: string, answers: Record<QueryName, unknown>, damage: object = {}) {
  await routeOf(path).fetchScript?.();
  const words = Object.entries(queries).map(([name, { parse }]) => [name, parse(answers[name as QueryName])]);
  const fallback = { ...Object.fromEntries(words), ...damage };
  return render(
    <SWRConfig value={{ fallback, provider: () => new Map(), isPaused: () => true }}>
      <MemoryRouter initialEntries={[path]}>
        <App site="https://table.example" />
      </MemoryRouter>
    </SWRConfig>,
  );
}

beforeEach(() => void vi.stubGlobal('scrollTo', vi.fn()));
afterEach(() => void vi.unstubAllGlobals());

test.each(['/', '/home', '/menu', '/services', '/contact'])(
  '%s with every optional field empty shows no empty box',
  async (path) => {
    const { container } = await show(path, emptyAnswers);
    const main = within(container).getByRole('main');
    const empty = [
      ...main.querySelectorAll('h1, h2, h3, p, li, ul, img:not([src]), [class*="reserved"]'),
    ].filter((element) => element.textContent === '');
    expect(empty).toEqual([]);
    expect(main.querySelectorAll('svg')).toHaveLength(0);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scioto Table');
    expect(document.title).toBe('Scioto Table');
  },
);

test('markup in the words is shown as typed', async () => {
  const typed = '<script>alert(1)</script>\n\n<b>bold</b> & “quoted” 🍝';
  const { container } = await show('/services', {
    ...emptyAnswers,
    services: records(recordIds.services, { mainHeading: typed, subHeadings: typed, description: typed }),
  });
  expect(container.querySelector('script, b')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(typed);
  expect(document.title).toContain('<script>');
});

test('a page that fails to render gives way to the site’s own page, in the frame that stays', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  await show('/menu', emptyAnswers, { softDrinks: {} });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page burned');
  expect(screen.getByRole('banner').textContent).toContain('Scioto Table');
  expect(vi.mocked(console.error)).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});

test('the canonical link names the page’s own address, however the address is spelled', async () => {
  for (const [asked, canonical] of [
    ['/menu', '/menu'],
    ['/menu/', '/menu'],
    ['/%6denu', '/menu'],
    ['/home', '/'],
    ['/', '/'],
  ] as const) {
    await show(asked, emptyAnswers);
    const links = [...document.querySelectorAll('link[rel=canonical]')].map((link) =>
      link.getAttribute('href'),
    );
    expect(links, asked).toEqual([`https://table.example${canonical}`]);
    expect(document.querySelector('meta[name=robots]'), asked).toBeNull();
    cleanup();
  }
});

test('an unknown address shows the page that leads back', async () => {
  await show('/reservations/tonight', emptyAnswers);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Not on our menu');
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/', '/menu']);
});
