import type { Browser } from '@playwright/test';
import { type PagePath, pagePaths } from './results.ts';
import type { Resource } from './staticServer.ts';

/** The pictures of the site's pages: their markup, and the files it names. */
export interface Pictures {
  logo: string;
  /** The markup of each picture on a page's own part, by its alternative text. */
  ofPage: Record<PagePath, Map<string, string>>;
  /** By path. */
  files: Map<string, Resource>;
}

/** Takes the pictures from the site's pages as they are before any script runs, so that the floor shows the very same files. */
export async function takePictures(browser: Browser, site: string): Promise<Pictures> {
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
  const answer = await fetch(site + path);
  if (!answer.ok) throw new Error(`${path}: status ${answer.status}`);
  const headers = {
    'content-type': answer.headers.get('content-type') ?? '',
    'cache-control': 'public, max-age=31536000, immutable',
  };
  return [path, { body: Buffer.from(await answer.arrayBuffer()), headers }];
}
