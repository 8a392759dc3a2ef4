import { categories, type PageResults, pagePaths, type Results, type ServerResults } from './results.ts';

/** One figure as it is shown, and whether it is good enough; `undefined` where nothing is asked of it. */
export interface Cell {
  text: string;
  met: boolean | undefined;
}

/** One line of the table: what was measured, what was asked of it, and what came out. */
export interface Target {
  what: string;
  limit: string;
  cells: Cell[];
}

const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const kib = (size: number) => `${size.toFixed(1)} KiB`;
const thousands = (count: number) => Math.round(count).toLocaleString('en-US').replaceAll(',', ' ');

export const PAINT_LIMIT = 1.2;
export const BLOCKING_LIMIT = 0.5;

/** The targets that each page has to meet: a cell for each of the four. */
export function pageTargets({ pages, lighthouse }: Results): Target[] {
  return [...(pages ? loadTargets(pages) : []), ...(lighthouse ? [scoreTarget(lighthouse)] : [])];
}

function loadTargets(pages: PageResults): Target[] {
  const paint = (what: string, figure: 'firstContentfulPaint' | 'largestContentfulPaint'): Target => ({
    what,
    limit: `≤ ${PAINT_LIMIT} × the floor’s`,
    cells: pagePaths.map((path) => {
      const ratio = pages[path].site[figure] / pages[path].floor[figure];
      return { text: times(ratio), met: ratio <= PAINT_LIMIT };
    }),
  });
  return [
    paint('First Contentful Paint', 'firstContentfulPaint'),
    paint('Largest Contentful Paint', 'largestContentfulPaint'),
    {
      what: 'Total Blocking Time',
      limit: `≤ ${BLOCKING_LIMIT} × mounted at once`,
      cells: pagePaths.map((path) => {
        const ratio = pages[path].site.totalBlockingTime / pages[path]['at once'].totalBlockingTime;
        return { text: times(ratio), met: ratio <= BLOCKING_LIMIT };
      }),
    },
    {
      what: 'Cumulative Layout Shift',
      limit: '0',
      cells: pagePaths.map((path) => {
        const shift = pages[path].site.cumulativeLayoutShift;
        return { text: shift === 0 ? '0' : shift.toFixed(4), met: shift === 0 };
      }),
    },
    {
      what: 'JS until interactive, gzip',
      limit: '≤ 95 KiB',
      cells: pagePaths.map((path) => {
        const size = pages[path].site.scriptsUntilInteractive;
        return { text: kib(size), met: size <= 95 };
      }),
    },
    {
      what: 'All JS, gzip',
      limit: '≤ 115 KiB on Home',
      cells: pagePaths.map((path) => {
        const size = pages[path].site.scripts;
        return { text: kib(size), met: path === '/' ? size <= 115 : undefined };
      }),
    },
  ];
}

function scoreTarget(lighthouse: NonNullable<Results['lighthouse']>): Target {
  return {
    what: 'Lighthouse, mobile',
    limit: '100/100/100/100',
    cells: pagePaths.map((path) => {
      const scores = categories.map((category) => lighthouse[path][category]);
      return { text: scores.join('/'), met: scores.every((score) => score === 100) };
    }),
  };
}

/** The targets that the site's server has to meet: a cell each. */
export function serverTargets({ site, nginx, strapi, busiestRead }: ServerResults): Target[] {
  const against = (other: number, what: string) =>
    `${times(site.requestsPerSecond / other)} (${thousands(site.requestsPerSecond)} to ${thousands(other)} ${what})`;
  return [
    {
      what: 'Pages a second from one process',
      limit: '≥ 0.25 × an nginx worker, same bytes',
      cells: [
        {
          text: against(nginx.requestsPerSecond, 'a second'),
          met: site.requestsPerSecond >= 0.25 * nginx.requestsPerSecond,
        },
      ],
    },
    {
      what: 'The same held against Strapi',
      limit: '≥ 40 × its own REST list',
      cells: [
        {
          text: against(strapi.requestsPerSecond, 'a second'),
          met: site.requestsPerSecond >= 40 * strapi.requestsPerSecond,
        },
      ],
    },
    {
      what: '99 of 100 of them within',
      limit: '< 50 ms',
      cells: [
        {
          text: `${site.p99.toFixed(1)} ms (nginx ${nginx.p99.toFixed(1)} ms, Strapi ${Math.round(strapi.p99)} ms)`,
          met: site.p99 < 50,
        },
      ],
    },
    {
      what: 'Requests that Strapi sees in 10 s of it',
      limit: '≤ 10 for a read',
      cells: [{ text: `${busiestRead.requests} (${busiestRead.path})`, met: busiestRead.requests <= 10 }],
    },
  ];
}
