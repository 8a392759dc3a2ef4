import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Block, Dish, DrinkList, Picture } from '../../web/src/content/content.ts';
import type { Pictures } from './pictures.ts';
import type { PagePath } from './results.ts';
import { compressed, type Resource } from './staticServer.ts';
import type { SiteWords } from './words.ts';

/*
 * The floor: what a careful hand would write if the words never changed.
 * It has: the site's words, headings and links; its pictures in the site's own markup, so that the same files come; its
 * icons, drawn in the page; its two fonts with the same stand-ins; the map; a style sheet in the page, no longer than it
 * needs, that lays out the first screen as the site does; answers from memory, compressed with brotli at its best.
 * It has not: any script (pictures are scrolled by hand, the navigation is a <details>), a CMS, an icon for the tab, or
 * what the site tells search engines beyond a title and a description.
 */

const requireInWeb = createRequire(new URL('../../web/package.json', import.meta.url));
const icons: Record<string, { icon: [number, number, string[], string, string] }> = requireInWeb(
  '@fortawesome/free-solid-svg-icons',
);
const styles = readFileSync(new URL('floor.css', import.meta.url), 'utf8').replace(/\s+/g, ' ');
const map =
  'https://www.openstreetmap.org/export/embed.html?bbox=-83.0188%2C39.9502%2C-82.9788%2C39.9722&amp;layer=mapnik';

