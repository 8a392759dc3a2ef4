import { type PageResults, pagePaths, type Results, variants } from './results.ts';
import { type Cell, pageTargets, serverTargets, type Target } from './targets.ts';

const formatTable = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const formatCell = ({ text, isMet }: Cell) => (isMet === false ? `**${text} MISSED**` : text);

/** Formats the results as Markdown tables: first the targets, then the measurements behind them. */
export function toMarkdown(results: Results): string {
  const pageTargetList = pageTargets(results);
  const serverTargetList = results.server ? serverTargets(results.server) : [];
  const toRows = (targets: Target[]) =>
    targets.map(({ metric, limit, cells }) => [metric, limit, ...cells.map(formatCell)]);
  return [
    pageTargetList.length > 0 && formatTable(['', 'target', ...pagePaths], toRows(pageTargetList)),
    serverTargetList.length > 0 && formatTable(['', 'target', 'measured'], toRows(serverTargetList)),
    results.pages && formatFigures(results.pages),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function formatFigures(pages: PageResults): string {
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
        [Number(figures.cumulativeLayoutShift.toFixed(4)), ...figures.shiftedElements].join(' '),
        Math.round(figures.transferred),
        Math.round(figures.scripts),
      ].map(String);
    }),
  );
  const head = ['page', '', 'FCP ms', 'LCP ms', 'LCP is', 'TBT ms', 'CLS', 'KiB', 'JS gz KiB'];
  return formatTable(head, rows);
}
