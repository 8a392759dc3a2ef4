// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeErrors } from '../testing/takeErrors.ts';
import { translate } from '../testing/translate.ts';
import { parsers } from './content/parsers.ts';
import { recordIds } from './content/recordIds.ts';
import { renderDocument } from './entry-server.tsx';
import { findRoute } from './routes.ts';

/** On a busy machine, another process may run for a second, the default. */
const waitFor = (check: () => void) => vi.waitFor(check, 30_000);

const content = {
  siteName: parsers.siteName({ data: { websiteName: 'Scioto Table', logo: null } }),
  tabs: parsers.tabs({ data: recordIds.tabs.map((documentId) => ({ documentId, tabName: documentId })) }),
  contact: parsers.contact({
    data: recordIds.contact.map((documentId) => ({
      documentId,
      mainHeading: 'Contact',
      subHeadings: documentId,
      description: documentId === 'contact-hours' ? 'Daily: 4:30 pm – 9:30 pm' : 'Text',
      specialDays: [{ from: '2026-11-18', closed: false, hours: '4 pm – 9 pm', reason: 'Recital' }],
    })),
  }),
};
const at = (time: string) => Date.parse(`2026-11-${time}-05:00`);

/** Shows the Contact page as the server has rendered it for an instant. */
async function showRenderedPage(now: number): Promise<void> {
  const site = new URL(window.location.origin);
  const time = { now, timeZone: 'America/New_York' };
  const assets = { styles: '', script: '/app.js' };
  const html = await renderDocument(findRoute('/contact'), content, site, assets, time);
  const [, head = '', body = ''] = /<head>(.*)<\/head><body>(.*)<\/body>/s.exec(html) ?? [];
  document.head.innerHTML = head;
  document.body.innerHTML = body;
  window.history.replaceState(null, '', '/contact');
}

async function hydratePage(): Promise<void> {
  await act(() => import('./entry-browser.tsx'));
  await waitFor(() => expect(performance.getEntriesByName('interactive')).not.toHaveLength(0));
}

/** The page's text, without the date that the line about now has until the page is hydrated. */
const pageText = () =>
  ['banner', 'main']
    .map((role) => screen.getByRole(role).textContent.replaceAll(' (Wednesday, November 18)', ''))
    .join();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['Date'] });
  // The CMS is down: what the page shows comes from the document alone.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => void performance.clearMarks());

const BEFORE = /Closed, opens at 4:00 pm.*Recital/;
const OPEN = /Open until 9:00 pm.*Recital/;

test.each([
  ['in another minute', '18T15:00:00', '18T15:07:00', BEFORE, BEFORE],
  ['after the special day', '18T19:00:00', '19T19:00:00', OPEN, /Open until 9:30 pm(?!.*Recital)/],
  ['with a clock that is slow', '18T17:00:00', '18T15:00:00', OPEN, BEFORE],
])(
  'hydrates %s without an error and shows the present state',
  async (_, renderedFor, hydratedAt, before, after) => {
    await showRenderedPage(at(renderedFor));
    expect(pageText()).toMatch(before);
    vi.setSystemTime(at(hydratedAt));
    const createFormat = vi.spyOn(Intl, 'DateTimeFormat');
    await hydratePage();
    await waitFor(() => expect(pageText()).toMatch(after));
    // The first format blocks a phone for 60 ms.
    expect(createFormat).not.toHaveBeenCalled();
  },
);

test('shows the page again when it was translated before its application starts', async () => {
  await showRenderedPage(at('18T15:00:00'));
  vi.setSystemTime(at('18T15:00:00'));
  const text = pageText();
  translate(document.body);
  // React reports that the texts differ, and renders the page again.
  const onError = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener('error', onError, { once: true });
  await hydratePage();
  await waitFor(() => expect(pageText()).toBe(text));
  expect(onError).toHaveBeenCalledOnce();
});

function BrokenFooter(): never {
  throw new Error('broken');
}

test('leaves the page that the server has rendered when its frame fails to render', async () => {
  vi.doMock('./components/Footer.tsx', () => ({ Footer: BrokenFooter }));
  vi.mocked(console.error).mockReturnValue(undefined);
  await showRenderedPage(at('18T15:00:00'));
  const root = document.getElementById('root');
  const [html, title] = [root?.innerHTML, document.title];
  const frame = root?.firstElementChild;
  await act(() => import('./entry-browser.tsx'));
  await waitFor(() => expect(root?.firstElementChild).not.toBe(frame));
  expect(root?.firstElementChild?.innerHTML).toBe(html);
  expect(document.title).toBe(title);
  expect(takeErrors()).not.toEqual([]);
  vi.doUnmock('./components/Footer.tsx');
});
