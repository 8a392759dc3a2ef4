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
  type Cell,
  MAX_BLOCKING_RATIO,
  MAX_PAINT_RATIO,
  pageTargets,
  serverTargets,
  type Target,
} from './targets.ts';

const WIDTH = 1080;
const MARGIN = 32;
const BAR_HEIGHT = 14;
const ROW_HEIGHT = 26;

const BACKGROUND = '#f6efe1';
const INK = '#1d2b2a';
const DARK_GREY = '#465653';
const GREY = '#8a8470';
const RED = '#b0402a';
const fills: Record<Variant, string> = { site: '#1f5a5c', floor: GREY, 'at once': '#d99a2b' };

/** A column of bars: one metric of every page, for the site and the variants it is compared with. */
interface Panel {
  title: string;
  figure: keyof PageFigures & ('firstContentfulPaint' | 'largestContentfulPaint' | 'totalBlockingTime');
  /** The site's bar may be at most this many times as long as the bar of this variant. */
  limit: { times: number; of: Variant };
}

const panels: Panel[] = [
  {
    title: 'First Contentful Paint, ms',
    figure: 'firstContentfulPaint',
    limit: { times: MAX_PAINT_RATIO, of: 'floor' },
  },
  {
    title: 'Largest Contentful Paint, ms',
    figure: 'largestContentfulPaint',
    limit: { times: MAX_PAINT_RATIO, of: 'floor' },
  },
  {
    title: 'Total Blocking Time, ms',
    figure: 'totalBlockingTime',
    limit: { times: MAX_BLOCKING_RATIO, of: 'at once' },
  },
];

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function drawText(x: number, y: number, text: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escapeXml(text)}</text>`;
}

function drawBox(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${fill}"/>`;
}

