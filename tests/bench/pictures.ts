import type { Browser } from '@playwright/test';
import { type PagePath, pagePaths } from './results.ts';
import type { Resource } from './staticServer.ts';

/** The pictures of the site's pages: their markup and the files it references. */
export interface Pictures {
  logo: string;
  /** The markup of each picture in a page's <main>, by its alternative text. */
  ofPage: Record<PagePath, Map<string, string>>;
  /** The picture files by path. */
  files: Map<string, Resource>;
}

/** Collects the pictures from the site's server-rendered pages, so that the floor uses the same files. */
export async function collectPictures(browser: Browser, site: string): Promise<Pictures> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const ofPage: [PagePath, Map<string, string>][] = [];
  let logo = '';
  for (const path of pagePaths) {
    await page.goto(site + path);
    const markup = (scope: string) =>
      page.locator(`${scope} picture`).evaluateAll((pictures) =>
        pictures.map((picture): [string, string] => {
          for (const element of [picture, ...picture.children]) element.removeAttribute('class');
          return [picture.querySelector('img')?.alt ?? '', picture.outerHTML];
        }),
      );
    logo = new Map(await markup('header')).get('') ?? '';
    ofPage.push([path, new Map(await markup('main'))]);
  }
  await context.close();
  const all = [logo, ...ofPage.flatMap(([, pictures]) => [...pictures.values()])].join('');
  const paths = new Set(all.match(/\/uploads\/[^\s",]+/g));
  const files = await Promise.all([...paths].map((path) => fetchFile(site, path)));
  return { logo, ofPage: Object.fromEntries(ofPage) as Pictures['ofPage'], files: new Map(files) };
}

async function fetchFile(site: string, path: string): Promise<[string, Resource]> {
  const response = await fetch(site + path);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  const headers = {
    'content-type': response.headers.get('content-type') ?? '',
    'cache-control': 'public, max-age=31536000, immutable',
  };
  return [path, { body: Buffer.from(await response.arrayBuffer()), headers }];
}
