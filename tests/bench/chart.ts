import {
  type PageFigures,
  type PagePath,
  type PageResults,
  pagePaths,
  type Results,
  type Variant,
  variants,
} from './results.ts';
import {
  BLOCKING_LIMIT,
  type Cell,
  PAINT_LIMIT,
  pageTargets,
  serverTargets,
  type Target,
} from './targets.ts';

const WIDTH = 1080;
const MARGIN = 32;
const BAR = 14;
const LINE = 26;

const PAPER = '#f6efe1';
const INK = '#1d2b2a';
const QUIET = '#465653';
const GREY = '#8a8470';
const MISSED = '#b0402a';
const fills: Record<Variant, string> = { site: '#1f5a5c', floor: GREY, 'at once': '#d99a2b' };

/** A column of bars: one figure of every page, for the site and what it is held against. */
interface Panel {
  title: string;
  figure: keyof PageFigures & ('firstContentfulPaint' | 'largestContentfulPaint' | 'totalBlockingTime');
  /** The site's bar may be that many times as long as the bar of that variant. */
  limit: { times: number; of: Variant };
}

const panels: Panel[] = [
  {
    title: 'First Contentful Paint, ms',
    figure: 'firstContentfulPaint',
    limit: { times: PAINT_LIMIT, of: 'floor' },
  },
  {
    title: 'Largest Contentful Paint, ms',
    figure: 'largestContentfulPaint',
    limit: { times: PAINT_LIMIT, of: 'floor' },
  },
  {
    title: 'Total Blocking Time, ms',
    figure: 'totalBlockingTime',
    limit: { times: BLOCKING_LIMIT, of: 'at once' },
  },
];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function label(x: number, y: number, text: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(text)}</text>`;
}

function box(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${fill}"/>`;
}

/** Draws the results of all parts as an SVG that brings its own ground, so that it reads on light and dark pages. */
export function toChart(results: Results, machine: string): string {
  const drawn: string[] = [];
  let y = MARGIN + 16;
  drawn.push(label(MARGIN, y, 'Site against floor', 'font-size="24" font-weight="700"'));
  y += 24;
  drawn.push(
    label(
      MARGIN,
      y,
      `Medians of cold loads: 150 ms, 1.6 Mbps, processor 4 × slower; ${machine}`,
      `fill="${QUIET}"`,
    ),
  );
  y += 28;
  drawn.push(legend(y));
  y += 30;
  if (results.pages) {
    const bars = drawBars(results.pages, y);
    drawn.push(bars.svg);
    y = bars.end + 16;
  }
  const ofPages = drawTargets(['target', ...pagePaths], [262, 452, 602, 752, 902], pageTargets(results), y);
  drawn.push(ofPages.svg);
  y = ofPages.end + 34;
  if (results.server) {
    const ofServer = drawTargets(['target', 'measured'], [352, 640], serverTargets(results.server), y);
    drawn.push(ofServer.svg);
    y = ofServer.end;
  }
  const height = y + MARGIN - 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, 'Segoe UI', Roboto, Arial, sans-serif" font-size="13" fill="${INK}" role="img">
<title>Site against floor: paint and blocking times of the four pages, and the targets</title>
${box(0, 0, WIDTH, height, PAPER)}
${drawn.join('\n')}
</svg>
`;
}

function legend(y: number): string {
  const names: Record<Variant, string> = {
    site: 'the site',
    floor: 'the floor: a hand-written static page',
    'at once': 'the floor with all packages mounted at once',
  };
  const places: Record<Variant, number> = { site: MARGIN, floor: 140, 'at once': 430 };
  const entries = variants.map(
    (variant) =>
      box(places[variant], y - 11, BAR, BAR, fills[variant]) +
      label(places[variant] + BAR + 8, y, names[variant]),
  );
  const limit = mark(795, y - 15) + label(807, y, 'the most the site may take');
  return [...entries, limit].join('\n');
}

/** The limit's mark, from above a bar to its foot. */
function mark(x: number, top: number): string {
  return `<path d="M${x.toFixed(1)} ${top}v${BAR + 4}" stroke="${MISSED}" stroke-width="2.5"/>`;
}

function drawBars(pages: PageResults, top: number): { svg: string; end: number } {
  const drawn: string[] = [];
  const names = 78;
  const column = (WIDTH - 2 * MARGIN - names) / panels.length;
  // The number behind the longest bar needs its place.
  const longest = column - 100;
  const group = variants.length * (BAR + 2) + 18;
  for (const [index, { title, figure, limit }] of panels.entries()) {
    const left = MARGIN + names + index * column;
    drawn.push(label(left, top, title, 'font-weight="700"'));
    const allowed = (path: PagePath) => pages[path][limit.of][figure] * limit.times;
    const shown = pagePaths.flatMap((path) => variants.map((variant) => pages[path][variant][figure]));
    const most = Math.max(...shown, ...pagePaths.map(allowed));
    const place = (value: number) => left + Math.max(1, (value / most) * longest);
    for (const [row, path] of pagePaths.entries()) {
      const y = top + 14 + row * group;
      if (index === 0) drawn.push(label(MARGIN, y + 28, path, 'font-weight="700"'));
      for (const [line, variant] of variants.entries()) {
        const value = pages[path][variant][figure];
        const barTop = y + line * (BAR + 2);
        drawn.push(box(left, barTop, place(value) - left, BAR, fills[variant]));
        if (variant !== 'site') {
          drawn.push(label(place(value) + 6, barTop + 11.5, `${Math.round(value)}`, 'font-size="12"'));
          continue;
        }
        const ratio = (value / pages[path][limit.of][figure]).toFixed(2);
        const after = place(Math.max(value, allowed(path))) + 6;
        drawn.push(label(after, barTop + 11.5, `${Math.round(value)} · ${ratio} ×`, 'font-size="12"'));
        drawn.push(mark(place(allowed(path)), barTop - 4));
      }
    }
  }
  return { svg: drawn.join('\n'), end: top + 14 + pagePaths.length * group };
}

/** Draws targets as a table whose columns, after the first, begin at the given places. */
function drawTargets(
  head: string[],
  columns: number[],
  targets: Target[],
  top: number,
): { svg: string; end: number } {
  const heads = head.map((text, index) => label(columns[index] ?? 0, top, text, `fill="${QUIET}"`));
  const rows = targets.flatMap(({ what, limit, cells }, row) => {
    const y = top + (row + 1) * LINE;
    const [limitColumn = 0, ...cellColumns] = columns;
    return [
      `<path d="M${MARGIN} ${y - 18}H${WIDTH - MARGIN}" stroke="${INK}" stroke-width="0.5"/>`,
      label(MARGIN, y, what),
      label(limitColumn, y, limit, `fill="${QUIET}"`),
      ...cells.map((cell, index) => drawCell(cellColumns[index] ?? 0, y, cell)),
    ];
  });
  return { svg: [...heads, ...rows].join('\n'), end: top + targets.length * LINE };
}

function drawCell(x: number, y: number, { text, met }: Cell): string {
  if (met === undefined) return label(x, y, text, `fill="${QUIET}"`);
  return met ? label(x, y, `✓ ${text}`) : label(x, y, `✗ ${text}`, `fill="${MISSED}" font-weight="700"`);
}