/** Draws the results of all parts as an SVG with its own background, so that it is readable on light and dark pages. */
export function drawChart(results: Results, machine: string): string {
  const drawn: string[] = [];
  let y = MARGIN + 16;
  drawn.push(drawText(MARGIN, y, 'Site against floor', 'font-size="24" font-weight="700"'));
  y += 24;
  drawn.push(
    drawText(
      MARGIN,
      y,
      `Medians of cold loads: 150 ms, 1.6 Mbps, processor 4 × slower; ${machine}`,
      `fill="${DARK_GREY}"`,
    ),
  );
  y += 28;
  drawn.push(drawLegend(y));
  y += 30;
  if (results.pages) {
    const bars = drawBars(results.pages, y);
    drawn.push(bars.svg);
    y = bars.end + 16;
  }
  const pageTable = drawTargets(['target', ...pagePaths], [262, 452, 602, 752, 902], pageTargets(results), y);
  drawn.push(pageTable.svg);
  y = pageTable.end + 34;
  if (results.server) {
    const serverTable = drawTargets(['target', 'measured'], [352, 640], serverTargets(results.server), y);
    drawn.push(serverTable.svg);
    y = serverTable.end;
  }
  const height = y + MARGIN - 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, 'Segoe UI', Roboto, Arial, sans-serif" font-size="13" fill="${INK}" role="img">
<title>Site against floor: paint and blocking times of the four pages, and the targets</title>
${drawBox(0, 0, WIDTH, height, BACKGROUND)}
${drawn.join('\n')}
</svg>
`;
}

function drawLegend(y: number): string {
  const names: Record<Variant, string> = {
    site: 'the site',
    floor: 'the floor: a hand-written static page',
    'at once': 'the floor with all packages mounted at once',
  };
  const places: Record<Variant, number> = { site: MARGIN, floor: 140, 'at once': 430 };
  const entries = variants.map(
    (variant) =>
      drawBox(places[variant], y - 11, BAR_HEIGHT, BAR_HEIGHT, fills[variant]) +
      drawText(places[variant] + BAR_HEIGHT + 8, y, names[variant]),
  );
  const limit = drawLimit(795, y - 15) + drawText(807, y, 'the limit for the site');
  return [...entries, limit].join('\n');
}

/** A vertical line across a bar at the limit. */
function drawLimit(x: number, top: number): string {
  return `<path d="M${x.toFixed(1)} ${top}v${BAR_HEIGHT + 4}" stroke="${RED}" stroke-width="2.5"/>`;
}

function drawBars(pages: PageResults, top: number): { svg: string; end: number } {
  const drawn: string[] = [];
  const labelWidth = 78;
  const column = (WIDTH - 2 * MARGIN - labelWidth) / panels.length;
  // The value to the right of the longest bar needs space.
  const maxBarWidth = column - 100;
  const groupHeight = variants.length * (BAR_HEIGHT + 2) + 18;
  for (const [index, { title, figure, limit }] of panels.entries()) {
    const left = MARGIN + labelWidth + index * column;
    drawn.push(drawText(left, top, title, 'font-weight="700"'));
    const limitOf = (path: PagePath) => pages[path][limit.of][figure] * limit.times;
    const values = pagePaths.flatMap((path) => variants.map((variant) => pages[path][variant][figure]));
    const maxValue = Math.max(...values, ...pagePaths.map(limitOf));
    const toX = (value: number) => left + Math.max(1, (value / maxValue) * maxBarWidth);
    for (const [row, path] of pagePaths.entries()) {
      const y = top + 14 + row * groupHeight;
      if (index === 0) drawn.push(drawText(MARGIN, y + 28, path, 'font-weight="700"'));
      for (const [line, variant] of variants.entries()) {
        const value = pages[path][variant][figure];
        const barTop = y + line * (BAR_HEIGHT + 2);
        drawn.push(drawBox(left, barTop, toX(value) - left, BAR_HEIGHT, fills[variant]));
        if (variant !== 'site') {
          drawn.push(drawText(toX(value) + 6, barTop + 11.5, `${Math.round(value)}`, 'font-size="12"'));
          continue;
        }
        const ratio = (value / pages[path][limit.of][figure]).toFixed(2);
        const after = toX(Math.max(value, limitOf(path))) + 6;
        drawn.push(drawText(after, barTop + 11.5, `${Math.round(value)} · ${ratio} ×`, 'font-size="12"'));
        drawn.push(drawLimit(toX(limitOf(path)), barTop - 4));
      }
    }
  }
  return { svg: drawn.join('\n'), end: top + 14 + pagePaths.length * groupHeight };
}

/** Draws targets as a table; `columns` has the x position of each column after the first. */
function drawTargets(
  head: string[],
  columns: number[],
  targets: Target[],
  top: number,
): { svg: string; end: number } {
  const heads = head.map((text, index) => drawText(columns[index] ?? 0, top, text, `fill="${DARK_GREY}"`));
  const rows = targets.flatMap(({ metric, limit, cells }, row) => {
    const y = top + (row + 1) * ROW_HEIGHT;
    const [limitColumn = 0, ...cellColumns] = columns;
    return [
      `<path d="M${MARGIN} ${y - 18}H${WIDTH - MARGIN}" stroke="${INK}" stroke-width="0.5"/>`,
      drawText(MARGIN, y, metric),
      drawText(limitColumn, y, limit, `fill="${DARK_GREY}"`),
      ...cells.map((cell, index) => drawCell(cellColumns[index] ?? 0, y, cell)),
    ];
  });
  return { svg: [...heads, ...rows].join('\n'), end: top + targets.length * ROW_HEIGHT };
}

function drawCell(x: number, y: number, { text, isMet }: Cell): string {
  if (isMet === undefined) return drawText(x, y, text, `fill="${DARK_GREY}"`);
  return isMet ? drawText(x, y, `✓ ${text}`) : drawText(x, y, `✗ ${text}`, `fill="${RED}" font-weight="700"`);
}
