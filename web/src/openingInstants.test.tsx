// @vitest-environment jsdom
// Bar, Contact, footer and structured data, at the instants at which `describeOpeningStatus` is tested.
import { expect, test } from 'vitest';
import { type OpeningInstant, openingInstants } from '../../cms/testing/openingInstants.ts';
import { seedContent } from '../../tests/support/seedContent.ts';
import { seedRecords } from '../../tests/support/seedRecords.ts';
import { parsers } from './content/parsers.ts';
import { renderDocument } from './entry-server.tsx';
import { findRoute } from './routes.ts';

/** schema.org's OpeningHoursSpecification. */
interface HoursSpecification {
  dayOfWeek?: string[];
  opens: string;
  closes: string;
  validFrom?: string;
  validThrough?: string;
}

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

/** Evaluates the opening hours of a page's structured data as a search engine does; `undefined` when those of the date are missing. */
function isOpenInStructuredData(page: Document, instant: number, timeZone: string): boolean | undefined {
  const {
    openingHoursSpecification: all = [],
    specialOpeningHoursSpecification: special = [],
  }: {
    openingHoursSpecification?: HoursSpecification[];
    specialOpeningHoursSpecification?: HoursSpecification[];
  } = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
  // Google reads the special days from the first property; it has all of them, or no hours at all.
  if (all.length > 0) expect(all.filter(({ validFrom }) => validFrom)).toEqual(special);
  const time = formatInstant(instant, timeZone, { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
  const hoursOf = (day: string): HoursSpecification[] => {
    const ofDate = special.filter(
      ({ validFrom = '', validThrough = '' }) => validFrom <= day && day <= validThrough,
    );
    const weekday = formatInstant(Date.parse(day), 'UTC', { weekday: 'long' });
    return ofDate.length > 0 ? ofDate : all.filter(({ dayOfWeek }) => dayOfWeek?.includes(weekday));
  };
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant);
  const yesterday = new Date(Date.parse(today) - 24 * HOUR_MS).toISOString().slice(0, 10);
  const runsPastMidnight = ({ opens, closes }: HoursSpecification) => closes.slice(0, 5) < opens.slice(0, 5);
  if (hoursOf(yesterday).some((hours) => runsPastMidnight(hours) && time < hours.closes.slice(0, 5)))
    return true;
  const todaysHours = hoursOf(today);
  // A day without an entry is unknown, not closed.
  if (todaysHours.length === 0) return undefined;
  return todaysHours.some(
    (hours) =>
      hours.opens.slice(0, 5) <= time && (runsPastMidnight(hours) || time < hours.closes.slice(0, 5)),
  );
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
    if (!isRepeated(now, content.timeZone))
      expect(isOpenInStructuredData(home, now, content.timeZone)).toBe(line && /^(Open|Closing)/.test(line));
  },
);
