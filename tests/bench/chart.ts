import { pagePaths, type Results, type Variant, variants } from './results.ts';

/** The targets for loading times: the site's figure is at most `limit` times the baseline's. */
export const timeTargets = [
  { metric: 'First Contentful Paint', figure: 'firstContentfulPaint', limit: 1.1, baseline: 'static page' },
  {
    metric: 'Largest Contentful Paint',
    figure: 'largestContentfulPaint',
    limit: 1.1,
    baseline: 'static page',
  },
  { metric: 'Total Blocking Time', figure: 'totalBlockingTime', limit: 0.5, baseline: 'ordinary SPA' },
] as const;

const fills: Record<Variant, string> = {
  site: '#1f5a5c',
  'static page': '#8a8470',
  'ordinary SPA': '#b0402a',
};
const [LABELS_WIDTH, PANEL_WIDTH, MAX_BAR_WIDTH, ROW_HEIGHT, HEAD_HEIGHT] = [230, 280, 220, 20, 70];

/**
 * Draws the loading times as bars: a panel for each metric, a row for each page and variant, and a line at the site's limit.
 * The background is opaque, so that the chart is readable in light and dark mode.
 */
export function drawChart(pages: NonNullable<Results['pages']>): string {
  const text = (x: number, y: number, content: string | number, weight = 400) =>
    `<text x="${x}" y="${y}" font-weight="${weight}">${content}</text>`;
  const rows = pagePaths.flatMap((path, page) =>
    variants.map((variant, index) => {
      const y = HEAD_HEIGHT + (page * (variants.length + 1) + index) * ROW_HEIGHT;
      return { path, variant, y, figures: pages[path][variant] };
    }),
  );
  const labels = rows.map(
    ({ path, variant, y }) => (variant === 'site' ? text(24, y, path, 700) : '') + text(100, y, variant),
  );
  const panels = timeTargets.map(({ metric, figure, limit, baseline }, column) => {
    const left = LABELS_WIDTH + column * PANEL_WIDTH;
    const scale = MAX_BAR_WIDTH / Math.max(...rows.map(({ figures }) => figures[figure]));
    const bars = rows.map(({ path, variant, y, figures }) => {
      const width = Math.max(1, Math.round(figures[figure] * scale));
      const limitWidth = variant === 'site' ? Math.round(pages[path][baseline][figure] * limit * scale) : 0;
      return `<rect x="${left}" y="${y - 11}" width="${width}" height="13" fill="${fills[variant]}"/>
${limitWidth ? `<path d="M${left + limitWidth} ${y - 14}v18" stroke="#1d2b2a" stroke-width="2"/>` : ''}
${text(left + Math.max(width, limitWidth) + 6, y, Math.round(figures[figure]))}`;
    });
    return [text(left, 36, `${metric}, ms`, 700), ...bars].join('\n');
  });
  const width = LABELS_WIDTH + timeTargets.length * PANEL_WIDTH;
  const height = HEAD_HEIGHT + pagePaths.length * (variants.length + 1) * ROW_HEIGHT + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1d2b2a" role="img">
<title>Loading times of the four pages: the site and three variants</title>
<rect width="${width}" height="${height}" fill="#f6efe1"/>
${[...labels, ...panels].join('\n')}
${text(24, height - 16, 'Median times of cold loads; the vertical line is the site’s limit.')}
</svg>
`;
}
