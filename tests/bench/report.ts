import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import {
  categories,
  growthFigures,
  interactions,
  type PagePath,
  pagePaths,
  type Results,
} from './results.ts';

/** The targets for loading times: the site's figure is at most `limit` times the baseline's. */
const timeTargets = [
  {
    metric: 'First Contentful Paint',
    figure: 'firstContentfulPaint',
    limit: 1.2,
    baseline: 'static page',
  },
  {
    metric: 'Largest Contentful Paint',
    figure: 'largestContentfulPaint',
    limit: 1.2,
    baseline: 'static page',
  },
  {
    metric: 'Total Blocking Time',
    figure: 'totalBlockingTime',
    limit: 0.5,
    baseline: 'ordinary SPA',
  },
] as const;

/** The heading of the figures that are written by hand, after the tables. */
const MEASURED_ONCE = '## Measured once, for decisions\n';

const createIntroduction = (machine: string) => `# Bench

\`npm run bench\` measures cold loads of the site's pages in Chromium, and compares them with two variants:

- **Static page**, the baseline: hand-written HTML with the same text, pictures, icons and fonts, without scripts (\`tests/bench/staticPages.ts\`). 1.00 × is the best that a site with this content can reach.
- **Ordinary SPA**, what most restaurant sites built with React are: the site's components as a single-page app with Vite's defaults, which fetches its content after the start, from memory.

Figures are medians (of layout shifts the maximum) of alternating rounds with a phone's viewport (360 × 800, device pixel ratio 2), 150 ms latency, 1.6 Mbps and a CPU slowdown of 4. The third table compares one process of the site with Strapi and with a bare \`node:http\` server that sends the same bytes, the fourth a site with 300 dishes, 2,000 versions and 5,000 pictures with a new one. Ratios hardly differ between quiet machines; on a busy one they do. Layout shifts need a fallback font that \`web/src/site.css\` scales, such as the package \`fonts-liberation\`. This run: ${machine}.

The bound of paint is 1.2 and not 1.1 because each page has the styles of the whole site, 5.6 KB more of Brotli than its static page, so that a link that is followed fetches none.

JavaScript is React, the router, the opening hours, the filter of allergens, the age of dietary information, and on Home the carousel.

`;

const formatTable = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const check = (text: string, isMet: boolean) => (isMet ? text : `**${text} MISSED**`);
const formatRatio = (ratio: number) => `${ratio.toFixed(2)} ×`;
const formatCount = (count: number) => Math.round(count).toLocaleString('en-US').replaceAll(',', ' ');

/** Prints the results; after a run of all parts, also writes them to docs/bench.md. */
export function report(results: Results, browser: string): void {
  const { pages, lighthouse, server, growth, start } = results;
  const tables = [
    formatTable(['', 'target', ...pagePaths], createPageTargets(results)),
    results.interactions
      ? formatTable(
          ['', 'target', 'while it starts', 'later'],
          createInteractionTargets(results.interactions),
        )
      : '',
    server ? formatTable(['', 'target', 'measured'], createServerTargets(server)) : '',
    growth ? formatTable(['', 'target', 'grown', 'seeded'], createGrowthTargets(growth)) : '',
    start ? formatTable(['', 'target', 'measured'], createStartTargets(start)) : '',
  ].join('\n\n');
  console.log(`\n${tables}\n\nTargets missed: ${tables.split('MISSED').length - 1}.`);
  if (!pages || !lighthouse || !results.interactions || !server || !growth || !start) return;
  const machine = `${cpus().length} cores, Node ${process.versions.node}, ${browser}`;
  const document = new URL('../../docs/bench.md', import.meta.url);
  const [, measuredOnce = ''] = readFileSync(document, 'utf8').split(MEASURED_ONCE);
  writeFileSync(document, `${createIntroduction(machine)}${tables}\n\n${MEASURED_ONCE}${measuredOnce}`);
}

