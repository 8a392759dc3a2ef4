import { readFileSync } from 'node:fs';
import type { Block, Dish, DrinkList, Picture } from '../../web/src/content/content.ts';
import { parsers } from '../../web/src/content/parsers.ts';
import { type Content, type QueryName, queries } from '../../web/src/content/queries.ts';
import { fetchResource, type Resources } from './memoryServer.ts';
import { createRecord, type PagePath, pagePaths } from './results.ts';

/*
 * The baseline of the benchmark: static pages, written by hand, for content that never changes.
 * They have: the site's text, headings and links; its pictures, icons and map with the site's own markup, so that the same
 * files are loaded; its fonts, sizes and colors; an inline style sheet that lays out the first screen like the site.
 * They don't have: any script (pictures are scrolled by hand, the navigation is a <details>), a CMS, an icon for the tab, or
 * metadata for search engines beyond a title and a description.
 */

const webFolder = new URL('../../web/', import.meta.url);
const siteStyles = readFileSync(new URL('src/site.css', webFolder), 'utf8');
/** The font faces, variables and element styles of the site's own style sheet, without motion and print. */
const [baseStyles = ''] = siteStyles.split('@media (prefers-reduced-motion');
const layoutStyles = `
p { max-width: var(--measure); white-space: pre-line; text-wrap: pretty }
img, iframe { max-width: 100% }
img { width: 100%; height: auto }
header { display: flex; align-items: center; justify-content: space-between; padding: 0.75rem max(1rem, 4vw); border-bottom: var(--rule-double) }
header a { display: flex; align-items: center; gap: 0.75rem; color: inherit; font: 800 1.375rem/1.08 var(--display); text-decoration: none }
header > a img { width: 3.5rem }
nav { position: relative }
summary { width: 3rem; border: 2px solid; font-size: 1.5rem; line-height: 3rem; text-align: center; list-style: none }
summary + ul { position: absolute; z-index: 1; right: 0; width: 14rem; border: 2px solid; background: var(--paper) }
nav li a { padding: 1rem 1.25rem }
main { display: grid; gap: 2rem; max-width: 80rem; margin: auto; padding: 2rem max(1rem, 4vw) }
section { display: grid; gap: 1rem; min-width: 0 }
.slides { display: flex; margin-top: -0.5rem; overflow-x: auto; scroll-snap-type: x mandatory }
.slides picture { flex: 0 0 100%; scroll-snap-align: start }
.slides + section { padding-top: 1rem }
.icon { grid-template-columns: auto 1fr; padding-top: 1.5rem; border-top: 1px solid }
.icon + .icon { margin-top: -0.5rem }
.icon > div { display: grid; align-content: start; gap: 0.5rem }
.icon > svg { width: 3rem; height: 3rem; padding: 0.7rem; background: var(--block); color: var(--block-text) }
.icon h2 { font-size: var(--size-sub) }
.dishes { gap: 1.5rem; margin-top: 1rem; padding-top: 1rem; border-top: 5px solid }
.dishes ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 1.5rem }
.dishes li { display: grid; align-content: start; gap: 0.25rem }
.dishes h3, footer h2 { font-size: var(--size-name); line-height: 1.5rem; letter-spacing: 0 }
.dishes p { color: var(--quiet); font-size: var(--size-small); line-height: 1.5rem }
.drinks { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem }
.drinks li { padding: 0.45rem 0; border-bottom: 1px solid }
footer { display: grid; gap: 1.5rem; padding: 2rem 1rem 6rem; background: var(--water); color: var(--block-text) }
footer a { color: inherit }
.quick { position: fixed; z-index: 1; right: 0; bottom: 0; left: 0; display: flex; background: var(--block) }
.quick a { flex: 1; justify-content: center; min-height: 3.25rem; color: var(--block-text); font-size: var(--size-small) }`;
const styles = `${baseStyles}${layoutStyles}`
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
  .replaceAll('url("@', 'url("/@');

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const tag = (name: string, text: string) => (text ? `<${name}>${escapeHtml(text)}</${name}>` : '');
const link = (address: string, text: string) => `<a href="${address}">${escapeHtml(text)}</a>`;
const telephone = ({ description }: Block) => `tel:${description.replace(/[\s()]/g, '')}`;

const textBlock = (level: 'h2' | 'h3', { subHeading, description }: Block) =>
  tag(level, subHeading) + tag('p', description);

const dishes = (heading: Block, list: Dish[]) => {
  const items = list.map(({ name, description }) => `<li>${tag('h3', name)}${tag('p', description)}</li>`);
  return `<section class="dishes">${tag('h2', heading.subHeading)}<ul>${items.join('')}</ul></section>`;
};

const drinks = ({ heading, names }: DrinkList) =>
  `<div>${tag('h3', heading)}<ul>${names.map((name) => tag('li', name)).join('')}</ul></div>`;

type SiteContent = { [Name in QueryName]: Content<Name> };

async function fetchContent(site: string): Promise<SiteContent> {
  // Cast: Object.keys returns string[].
  const content = (Object.keys(queries) as QueryName[]).map(async (name) => [
    name,
    parsers[name](await (await fetch(site + queries[name].path)).json()),
  ]);
  // Object.fromEntries does not keep the relation between each key and the type of its value.
  return Object.fromEntries(await Promise.all(content)) as SiteContent;
}

/** Returns the markup of all elements with a tag name, without class names. */
const findElements = (html: string, name: string) =>
  html.replace(/ class="[^"]*"/g, '').match(new RegExp(`<${name}\\b.*?</${name}>`, 'gs')) ?? [];