const fonts = {
  '/besley.woff2': '@fontsource/besley/files/besley-latin-800-normal.woff2',
  '/libre-franklin.woff2': '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const tag = (name: string, text: string) => (text ? `<${name}>${escaped(text)}</${name}>` : '');

const link = (address: string, text: string) => `<a href="${address}">${escaped(text)}</a>`;

const passage = (level: 'h2' | 'h3', { subHeading, description }: Block) =>
  tag(level, subHeading) + tag('p', description);

const dishes = (heading: string, list: Dish[]) => {
  const items = list.map(({ name, description }) => `<li>${tag('h3', name)}${tag('p', description)}</li>`);
  return `<section class="dishes">${tag('h2', heading)}<ul>${items.join('')}</ul></section>`;
};

const drinks = ({ heading, names }: DrinkList) =>
  `<div>${tag('h3', heading)}<ul>${names.map((name) => tag('li', name)).join('')}</ul></div>`;

const iconBlock = (icon: string, block: Block, scheme = '') => {
  const [width, height, , , path] = icons[icon]?.icon ?? missing(`no icon ${icon}`);
  const address = `${scheme}:${block.description.replace(/[\s()]/g, '')}`;
  const text = scheme ? `<p>${link(address, block.description)}</p>` : tag('p', block.description);
  return `<section class="icon"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${path}"/></svg>
<div>${tag('h2', block.subHeading)}${text}</div></section>`;
};

/** The part of each page that is its own, with the record that heads it. */
function contents(words: SiteWords, pictures: Pictures): Record<PagePath, { main: Block; html: string }> {
  const { home, menuHeadings, services, contact } = words;
  const shown = (path: PagePath, list: Picture[]) =>
    list
      .map(({ alt }) => pictures.ofPage[path].get(alt) ?? missing(`${path} shows no picture "${alt}"`))
      .join('');
  const specials = home['home-special-1'];
  return {
    '/': {
      main: home['home-main'],
      html: `<div class="slides">${shown('/', home['home-main'].pictures)}</div>
<section>${passage('h2', home['home-story-1'])}${shown('/', home['home-story-1'].pictures)}</section>
<section>${passage('h2', home['home-story-2'])}${shown('/', home['home-story-2'].pictures)}</section>
<section>${tag('h2', home['home-specials'].mainHeading)}${shown('/', specials.pictures)}
${passage('h3', specials)}${passage('h3', home['home-special-2'])}${passage('h3', home['home-special-3'])}</section>`,
    },
    '/menu': {
      main: menuHeadings['menu-main'],
      html: `${dishes(menuHeadings['menu-appetizers'].subHeading, words.appetizers)}
${dishes(menuHeadings['menu-entrees'].subHeading, words.entrees)}
${dishes(menuHeadings['menu-sides'].subHeading, words.sides)}
<section>${tag('h2', menuHeadings['menu-drinks'].subHeading)}
<div class="drinks">${drinks(words.softDrinks)}${drinks(words.alcohol)}</div></section>`,
    },
    '/services': {
      main: services['services-main'],
      html: `${shown('/services', services['services-main'].pictures)}
${iconBlock('faKitchenSet', services['services-kitchen'])}${iconBlock('faUtensils', services['services-catering'])}
${iconBlock('faBowlFood', services['services-bowls'])}${iconBlock('faBookOpen', services['services-classes'])}`,
    },
    '/contact': {
      main: contact['contact-main'],
      html: `${iconBlock('faPhone', contact['contact-phone'], 'tel')}${iconBlock('faEnvelope', contact['contact-email'], 'mailto')}
${iconBlock('faLocationDot', contact['contact-address'])}${iconBlock('faClock', contact['contact-hours'])}
<iframe src="${map}" width="600" height="550" title="Map of Columbus, Ohio" loading="lazy"></iframe>`,
    },
  };
}

function missing(what: string): never {
  throw new Error(what);
}

/** The row of what visitors come for, and the foot of every page. */
function ends({ siteName, tabs, contact }: SiteWords, links: string[]): { quick: string; foot: string } {
  const [phone, email] = [contact['contact-phone'], contact['contact-email']];
  const [address, hours] = [contact['contact-address'], contact['contact-hours']];
  const call = `tel:${phone.description.replace(/[\s()]/g, '')}`;
  const way = `https://www.google.com/maps/dir/?api=1&amp;destination=${encodeURIComponent(address.description)}`;
  const fact = ({ subHeading }: Block, text: string) =>
    `<section>${tag('h2', subHeading)}<p>${text}</p></section>`;
  return {
    quick: `<nav class="quick" aria-label="Quick links">${link('/menu', tabs['tab-menu'])}
${link(call, phone.subHeading)}${link(way, address.subHeading)}${link('#hours', hours.subHeading)}</nav>`,
    foot: `<footer>${tag('p', siteName.name)}${fact(address, link(way, address.description))}
${fact(phone, link(call, phone.description))}${fact(email, link(`mailto:${email.description}`, email.description))}
<div id="hours">${fact(hours, escaped(hours.description))}</div><ul>${links.join('')}</ul></footer>`,
  };
}

/** The floor's four pages as HTML. */
export function floorPages(words: SiteWords, pictures: Pictures): Record<PagePath, string> {
  const { siteName, tabs } = words;
  const links = [
    link('/', tabs['tab-home']),
    link('/menu', tabs['tab-menu']),
    link('/services', tabs['tab-services']),
    link('/contact', tabs['tab-contact']),
  ].map((anchor) => `<li>${anchor}</li>`);
  const { quick, foot } = ends(words, links);
  const pages = Object.entries(contents(words, pictures)).map(([path, { main, html }]) => [
    path,
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${main.mainHeading} · ${siteName.name}`)}</title>
<meta name="description" content="${escaped(main.description)}"><link rel="icon" href="data:,">
<style>${styles}</style></head>
<body><header><a href="/">${pictures.logo}<span>${escaped(siteName.name)}</span></a>
${quick}<nav aria-label="Pages"><details><summary aria-label="Pages">☰</summary><ul>${links.join('')}</ul></details></nav></header>
<main>${tag('h1', main.mainHeading)}
${html}</main>${foot}</body></html>`,
  ]);
  return Object.fromEntries(pages);
}

/** All that the floor's server holds: the given pages, the fonts and the pictures. */
export function floorResources(pages: Record<PagePath, string>, pictures: Pictures): Map<string, Resource> {
  const headers = { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' };
  const ofFonts = Object.entries(fonts).map(([path, file]): [string, Resource] => [
    path,
    { body: readFileSync(requireInWeb.resolve(file)), headers },
  ]);
  const ofPages = Object.entries(pages).map(([path, html]): [string, Resource] => [
    path,
    compressed(html, 'text/html; charset=utf-8', 'no-cache'),
  ]);
  return new Map([...ofPages, ...ofFonts, ...pictures.files]);
}
