import { type PageResults, pagePaths, type Results, variants } from './results.ts';
import { type Cell, pageTargets, serverTargets } from './targets.ts';

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const shown = ({ text, met }: Cell) => (met === false ? `**${text} MISSED**` : text);

/** The results as Markdown tables: the targets first, then the figures they come from. */
export function toMarkdown(results: Results): string {
  const ofPages = pageTargets(results);
  const ofServer = results.server ? serverTargets(results.server) : [];
  const rows = (targets: typeof ofPages) =>
    targets.map(({ what, limit, cells }) => [what, limit, ...cells.map(shown)]);
  return [
    ofPages.length > 0 && table(['', 'target', ...pagePaths], rows(ofPages)),
    ofServer.length > 0 && table(['', 'target', 'measured'], rows(ofServer)),
    results.pages && figuresTable(results.pages),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function figuresTable(pages: PageResults): string {
  const rows = pagePaths.flatMap((path) =>
    variants.map((variant) => {
      const figures = pages[path][variant];
      return [
        path,
        variant,
        Math.round(figures.firstContentfulPaint),
        Math.round(figures.largestContentfulPaint),
        figures.largestElement,
        Math.round(figures.totalBlockingTime),
        [Number(figures.cumulativeLayoutShift.toFixed(4)), ...figures.moved].join(' '),
        Math.round(figures.transferred),
        Math.round(figures.scripts),
      ].map(String);
    }),
  );
  const head = ['page', '', 'FCP ms', 'LCP ms', 'LCP is', 'TBT ms', 'CLS', 'KiB', 'JS gz KiB'];
  return table(head, rows);
}
