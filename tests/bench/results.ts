export const pagePaths = ['/', '/menu', '/services', '/contact'] as const;
export type PagePath = (typeof pagePaths)[number];

/** The site and the two variants of its pages that it is compared with; `report.ts` describes them. */
export const variants = ['site', 'static page', 'ordinary SPA'] as const;
export type Variant = (typeof variants)[number];

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Scores = Record<(typeof categories)[number], number>;

/** The figures of one page load, or the medians of several: times in milliseconds, sizes in KiB. */
export interface PageFigures {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  totalBlockingTime: number;
  /** The longest task after the first paint; 0 if none took 50 ms. */
  longestTask: number;
  /** Of several loads the maximum, because no shift is allowed. */
  cumulativeLayoutShift: number;
  /** The gzip size of the scripts that were loaded before the page became interactive. */
  scriptsUntilInteractive: number;
  /** The gzip size of all scripts. */
  scripts: number;
}

/** A server's throughput, and the 99th percentile of its response time in milliseconds. */
export interface Load {
  requestsPerSecond: number;
  p99: number;
}

export const interactions = [
  'Link to the menu',
  'Next picture of the carousel',
  'Jump to a part of the menu',
] as const;
export type Interaction = (typeof interactions)[number];

/** The milliseconds that are compared between the seeded data and data as large as it can become. */
export const growthFigures = [
  'First Contentful Paint of /menu',
  'First screen of the admin',
  'List of sides',
  'Earlier versions of a dish',
  'Earlier versions of the menu',
  'Photographs',
  'From publishing to visible',
] as const;
export type GrowthFigure = (typeof growthFigures)[number];

/** The seconds of a first start in a fresh clone, and of the parts of the CMS alone. */
export const startFigures = ['packages', 'build', 'start'] as const;
export type StartFigure = (typeof startFigures)[number];

export interface Results {
  pages?: Record<PagePath, Record<Variant, PageFigures>>;
  /** Scores from 0 to 100. */
  lighthouse?: Record<PagePath, Scores>;
  server?: Record<'site' | 'bare' | 'strapi', Load> & {
    /** The query the CMS received most often in ten seconds of load on the site, and its number of requests. */
    busiestQuery: { path: string; requests: number };
  };
  /** Milliseconds from a press to the next paint: while the application starts, and after it. */
  interactions?: Record<Interaction, { atOnce: number; later: number }>;
  growth?: Record<GrowthFigure, { seeded: number; grown: number }>;
  start?: Record<StartFigure, number>;
}

/** Returns the number of rounds that the command line asks for, or else `usual`. */
export const getRounds = (usual: number) => Number(process.env.BENCH_ROUNDS || usual);

/** Returns the median of a figure of items; `NaN` when there are none. */
export function median<Item>(items: Item[], figure: (item: Item) => number): number {
  const sorted = items.map(figure).toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  const [lower, upper] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  return lower === undefined || upper === undefined ? Number.NaN : (lower + upper) / 2;
}

/** Rotates a list, so that over several rounds each value is measured first. */
export function rotate<Value>(values: readonly Value[], places: number): Value[] {
  const first = places % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}

export function createRecord<Key extends string, Value>(
  keys: readonly Key[],
  create: (key: Key) => Value,
): Record<Key, Value> {
  // Object.fromEntries types its keys as strings.
  return Object.fromEntries(keys.map((key) => [key, create(key)])) as Record<Key, Value>;
}
