// @vitest-environment jsdom
// Bar, Contact, footer and structured data, at the instants at which `describeOpeningStatus` is tested.
import { expect, test } from 'vitest';
import { type OpeningInstant, openingInstants } from '../../cms/testing/openingInstants.ts';
import { MachineReader } from '../../tests/support/machineReader.ts';
import { seedContent } from '../../tests/support/seedContent.ts';
import { seedRecords } from '../../tests/support/seedRecords.ts';
import { parsers } from './content/parsers.ts';
import { renderDocument } from './entry-server.tsx';
import { findRoute } from './routes.ts';

const HOUR_MS = 60 * 60 * 1_000;

const formatInstant = (instant: number, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(instant);

/** Renders a page for the restaurant of a row, at its instant. */
async function renderPage(
  path: string,
  { content: { hours, specialDays, timeZone }, instant }: OpeningInstant,
) {
  const data = seedRecords('contactpage').map((record) =>
    record.documentId === 'contact-hours' ? { ...record, description: hours, specialDays } : record,
  );
  const html = await renderDocument(
    findRoute(path),
    { ...seedContent, contact: parsers.contact({ data }) },
    new URL('https://table.example'),
    { styles: '', script: '/app.js' },
    { now: Date.parse(instant), timeZone },
  );
  return new DOMParser().parseFromString(html, 'text/html');
}

/** Returns whether the restaurant is open by a page's structured data; 'ask' when the hours of the date are missing. */
function readStatus(page: Document, instant: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [date = '', time = ''] = format.format(instant).split(' ');
  return new MachineReader(page).isOpen(date, time);
}

/** Whether a clock in the time zone shows this time twice; opening hours in structured data can't tell which is meant. */
const isRepeated = (instant: number, timeZone: string) =>
  [-1, 1].some((hours) => {
    const format = (at: number) => formatInstant(at, timeZone, { dateStyle: 'short', timeStyle: 'short' });
    return format(instant + hours * HOUR_MS) === format(instant);
  });

const readText = (element: Element | null) => element?.textContent.trim();

test.each(openingInstants)(
  'header, sign, Contact, footer and structured data agree at $instant: $title',
  async (row) => {
    const { instant, line, upcoming, content } = row;
    const now = Date.parse(instant);
    const [home, contact] = [await renderPage('/', row), await renderPage('/contact', row)];
    const date = formatInstant(now, content.timeZone, { weekday: 'long', month: 'long', day: 'numeric' });
    // The header has no space for the reason.
    const brief = line?.replace(
      /^(Closed today): .*?(?:\. O(?=pens)|$)/,
      (all, closed) => closed + (all.endsWith('O') ? ', o' : ''),
    );
    for (const page of [home, contact])
      expect(readText(page.querySelector('header nav p'))).toBe(brief && `${brief} (${date})`);
    const sign = home.querySelector('section[aria-label="Today"] > div');
    const sentence = line?.replace(', opens', '. Opens');
    expect(readText(sign)).toBe(line?.startsWith('Closed today') ? `${date}${sentence}` : undefined);
    expect(contact.querySelector('section[aria-label="Today"]')).toBeNull();
    const listDays = (page: Document, selector: string) =>
      [...page.querySelectorAll(`${selector} figure dl > div`)].map((day) =>
        day.querySelector('time')?.getAttribute('datetime'),
      );
    expect([listDays(contact, '#contact-hours'), listDays(home, '#hours')]).toEqual([upcoming, upcoming]);
    const status = line && /^(Open|Closing)/.test(line) ? 'open' : 'closed';
    if (!isRepeated(now, content.timeZone))
      expect(readStatus(home, now, content.timeZone)).toBe(line ? status : 'ask');
  },
);