/** The rows of the targets for pages: metric, limit and a cell for each page. */
function createPageTargets({ pages, lighthouse }: Results): string[][] {
  const rows: string[][] = [];
  const addRow = (metric: string, limit: string, format: (path: PagePath) => string) =>
    rows.push([metric, limit, ...pagePaths.map(format)]);
  if (pages) {
    for (const { metric, figure, limit, baseline } of timeTargets)
      addRow(metric, `≤ ${limit} × ${baseline}`, (path) => {
        const [time, base] = [pages[path].site[figure], pages[path][baseline][figure]];
        // On a fast machine, neither of them may block at all.
        if (time === 0) return '0 ms';
        const ratio = time / base;
        return check(formatRatio(ratio), ratio <= limit);
      });
    addRow('Longest task after the first paint', '≤ 50 ms', (path) => {
      const time = pages[path].site.longestTask;
      return check(time ? `${Math.round(time)} ms` : 'none', time <= 50);
    });
    addRow('Cumulative Layout Shift', '0', (path) => {
      const shift = pages[path].site.cumulativeLayoutShift;
      return check(shift === 0 ? '0' : shift.toFixed(4), shift === 0);
    });
    addRow('JS until interactive, gzip', '≤ 103 KiB', (path) => {
      const size = pages[path].site.scriptsUntilInteractive;
      return check(`${size.toFixed(1)} KiB`, size <= 103);
    });
    addRow('All JS, gzip', '≤ 125 KiB on Home', (path) => {
      const size = pages[path].site.scripts;
      return check(`${size.toFixed(1)} KiB`, path !== '/' || size <= 125);
    });
  }
  if (lighthouse)
    addRow('Lighthouse, mobile', '100/100/100/100', (path) => {
      const scores = categories.map((category) => lighthouse[path][category]).join('/');
      return check(scores, scores === '100/100/100/100');
    });
  return rows;
}

/** The rows of the targets for interactions: what is pressed, limit, and the milliseconds to the next paint. */
function createInteractionTargets(times: NonNullable<Results['interactions']>): string[][] {
  const formatTime = (time: number) => check(time ? `${Math.round(time)} ms` : '< 16 ms', time < 100);
  return interactions.map((interaction) => {
    const { atOnce, later } = times[interaction];
    return [`${interaction}, to the next paint`, '< 100 ms', formatTime(atOnce), formatTime(later)];
  });
}

/** The rows of the targets for the server: metric, limit and the measured value. */
function createServerTargets(server: NonNullable<Results['server']>): string[][] {
  const { site, bare, strapi, busiestQuery } = server;
  const compare = (other: number, minRatio: number) => {
    const ratio = site.requestsPerSecond / other;
    const counts = `${formatCount(site.requestsPerSecond)} to ${formatCount(other)} a second`;
    return check(`${formatRatio(ratio)} (${counts})`, ratio >= minRatio);
  };
  const [p99, bareP99] = [site.p99.toFixed(1), bare.p99.toFixed(1)];
  const responseTimes = `${p99} ms (bare server ${bareP99} ms, Strapi ${Math.round(strapi.p99)} ms)`;
  const { path, requests } = busiestQuery;
  return [
    ['Pages per second from one process', '≥ 0.55 × a bare server', compare(bare.requestsPerSecond, 0.55)],
    ['The same compared with Strapi', '≥ 40 × its own REST list', compare(strapi.requestsPerSecond, 40)],
    ['99th percentile of its response times', '< 50 ms', check(responseTimes, site.p99 < 50)],
    [
      'Requests to Strapi in 10 s of this load',
      '≤ 10 for each query',
      check(`${requests} (${path})`, requests <= 10),
    ],
  ];
}

/** The rows of the targets for grown data: metric, limit, and the values with grown and with seeded data. */
function createGrowthTargets(growth: NonNullable<Results['growth']>): string[][] {
  const formatTime = (time: number) => `${Math.round(time)} ms`;
  return growthFigures.map((figure) => {
    const { grown, seeded } = growth[figure];
    if (figure === 'From publishing to visible')
      return [figure, '< 1000 ms', check(formatTime(grown), grown < 1000), formatTime(seeded)];
    const limit = figure === 'First Contentful Paint of /menu' ? 1.15 : 1.5;
    const ratio = grown / seeded;
    const cell = check(`${formatTime(grown)}, ${formatRatio(ratio)}`, ratio <= limit);
    return [figure, `≤ ${limit} × seeded`, cell, formatTime(seeded)];
  });
}

/** The rows of the targets for starts: metric, limit and the measured value. */
function createStartTargets({ packages, build, start }: NonNullable<Results['start']>): string[][] {
  const ratio = start / (packages + build);
  const [first, ...parts] = [start, packages, build].map((seconds) => seconds.toFixed(0));
  const cell = check(`${formatRatio(ratio)} (${first} s to ${parts.join(' + ')} s)`, ratio <= 1.05);
  return [
    [
      'npm start in a fresh clone, until the site is open',
      '≤ 1.05 × packages + build of the CMS alone',
      cell,
    ],
  ];
}
