/** The results that the parts of the benchmark pass to its report. */

export const pagePaths = ['/', '/menu', '/services', '/contact'] as const;
export type PagePath = (typeof pagePaths)[number];

/** The site, the static page it is compared with, and that page with all required packages mounted at once. */
export const variants = ['site', 'floor', 'at once'] as const;
export type Variant = (typeof variants)[number];

/** The measurements of one page: times in milliseconds, sizes in KiB. */
export interface PageFigures {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** The tag names of the largest elements, for example `img`. */
  largestElement: string;
  totalBlockingTime: number;
  cumulativeLayoutShift: number;
  /** The elements that shifted in any of the loads. */
  shiftedElements: string[];
  /** All bytes received, including headers. */
  transferred: number;
  /** The gzip size of the scripts that were loaded before the page became interactive. */
  scriptsUntilInteractive: number;
  /** The gzip size of all scripts. */
  scripts: number;
}

export type PageResults = Record<PagePath, Record<Variant, PageFigures>>;

/** Lighthouse's categories; each score is from 0 to 100. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type LighthouseResults = Record<PagePath, Record<(typeof categories)[number], number>>;

/** A server's throughput, and the 50th and 99th percentile of its response time in milliseconds. */
export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

export interface ServerResults {
  site: Load;
  nginx: Load;
  strapi: Load;
  /** The query the CMS received most often in ten seconds of load on the site, and its number of requests. */
  busiestQuery: { path: string; requests: number };
}

export interface Results {
  pages?: PageResults;
  lighthouse?: LighthouseResults;
  server?: ServerResults;
}

/** The median: for an even number of values, the mean of the middle two. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** Creates a record with a value for each key. */
export function createRecord<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> {
  // Object.fromEntries types its keys as strings.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

/** Rotates a list, so that over several rounds each value is measured first. */
export const rotate = <Value>(values: readonly Value[], places: number): Value[] => {
  const first = places % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
};
