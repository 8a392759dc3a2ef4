/** What the parts of the bench hand to its report. */

export const pagePaths = ['/', '/menu', '/services', '/contact'] as const;
export type PagePath = (typeof pagePaths)[number];

/** The site, the static page it is held against, and that page with all required packages mounted at once. */
export const variants = ['site', 'floor', 'at once'] as const;
export type Variant = (typeof variants)[number];

/** One page's figures: times in milliseconds, sizes in KiB. */
export interface PageFigures {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** What was painted then: the elements' names, for example `img`. */
  largestElement: string;
  totalBlockingTime: number;
  cumulativeLayoutShift: number;
  /** What moved in any of the loads. */
  moved: string[];
  /** Everything that came over the wire, headers included. */
  transferred: number;
  /** Scripts, each compressed with gzip, that had arrived when the page became interactive. */
  scriptsUntilInteractive: number;
  scripts: number;
}

export type PageResults = Record<PagePath, Record<Variant, PageFigures>>;

/** Lighthouse's categories, each with its score of at most 100. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type LighthouseResults = Record<PagePath, Record<(typeof categories)[number], number>>;

/** How one server held up: answers a second, and milliseconds that half and 99 of 100 answers took at most. */
export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

export interface ServerResults {
  site: Load;
  nginx: Load;
  strapi: Load;
  /** The read that the CMS was asked for most often in ten seconds of load on the site, and how often that was. */
  busiestRead: { path: string; requests: number };
}

export interface Results {
  pages?: PageResults;
  lighthouse?: LighthouseResults;
  server?: ServerResults;
}

/** The middle of an odd number of values, the mean of the middle two of an even number. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** A record with a value for each of the keys. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

/** The same values, begun that many places further on, so that no one of them always comes first. */
export const rotated = <Value>(values: readonly Value[], places: number): Value[] => {
  const first = places % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
};
