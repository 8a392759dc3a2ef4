import { gzipSync } from 'node:zlib';
import { test } from './bench.ts';
import { floorPages, floorResources } from './floor.ts';
import { mountAtOnce } from './mountedAtOnce.ts';
import { loadPage, type PageLoad } from './pageLoad.ts';
import { takePictures } from './pictures.ts';
import {
  median,
  type PageFigures,
  type PagePath,
  pagePaths,
  recordOf,
  rotated,
  type Variant,
  variants,
} from './results.ts';
import { serveStatic } from './staticServer.ts';
import { readWords } from './words.ts';

const ROUNDS = 9;
const KIB = 1024;

test('cold loads of each page, its floor, and the floor with all packages mounted at once', async ({
  browser,
  site,
  record,
}) => {
  const pictures = await takePictures(browser, site.address);
  const pages = floorPages(await readWords(site.address), pictures);
  const floor = await serveStatic(floorResources(pages, pictures));
  const mounted = await mountAtOnce(pages);
  const atOnce = await serveStatic(floorResources(mounted.pages, pictures).set(...mounted.script));
  const addresses = { site: site.address, floor: floor.address, 'at once': atOnce.address };

  const loads = byPage((): PageLoad[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, path] of pagePaths.entries())
      for (const variant of rotated(variants, round + index)) {
        const load = await loadPage(browser, addresses[variant] + path, {
          application: variant === 'site',
          carousel: variant === 'at once' || (variant === 'site' && path === '/'),
        });
        loads[path][variant].push(load);
      }

  const sizes = await compressedSizes(Object.values(loads).flatMap((ofPage) => Object.values(ofPage).flat()));
  await record(
    'pages',
    byPage((path, variant) => figures(loads[path][variant], sizes)),
  );
  floor.close();
  atOnce.close();
});

const byPage = <Value>(make: (path: PagePath, variant: Variant) => Value) =>
  recordOf(pagePaths, (path) => recordOf(variants, (variant) => make(path, variant)));

/** The size of each script that was loaded, by address, in bytes after gzip. */
async function compressedSizes(loads: PageLoad[]): Promise<Map<string, number>> {
  const addresses = new Set(loads.flatMap(({ scripts }) => scripts.map(({ address }) => address)));
  const sizes = [...addresses].map(async (address): Promise<[string, number]> => {
    const answer = await fetch(address);
    return [address, gzipSync(await answer.text()).length];
  });
  return new Map(await Promise.all(sizes));
}

/** The medians of a page's loads; of its layout shifts the worst, because there must not be one. */
function figures(loads: PageLoad[], sizes: Map<string, number>): PageFigures {
  const medianOf = (read: (load: PageLoad) => number) => median(loads.map(read));
  const scriptsBefore = (load: PageLoad, end: number) =>
    load.scripts
      .filter(({ responseEnd }) => responseEnd <= end)
      .reduce((total, { address }) => total + (sizes.get(address) ?? Number.NaN), 0) / KIB;
  return {
    firstContentfulPaint: medianOf((load) => load.firstContentfulPaint),
    largestContentfulPaint: medianOf((load) => load.largestContentfulPaint),
    largestElement: [...new Set(loads.map((load) => load.largestElement))].join(' or '),
    totalBlockingTime: medianOf((load) => load.totalBlockingTime),
    cumulativeLayoutShift: Math.max(...loads.map((load) => load.cumulativeLayoutShift)),
    moved: [...new Set(loads.flatMap((load) => load.moved))],
    transferred: medianOf((load) => load.transferred / KIB),
    scriptsUntilInteractive: medianOf((load) =>
      scriptsBefore(load, load.interactive ?? Number.POSITIVE_INFINITY),
    ),
    scripts: medianOf((load) => scriptsBefore(load, Number.POSITIVE_INFINITY)),
  };
}
