import { buildSpa } from './applications.ts';
import { test } from './bench.ts';
import { compress, serveFromMemory } from './memoryServer.ts';
import { loadPage } from './pageLoad.ts';
import {
  createRecord,
  getRounds,
  median,
  type PageFigures,
  pagePaths,
  rotate,
  type Variant,
  variants,
} from './results.ts';
import { createStaticPages } from './staticPages.ts';

/** Each of the two pages that are compared most closely is loaded twice a round. */
const loadsOfRound: Variant[] = ['site', 'static page', 'ordinary SPA', 'static page', 'site'];

test('pages: cold loads of the site and of two variants', async ({ browser, stack, results }) => {
  const { pages, files } = await createStaticPages(stack.site);
  const staticPages = pagePaths.map((path) => [path, compress(pages[path], 'index.html')] as const);
  const spa = await buildSpa(stack.cms);
  const addresses = {
    site: stack.site,
    'static page': await serveFromMemory(new Map([...files, ...staticPages])),
    'ordinary SPA': await serveFromMemory(new Map([...files, ...spa])),
  };

  const loads = createRecord(pagePaths, () => createRecord(variants, (): PageFigures[] => []));
  for (let round = 0; round < getRounds(15); round++)
    for (const [index, path] of pagePaths.entries())
      for (const variant of rotate(loadsOfRound, round + index))
        loads[path][variant].push(await loadPage(browser, addresses[variant], path, variant));
  results.pages = createRecord(pagePaths, (path) =>
    createRecord(variants, (variant) => summarize(loads[path][variant])),
  );
});

function summarize(loads: PageFigures[]): PageFigures {
  return {
    firstContentfulPaint: median(loads, (load) => load.firstContentfulPaint),
    largestContentfulPaint: median(loads, (load) => load.largestContentfulPaint),
    totalBlockingTime: median(loads, (load) => load.totalBlockingTime),
    longestTask: median(loads, (load) => load.longestTask),
    cumulativeLayoutShift: Math.max(...loads.map((load) => load.cumulativeLayoutShift)),
    scriptsUntilInteractive: median(loads, (load) => load.scriptsUntilInteractive),
    scripts: median(loads, (load) => load.scripts),
  };
}
