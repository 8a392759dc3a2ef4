import { gzipSync } from 'node:zlib';
import { test } from './bench.ts';
import { createFloorPages, createFloorResources } from './floor.ts';
import { buildMountedAtOnce } from './mountedAtOnce.ts';
import { loadPage, type PageLoad } from './pageLoad.ts';
import { collectPictures } from './pictures.ts';
import {
  createRecord,
  median,
  type PageFigures,
  type PagePath,
  pagePaths,
  rotate,
  type Variant,
  variants,
} from './results.ts';
import { fetchSiteContent } from './siteContent.ts';
import { startStaticServer } from './staticServer.ts';

const ROUNDS = 9;
const KIB = 1024;

test('measures cold loads of each page, its floor, and the floor with all packages mounted at once', async ({
  browser,
  site,
  record,
}) => {
  const pictures = await collectPictures(browser, site.address);
  const pages = createFloorPages(await fetchSiteContent(site.address), pictures);
  const floor = await startStaticServer(createFloorResources(pages, pictures));
  const mounted = await buildMountedAtOnce(pages);
  const atOnce = await startStaticServer(
    createFloorResources(mounted.pages, pictures).set(...mounted.script),
  );
  const addresses = { site: site.address, floor: floor.address, 'at once': atOnce.address };

  const loads = createPageRecord((): PageLoad[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, path] of pagePaths.entries())
      for (const variant of rotate(variants, round + index)) {
        const load = await loadPage(browser, addresses[variant] + path, {
          application: variant === 'site',
          carousel: variant === 'at once' || (variant === 'site' && path === '/'),
        });
        loads[path][variant].push(load);
      }

  const sizes = await fetchGzipSizes(Object.values(loads).flatMap((ofPath) => Object.values(ofPath).flat()));
  await record(
    'pages',
    createPageRecord((path, variant) => summarizeLoads(loads[path][variant], sizes)),
  );
  floor.close();
  atOnce.close();
});

const createPageRecord = <Value>(make: (path: PagePath, variant: Variant) => Value) =>
  createRecord(pagePaths, (path) => createRecord(variants, (variant) => make(path, variant)));

/** Fetches the loaded scripts and maps each URL to its gzip size in bytes. */
async function fetchGzipSizes(loads: PageLoad[]): Promise<Map<string, number>> {
  const addresses = new Set(loads.flatMap(({ scripts }) => scripts.map(({ address }) => address)));
  const sizes = [...addresses].map(async (address): Promise<[string, number]> => {
    const response = await fetch(address);
    return [address, gzipSync(await response.text()).length];
  });
  return new Map(await Promise.all(sizes));
}

/** Summarizes a page's loads as medians; layout shifts as the maximum, because none is allowed. */
function summarizeLoads(loads: PageLoad[], sizes: Map<string, number>): PageFigures {
  const medianOf = (select: (load: PageLoad) => number) => median(loads.map(select));
  const scriptSizeBefore = (load: PageLoad, end: number) =>
    load.scripts
      .filter(({ responseEnd }) => responseEnd <= end)
      .reduce((total, { address }) => total + (sizes.get(address) ?? Number.NaN), 0) / KIB;
  return {
    firstContentfulPaint: medianOf((load) => load.firstContentfulPaint),
    largestContentfulPaint: medianOf((load) => load.largestContentfulPaint),
    largestElement: [...new Set(loads.map((load) => load.largestElement))].join(' or '),
    totalBlockingTime: medianOf((load) => load.totalBlockingTime),
    cumulativeLayoutShift: Math.max(...loads.map((load) => load.cumulativeLayoutShift)),
    shiftedElements: [...new Set(loads.flatMap((load) => load.shiftedElements))],
    transferred: medianOf((load) => load.transferred / KIB),
    scriptsUntilInteractive: medianOf((load) =>
      scriptSizeBefore(load, load.interactive ?? Number.POSITIVE_INFINITY),
    ),
    scripts: medianOf((load) => scriptSizeBefore(load, Number.POSITIVE_INFINITY)),
  };
}
