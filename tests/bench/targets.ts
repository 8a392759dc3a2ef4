import { categories, type PageResults, pagePaths, type Results, type ServerResults } from './results.ts';

/** A formatted measurement. */
export interface Cell {
  text: string;
  /** Whether it meets the target; `undefined` where there is no target. */
  isMet: boolean | undefined;
}

/** One row of the table: the metric, its limit and the measured values. */
export interface Target {
  metric: string;
  limit: string;
  cells: Cell[];
}

const formatRatio = (ratio: number) => `${ratio.toFixed(2)} ×`;
const formatKib = (size: number) => `${size.toFixed(1)} KiB`;
const formatCount = (count: number) => Math.round(count).toLocaleString('en-US').replaceAll(',', ' ');

export const MAX_PAINT_RATIO = 1.2;
export const MAX_BLOCKING_RATIO = 0.5;

/** The targets for pages, with one cell for each of the four pages. */
export function pageTargets({ pages, lighthouse }: Results): Target[] {
  return [...(pages ? loadTargets(pages) : []), ...(lighthouse ? [scoreTarget(lighthouse)] : [])];
}

function loadTargets(pages: PageResults): Target[] {
  const paintTarget = (
    metric: string,
    figure: 'firstContentfulPaint' | 'largestContentfulPaint',
  ): Target => ({
    metric,
    limit: `≤ ${MAX_PAINT_RATIO} × the floor’s`,
    cells: pagePaths.map((path) => {
      const ratio = pages[path].site[figure] / pages[path].floor[figure];
      return { text: formatRatio(ratio), isMet: ratio <= MAX_PAINT_RATIO };
    }),
  });
  return [
    paintTarget('First Contentful Paint', 'firstContentfulPaint'),
    paintTarget('Largest Contentful Paint', 'largestContentfulPaint'),
    {
      metric: 'Total Blocking Time',
      limit: `≤ ${MAX_BLOCKING_RATIO} × mounted at once`,
      cells: pagePaths.map((path) => {
        const ratio = pages[path].site.totalBlockingTime / pages[path]['at once'].totalBlockingTime;
        return { text: formatRatio(ratio), isMet: ratio <= MAX_BLOCKING_RATIO };
      }),
    },
    {
      metric: 'Cumulative Layout Shift',
      limit: '0',
      cells: pagePaths.map((path) => {
        const shift = pages[path].site.cumulativeLayoutShift;
        return { text: shift === 0 ? '0' : shift.toFixed(4), isMet: shift === 0 };
      }),
    },
    {
      metric: 'JS until interactive, gzip',
      limit: '≤ 95 KiB',
      cells: pagePaths.map((path) => {
        const size = pages[path].site.scriptsUntilInteractive;
        return { text: formatKib(size), isMet: size <= 95 };
      }),
    },
    {
      metric: 'All JS, gzip',
      limit: '≤ 115 KiB on Home',
      cells: pagePaths.map((path) => {
        const size = pages[path].site.scripts;
        return { text: formatKib(size), isMet: path === '/' ? size <= 115 : undefined };
      }),
    },
  ];
}

function scoreTarget(lighthouse: NonNullable<Results['lighthouse']>): Target {
  return {
    metric: 'Lighthouse, mobile',
    limit: '100/100/100/100',
    cells: pagePaths.map((path) => {
      const scores = categories.map((category) => lighthouse[path][category]);
      return { text: scores.join('/'), isMet: scores.every((score) => score === 100) };
    }),
  };
}

/** The targets for the site's server, with one cell each. */
export function serverTargets({ site, nginx, strapi, busiestQuery }: ServerResults): Target[] {
  const compare = (other: number, unit: string) =>
    `${formatRatio(site.requestsPerSecond / other)} (${formatCount(site.requestsPerSecond)} to ${formatCount(other)} ${unit})`;
  return [
    {
      metric: 'Pages per second from one process',
      limit: '≥ 0.25 × an nginx worker, same bytes',
      cells: [
        {
          text: compare(nginx.requestsPerSecond, 'a second'),
          isMet: site.requestsPerSecond >= 0.25 * nginx.requestsPerSecond,
        },
      ],
    },
    {
      metric: 'The same compared with Strapi',
      limit: '≥ 40 × its own REST list',
      cells: [
        {
          text: compare(strapi.requestsPerSecond, 'a second'),
          isMet: site.requestsPerSecond >= 40 * strapi.requestsPerSecond,
        },
      ],
    },
    {
      metric: '99th percentile of its response times',
      limit: '< 50 ms',
      cells: [
        {
          text: `${site.p99.toFixed(1)} ms (nginx ${nginx.p99.toFixed(1)} ms, Strapi ${Math.round(strapi.p99)} ms)`,
          isMet: site.p99 < 50,
        },
      ],
    },
    {
      metric: 'Requests to Strapi in 10 s of this load',
      limit: '≤ 10 for each query',
      cells: [
        { text: `${busiestQuery.requests} (${busiestQuery.path})`, isMet: busiestQuery.requests <= 10 },
      ],
    },
  ];
}