/** Fetches the pictures that the site's pages show, and reads the fonts. */
async function fetchFiles(site: string, pictures: string[]): Promise<Resources> {
  const files: Resources = new Map();
  for (const [path] of pictures.join().matchAll(/\/uploads\/[^\s",]+/g))
    files.set(path, await fetchResource(site + path));
  for (const [, path = ''] of styles.matchAll(/url\("([^"]+)"\)/g))
    files.set(path, { body: readFileSync(new URL(`node_modules${path}`, webFolder)), type: 'font/woff2' });
  return files;
}

/** Creates the HTML of the static pages from the content of a running site, and the fonts and pictures they refer to. */
export async function createStaticPages(
  site: string,
): Promise<{ pages: Record<PagePath, string>; files: Resources }> {
  const content = await fetchContent(site);
  const { siteName, tabs, home, menuHeadings, services, contact } = content;
  const sitePages = await Promise.all(pagePaths.map(async (path) => (await fetch(site + path)).text()));
  const pictures = findElements(sitePages.join(), 'picture');
  const findPicture = ({ src }: Picture) =>
    pictures.find((markup) => markup.includes(`"${src}"`)) ?? fail(`the site does not show ${src}`);
  const images = (block: Block) => block.pictures.map(findPicture).join('');
  const icons = findElements(sitePages.join(), 'svg').filter((markup) => markup.includes('data-icon'));
  const iconBlock = (index: number, { subHeading, description }: Block, address = '') =>
    `<section class="icon">${icons[index] ?? fail('an icon is missing')}<div>${tag('h2', subHeading)}
${address ? `<p>${link(address, description)}</p>` : tag('p', description)}</div></section>`;

  const [phone, email] = [contact['contact-phone'], contact['contact-email']];
  const [address, hours] = [contact['contact-address'], contact['contact-hours']];
  const mail = `mailto:${email.description}`;
  const directions = `https://www.google.com/maps/dir/?api=1&amp;destination=${encodeURIComponent(address.description)}`;

  const mainOf: Record<PagePath, { heading: Block; html: string }> = {
    '/': {
      heading: home['home-main'],
      html: `<div class="slides">${images(home['home-main'])}</div>
<section>${textBlock('h2', home['home-story-1'])}${images(home['home-story-1'])}</section>
<section>${textBlock('h2', home['home-story-2'])}${images(home['home-story-2'])}</section>
<section>${tag('h2', home['home-specials'].mainHeading)}${images(home['home-special-1'])}
${textBlock('h3', home['home-special-1'])}${textBlock('h3', home['home-special-2'])}${textBlock('h3', home['home-special-3'])}</section>`,
    },
    '/menu': {
      heading: menuHeadings['menu-main'],
      html: `${dishes(menuHeadings['menu-appetizers'], content.appetizers)}
${dishes(menuHeadings['menu-entrees'], content.entrees)}
${dishes(menuHeadings['menu-sides'], content.sides)}
<section>${tag('h2', menuHeadings['menu-drinks'].subHeading)}
<div class="drinks">${drinks(content.softDrinks)}${drinks(content.alcohol)}</div></section>`,
    },
    '/services': {
      heading: services['services-main'],
      html: `${images(services['services-main'])}
${iconBlock(0, services['services-kitchen'])}${iconBlock(1, services['services-catering'])}
${iconBlock(2, services['services-bowls'])}${iconBlock(3, services['services-classes'])}`,
    },
    '/contact': {
      heading: contact['contact-main'],
      html: `${iconBlock(4, phone, telephone(phone))}${iconBlock(5, email, mail)}
${iconBlock(6, address)}${iconBlock(7, hours)}
${findElements(sitePages.join(), 'iframe').join()}`,
    },
  };
  const links = `<ul><li>${link('/', tabs['tab-home'])}</li><li>${link('/menu', tabs['tab-menu'])}</li>
<li>${link('/services', tabs['tab-services'])}</li><li>${link('/contact', tabs['tab-contact'])}</li></ul>`;
  const detail = ({ subHeading }: Block, html: string, id = '') =>
    `<section${id}>${tag('h2', subHeading)}<p>${html}</p></section>`;
  const pages = createRecord(pagePaths, (path) => {
    const { heading, html } = mainOf[path];
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${heading.mainHeading} · ${siteName.name}`)}</title>
<meta name="description" content="${escapeHtml(heading.description)}"><link rel="icon" href="data:,">
<style>${styles}</style></head>
<body><header><a href="/">${siteName.logo && findPicture(siteName.logo)}<span>${escapeHtml(siteName.name)}</span></a>
<nav class="quick" aria-label="Quick links">${link('/menu', tabs['tab-menu'])}${link(telephone(phone), phone.subHeading)}
${link(directions, address.subHeading)}${link('#hours', hours.subHeading)}</nav>
<nav aria-label="Pages"><details><summary aria-label="Pages">☰</summary>${links}</details></nav></header>
<main>${tag('h1', heading.mainHeading)}
${html}</main>
<footer>${tag('p', siteName.name)}${detail(address, link(directions, address.description))}
${detail(phone, link(telephone(phone), phone.description))}${detail(email, link(mail, email.description))}
${detail(hours, escapeHtml(hours.description), ' id="hours"')}${links}</footer></body></html>`;
  });
  return { pages, files: await fetchFiles(site, pictures) };
}

function fail(message: string): never {
  throw new Error(message);
}
