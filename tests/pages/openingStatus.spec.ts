import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type OpeningContent,
  type OpeningInstant,
  openingInstants,
} from '../../cms/testing/openingInstants.ts';
import { contactPage } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { waitForHydration } from '../support/hydration.ts';
import { waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { ask, canonicalPaths, expect, type Site, test as siteTest } from '../support/site.ts';
import { listUnsavedQueries, type Page } from '../support/stack.ts';
import { preserveBrowserPerformance, TestClock } from '../support/testClock.ts';

interface Fixtures {
  /** The clock of the sites. */
  clock: TestClock;
  /** Starts a site with opening hours that the owner has entered. Its process is in another time zone than the restaurant. */
  startSiteWith: (content: OpeningContent, instant: string, preload?: string) => Promise<Site>;
}

const test = siteTest.extend<Fixtures>({
  clock: async ({ dataDir }, use) => use(new TestClock(dataDir, '2026-11-24T12:00:00-05:00')),
  startSiteWith: async ({ cms, clock, startSite }, use) =>
    use(async (content, instant, preload = '') => {
      cms.editResponse = enterContent(content);
      clock.set(instant);
      return (await startSite({ env: siteEnv(clock, content), preload })).waitUntilCached();
    }),
});

const siteEnv = ({ env }: TestClock, { timeZone }: OpeningContent) => ({
  ...env,
  TZ: 'Asia/Tokyo',
  TIME_ZONE: timeZone,
});

/** JavaScript for the site's process: adds a line to a file for each page that is compressed, which each rendered page is once. */
const logCompressions = (file: string) => `
  import { appendFileSync } from 'node:fs';
  import zlib from 'node:zlib';
  import { syncBuiltinESMExports } from 'node:module';
  const { gzip } = zlib;
  zlib.gzip = (...values) => {
    appendFileSync(${JSON.stringify(file)}, 'compressed\\n');
    return gzip(...values);
  };
  syncBuiltinESMExports();`;

/** An edit of the opening hours and special days, for `FaultyCms.editResponse`. */
const enterContent = (content: OpeningContent) => (body: string) => {
  const response: { data: { documentId: string } | { documentId: string }[] } = JSON.parse(body);
  if (!Array.isArray(response.data)) return body;
  const specialDays = content.specialDays.map((day, index) => ({ id: index + 1, ...day }));
  const data = response.data.map((record) =>
    record.documentId === 'contact-hours' ? { ...record, description: content.hours, specialDays } : record,
  );
  return JSON.stringify({ ...response, data });
};

/**
 * Returns the row of the table with a title.
 * @throws Error when the table has no such row
 */
function findRow(title: string): OpeningInstant {
  const row = openingInstants.find((candidate) => candidate.title === title);
  if (!row) throw new Error(`the table has no row “${title}”`);
  return row;
}

/** Returns the row and the others with its content, in the order of their instants. */
function rowsLike(row: OpeningInstant): [OpeningInstant, ...OpeningInstant[]] {
  const isLike = ({ content }: OpeningInstant) => JSON.stringify(content) === JSON.stringify(row.content);
  const [first = row, ...others] = openingInstants
    .filter(isLike)
    .sort((one, other) => Date.parse(one.instant) - Date.parse(other.instant));
  return [first, ...others];
}

/** A line about now; without JavaScript, it ends with its date. */
const STATUS = /^(?:Open until|Closed,|Closed today|(?:Open|Closed) \()/;

const formatInstant = (instant: number, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(instant);

/** Formats a date 'YYYY-MM-DD' such as 'Thursday, November 26'. */
const formatDate = (date: string) => formatInstant(Date.parse(date), 'UTC', LONG_DATE);

const LONG_DATE = { weekday: 'long', month: 'long', day: 'numeric' } as const;

/** Reads what the page shows about its hours: the lines about now, and the first dates of the special days. */
async function readHours(page: Page, { specialDays }: OpeningContent) {
  const texts = await page.evaluate(() =>
    ['header', '#contact-hours', '#hours'].map((selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(({ innerText }) => innerText).join('\n'),
    ),
  );
  const [bar = [], contact = [], footer = []] = texts.map((text) =>
    text.split('\n').flatMap((line) => line.trim() || []),
  );
  const findDays = (lines: string[]) => {
    const text = lines.filter((line) => !STATUS.test(line)).join('\n');
    return specialDays
      .map(({ from }) => ({ from, position: text.indexOf(formatDate(from)) }))
      .filter(({ position }) => position >= 0)
      .sort((one, other) => one.position - other.position)
      .map(({ from }) => from);
  };
  return {
    lines: [bar, contact, footer].map((lines) => lines.filter((line) => STATUS.test(line))),
    days: [contact, footer].map(findDays),
  };
}

/** schema.org's OpeningHoursSpecification. */
interface HoursSpecification {
  dayOfWeek?: string[];
  opens: string;
  closes: string;
  validFrom?: string;
  validThrough?: string;
}

/** Reads the opening hours of a page's structured data. */
function readSpecifications(html: string): Record<'weekly' | 'special', HoursSpecification[]> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const {
    openingHoursSpecification: all = [],
    specialOpeningHoursSpecification: special = [],
  }: {
    openingHoursSpecification?: HoursSpecification[];
    specialOpeningHoursSpecification?: HoursSpecification[];
  } = JSON.parse(json);
  // Google reads the special days from the first property; it has all of them, or no hours at all.
  if (all.length > 0) expect(all.filter(({ validFrom }) => validFrom)).toEqual(special);
  return { weekly: all.filter(({ validFrom }) => !validFrom), special };
}

/** Evaluates opening hours of structured data as a search engine does; `undefined` when those of the date are missing. */
function isOpenAt(
  { weekly, special }: ReturnType<typeof readSpecifications>,
  instant: number,
  timeZone: string,
): boolean | undefined {
  const time = formatInstant(instant, timeZone, { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
  const date = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
  const hoursOf = (day: string): HoursSpecification[] => {
    const ofDate = special.filter(
      ({ validFrom = '', validThrough = '' }) => validFrom <= day && day <= validThrough,
    );
    const weekday = formatInstant(Date.parse(day), 'UTC', { weekday: 'long' });
    return ofDate.length > 0 ? ofDate : weekly.filter(({ dayOfWeek }) => dayOfWeek?.includes(weekday));
  };
  const today = date(instant);
  const yesterday = new Date(Date.parse(today) - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
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
    return format(instant + hours * 60 * 60 * 1_000) === format(instant);
  });

/** Expects that a page's structured data call the restaurant open, closed or unknown as the line of a row does. */
function expectSameInStructuredData(html: string, { instant, line, content, title }: OpeningInstant): void {
  const at = Date.parse(instant);
  if (isRepeated(at, content.timeZone)) return;
  expect(isOpenAt(readSpecifications(html), at, content.timeZone), title).toBe(line?.startsWith('Open'));
}

/** What the page shows at an instant in a browser with JavaScript. */
const shownAt = ({ line, upcoming }: OpeningInstant) => {
  const lines = line === undefined ? [] : [line];
  return { lines: [lines, lines, []], days: [upcoming, upcoming] };
};
/** What paper shows: no line about now, because a sheet is read later. */
const printedAt = ({ upcoming }: OpeningInstant) => ({ lines: [[], [], []], days: [upcoming, upcoming] });

/** Waits until a site shows the opening hours that the owner has entered last. */
const waitForHours = (site: Site, { hours, specialDays }: OpeningContent) =>
  expect
    .poll(
      async () => {
        const { data }: { data: Record<string, unknown>[] } = JSON.parse(
          await site.fetchText('/api/contactpages'),
        );
        return data.find(({ documentId }) => documentId === 'contact-hours');
      },
      { timeout: 40_000, intervals: [100] },
    )
    .toMatchObject({ description: hours, specialDays });

/** Expects paper to have what a page shows, without the line about now. */
async function expectOnPaper(page: Page, row: OpeningInstant | undefined): Promise<void> {
  if (!row) throw new Error('there are no hours to print');
  await page.emulateMedia({ media: 'print' });
  expect(await readHours(page, row.content), row.title).toEqual(printedAt(row));
  await page.emulateMedia({ media: null });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [place, titles] of [
    [
      'Columbus',
      [
        'before opening',
        'a service that runs past midnight, before it',
        'New Year’s Eve',
        'a special leap day',
        'around the clock, in the evening',
        'not understood, a special closed day',
      ],
    ],
    ['Auckland', ['Auckland, a Monday that is Sunday elsewhere']],
  ] as const)
    test(`bar, Contact, footer and structured data agree at each instant in ${place}`, async ({
      page,
      cms,
      clock,
      startSiteWith,
    }) => {
      const [{ content: firstContent, instant: firstInstant }] = rowsLike(findRow(titles[0]));
      const site = await startSiteWith(firstContent, firstInstant);
      for (const title of titles)
        await test.step(`the hours of: ${title}`, async () => {
          const rows = rowsLike(findRow(title));
          const [{ content }] = rows;
          cms.editResponse = enterContent(content);
          await waitForHours(site, content);
          for (const row of rows) {
            clock.set(row.instant);
            const html = await site.fetchText('/contact');
            await page.setContent(html, { waitUntil: 'commit' });
            const date = formatInstant(Date.parse(row.instant), row.content.timeZone, LONG_DATE);
            // A cached copy may be read when the site is down, and nothing corrects it then.
            const dated = { ...row, line: row.line && `${row.line} (${date})` };
            expect(await readHours(page, row.content), row.title).toEqual(shownAt(dated));
            expectSameInStructuredData(html, row);
          }
          await expectOnPaper(page, rows.at(-1));
        });
    });
});

test('a site that starts without the CMS serves the same pages at each instant of New Year as with it', async ({
  cms,
  clock,
  dataDir,
  startSiteWith,
  startSite,
}) => {
  const newYear = findRow('New Year’s Eve');
  const rows = rowsLike(newYear).filter(({ instant }) => instant >= newYear.instant);
  const fetchPages = (site: Site) => Promise.all(canonicalPaths.map((path) => site.fetchText(path)));
  const site = await startSiteWith(newYear.content, newYear.instant);
  const before: string[][] = [];
  for (const row of rows) {
    clock.set(row.instant);
    const pages = await fetchPages(site);
    for (const page of pages) expect(page).toContain(`>${row.line}<`);
    before.push(pages);
  }
  cms.fault = 'closes every connection';
  await expect.poll(() => listUnsavedQueries(dataDir)).toEqual([]);
  await site.stop();
  const restarted = await startSite({ env: siteEnv(clock, newYear.content) });
  for (const [index, row] of rows.entries()) {
    clock.set(row.instant);
    expect(await fetchPages(restarted), row.title).toEqual(before[index]);
  }
});

test('pages are rendered once in an interval between two boundaries', async ({
  clock,
  dataDir,
  startSiteWith,
}) => {
  const [{ content }] = rowsLike(findRow('at opening'));
  const log = join(dataDir, 'compressions');
  const site = await startSiteWith(content, '2026-11-24T16:30:00-05:00', logCompressions(log));
  const countCompressions = () => readFileSync(log, 'utf8').split('\n').length - 1;
  const fetchContact = async (headers?: Record<string, string>) => {
    const response = await ask(site.address, '/contact', headers);
    return { status: response.status, etag: String(response.headers.etag) };
  };
  const { etag } = await fetchContact();
  const before = countCompressions();
  for (const time of ['16:30:01', '17:59:59', '21:29:59']) {
    clock.set(`2026-11-24T${time}-05:00`);
    const responses = await Promise.all(Array.from({ length: 50 }, () => fetchContact()));
    expect(new Set(responses.map((response) => response.etag))).toEqual(new Set([etag]));
    expect(await fetchContact({ 'if-none-match': etag })).toEqual({ status: 304, etag });
  }
  expect(countCompressions()).toBe(before);

  clock.set('2026-11-24T21:30:00-05:00');
  const after = await Promise.all(Array.from({ length: 50 }, () => fetchContact({ 'if-none-match': etag })));
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(after.map((response) => response.etag)).size).toBe(1);
  expect(countCompressions()).toBe(before + 1);
});

test('no CDN may reuse a page after the next boundary, unless the site is down', async ({
  clock,
  startSiteWith,
}) => {
  const [{ content, instant }] = rowsLike(findRow('New Year’s Eve'));
  const site = await startSiteWith(content, instant);
  // An opening, a closing, a midnight, and the end of a service past midnight.
  for (const boundary of [
    '2026-11-24T16:30:00-05:00',
    '2026-11-24T21:30:00-05:00',
    '2026-11-25T00:00:00-05:00',
    '2027-01-01T01:00:00-05:00',
  ])
    for (const secondsLeft of [90, 30, 0.5]) {
      clock.set(new Date(Date.parse(boundary) - secondsLeft * 1_000).toISOString());
      for (const path of ['/', '/contact']) {
        const { headers } = await ask(site.address, path);
        expect(headers['cache-control']).toBe('no-cache');
        const lifetimes = Object.fromEntries(
          [...String(headers['cdn-cache-control']).matchAll(/([\w-]+)=(\d+)/g)].map(([, name, seconds]) => [
            name,
            Number(seconds),
          ]),
        );
        const reused = Number(lifetimes['s-maxage']) + Number(lifetimes['stale-while-revalidate']);
        expect(reused, `${path}, ${secondsLeft} s before ${boundary}`).toBeLessThanOrEqual(secondsLeft);
        expect(lifetimes['stale-if-error']).toBeGreaterThan(86_400);
      }
    }
});

/** Opens the contact page in a browser whose clock stands still at the instant, and waits until its content is revalidated. */
async function openContact(page: Page, site: Site, instant: string): Promise<void> {
  await preserveBrowserPerformance(page.context());
  await page.clock.setFixedTime(instant);
  const responses = contactPage.queries.map((name) =>
    page.waitForResponse(`${site.address}${queries[name].path}`),
  );
  await page.goto(`${site.address}/contact`);
  await waitForHydration(page);
  await Promise.all(responses);
}

/** Stops the timers of a page whose clock stands still: from now on, `pauseAt` changes the time and runs the timers that are due. */
async function pauseClock(page: Page, instant: string): Promise<void> {
  await page.clock.pauseAt(instant);
  await page.clock.setSystemTime(instant);
}

for (const [timezoneId, title] of [
  ['Europe/Berlin', 'New Year’s Eve'],
  ['Asia/Tokyo', 'a skipped closing time, before the jump'],
] as const)
  test.describe(`a visitor in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('who leaves a page open sees it change at each boundary without a request', async ({
      page,
      startSiteWith,
    }) => {
      const rows = rowsLike(findRow(title));
      const [{ content, instant }] = rows;
      const site = await startSiteWith(content, instant);
      await openContact(page, site, instant);
      await pauseClock(page, instant);
      const html = await page.content();
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith(site.address)) requests.push(request.url());
      });
      for (const row of rows) {
        await page.clock.pauseAt(row.instant);
        await expect.poll(() => readHours(page, content), row.title).toEqual(shownAt(row));
        expectSameInStructuredData(html, row);
      }
      await expectOnPaper(page, rows.at(-1));
      expect(requests).toEqual([]);
    });
  });

const [first, before, after] = [
  findRow('21 days before a special day'),
  findRow('the evening before a special closed day'),
  findRow('a special closed day'),
];

test('a page that slept shows the present line when it is visible again, also offline', async ({
  page,
  startSiteWith,
}) => {
  const { content } = first;
  const site = await startSiteWith(content, first.instant);
  const layoutShift = await watchLayoutShifts(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await openContact(page, site, first.instant);
  await page.route('**', (route) => route.abort());
  expect(await readHours(page, content)).toEqual(shownAt(first));
  await waitForPaint(page);
  const shiftBefore = await layoutShift();

  await test.step('on the event visibilitychange', async () => {
    // Changes the time and runs no timer, as while a phone sleeps.
    await page.clock.setFixedTime(before.instant);
    expect(await readHours(page, content)).toEqual(shownAt(first));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => readHours(page, content)).toEqual(shownAt(before));
  });

  await test.step('on the event pageshow, back from the back/forward cache', async () => {
    await page.clock.setFixedTime(after.instant);
    expect(await readHours(page, content)).toEqual(shownAt(before));
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect.poll(() => readHours(page, content)).toEqual(shownAt(after));
  });

  await test.step('without a layout shift', async () => {
    await waitForPaint(page);
    expect(await layoutShift()).toBe(shiftBefore);
  });
});

test('hydrating corrects the line of a page from another interval, and logs nothing', async ({
  page,
  startSiteWith,
}) => {
  const site = await startSiteWith(before.content, before.instant);
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  // Another minute of the same interval, and the next day.
  for (const [instant, row] of [
    [new Date(Date.parse(before.instant) + 60_000).toISOString(), before],
    [after.instant, after],
  ] as const) {
    await openContact(page, site, instant);
    await expect.poll(() => readHours(page, before.content)).toEqual(shownAt(row));
  }
  expect(messages).toEqual([]);
});

test('a notice appears and disappears by itself while the CMS is down', async ({
  page,
  cms,
  clock,
  startSite,
}) => {
  const notice = {
    text: 'The patio opens on Friday',
    from: '2026-11-24T21:00:00.000Z',
    until: '2026-11-24T23:30:00.000Z',
  };
  cms.editResponse = (body) => {
    const response: { data: object } = JSON.parse(body);
    if (!('websiteName' in response.data)) return body;
    return JSON.stringify({ ...response, data: { ...response.data, notice } });
  };
  const start = '2026-11-24T20:59:59.000Z';
  clock.set(start);
  const site = await (await startSite({ env: siteEnv(clock, before.content) })).waitUntilCached();
  await openContact(page, site, start);
  await pauseClock(page, start);
  cms.fault = 'closes every connection';
  await page.route('**', (route) => route.abort());
  for (const [instant, count] of [
    [start, 0],
    [notice.from, 1],
    ['2026-11-24T23:29:59.000Z', 1],
    [notice.until, 0],
  ] as const) {
    clock.set(instant);
    const html = await site.fetchText('/');
    // The embedded content has the notice at any time.
    const shown = html.replaceAll(/<script.*?<\/script>/gs, '').split(notice.text).length - 1;
    expect(shown, instant).toBe(count);
    await page.clock.pauseAt(instant);
    await expect(page.getByText(notice.text), instant).toHaveCount(count);
  }
});
