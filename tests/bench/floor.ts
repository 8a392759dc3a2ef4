import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Block, Dish, DrinkList, Picture } from '../../web/src/content/content.ts';
import type { Pictures } from './pictures.ts';
import type { PagePath } from './results.ts';
import type { SiteContent } from './siteContent.ts';
import { compressResource, type Resource } from './staticServer.ts';

/*
 * The floor is the baseline of the benchmark: a static page, written by hand, for content that never changes.
 * It has: the site's text, headings and links; its pictures with the site's own markup, so that the same files are loaded; its
 * icons as inline SVG; its two fonts with the same fallback fonts; the map; a minimal inline style sheet that lays out the
 * first screen like the site; responses from memory, compressed with brotli at the highest quality.
 * It does not have: any script (pictures are scrolled by hand, the navigation is a <details>), a CMS, an icon for the tab, or
 * metadata for search engines beyond a title and a description.
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

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const tag = (name: string, text: string) => (text ? `<${name}>${escapeHtml(text)}</${name}>` : '');

const link = (address: string, text: string) => `<a href="${address}">${escapeHtml(text)}</a>`;

const textBlock = (level: 'h2' | 'h3', { subHeading, description }: Block) =>
  tag(level, subHeading) + tag('p', description);

const dishes = (heading: string, list: Dish[]) => {
  const items = list.map(({ name, description }) => `<li>${tag('h3', name)}${tag('p', description)}</li>`);
  return `<section class="dishes">${tag('h2', heading)}<ul>${items.join('')}</ul></section>`;
};

const drinks = ({ heading, names }: DrinkList) =>
  `<div>${tag('h3', heading)}<ul>${names.map((name) => tag('li', name)).join('')}</ul></div>`;

const iconBlock = (icon: string, block: Block, scheme = '') => {
  const [width, height, , , path] = icons[icon]?.icon ?? fail(`no icon ${icon}`);
  const address = `${scheme}:${block.description.replace(/[\s()]/g, '')}`;
  const text = scheme ? `<p>${link(address, block.description)}</p>` : tag('p', block.description);
  return `<section class="icon"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${path}"/></svg>
<div>${tag('h2', block.subHeading)}${text}</div></section>`;
};

/** The <main> content of each page, with the entry that has its heading. */
function createMainContent(
  content: SiteContent,
  pictures: Pictures,
): Record<PagePath, { main: Block; html: string }> {
  const { home, menuHeadings, services, contact } = content;
  const pictureMarkup = (path: PagePath, list: Picture[]) =>
    list
      .map(({ alt }) => pictures.ofPage[path].get(alt) ?? fail(`${path} shows no picture "${alt}"`))
      .join('');
  const specials = home['home-special-1'];
  return {
    '/': {
      main: home['home-main'],
      html: `<div class="slides">${pictureMarkup('/', home['home-main'].pictures)}</div>
<section>${textBlock('h2', home['home-story-1'])}${pictureMarkup('/', home['home-story-1'].pictures)}</section>
<section>${textBlock('h2', home['home-story-2'])}${pictureMarkup('/', home['home-story-2'].pictures)}</section>
<section>${tag('h2', home['home-specials'].mainHeading)}${pictureMarkup('/', specials.pictures)}
${textBlock('h3', specials)}${textBlock('h3', home['home-special-2'])}${textBlock('h3', home['home-special-3'])}</section>`,
    },
    '/menu': {
      main: menuHeadings['menu-main'],
      html: `${dishes(menuHeadings['menu-appetizers'].subHeading, content.appetizers)}
${dishes(menuHeadings['menu-entrees'].subHeading, content.entrees)}
${dishes(menuHeadings['menu-sides'].subHeading, content.sides)}
<section>${tag('h2', menuHeadings['menu-drinks'].subHeading)}
<div class="drinks">${drinks(content.softDrinks)}${drinks(content.alcohol)}</div></section>`,
    },
    '/services': {
      main: services['services-main'],
      html: `${pictureMarkup('/services', services['services-main'].pictures)}
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

function fail(message: string): never {
  throw new Error(message);
}

/** The quick links and the footer of every page. */
function createQuickLinksAndFooter(
  { siteName, tabs, contact }: SiteContent,
  links: string[],
): { quickLinks: string; footer: string } {
  const [phone, email] = [contact['contact-phone'], contact['contact-email']];
  const [address, hours] = [contact['contact-address'], contact['contact-hours']];
  const telephoneUrl = `tel:${phone.description.replace(/[\s()]/g, '')}`;
  const directionsUrl = `https://www.google.com/maps/dir/?api=1&amp;destination=${encodeURIComponent(address.description)}`;
  const fact = ({ subHeading }: Block, text: string) =>
    `<section>${tag('h2', subHeading)}<p>${text}</p></section>`;
  return {
    quickLinks: `<nav class="quick" aria-label="Quick links">${link('/menu', tabs['tab-menu'])}
${link(telephoneUrl, phone.subHeading)}${link(directionsUrl, address.subHeading)}${link('#hours', hours.subHeading)}</nav>`,
    footer: `<footer>${tag('p', siteName.name)}${fact(address, link(directionsUrl, address.description))}
${fact(phone, link(telephoneUrl, phone.description))}${fact(email, link(`mailto:${email.description}`, email.description))}
<div id="hours">${fact(hours, escapeHtml(hours.description))}</div><ul>${links.join('')}</ul></footer>`,
  };
}

/** Creates the HTML of the floor's four pages. */
export function createFloorPages(content: SiteContent, pictures: Pictures): Record<PagePath, string> {
  const { siteName, tabs } = content;
  const links = [
    link('/', tabs['tab-home']),
    link('/menu', tabs['tab-menu']),
    link('/services', tabs['tab-services']),
    link('/contact', tabs['tab-contact']),
  ].map((anchor) => `<li>${anchor}</li>`);
  const { quickLinks, footer } = createQuickLinksAndFooter(content, links);
  const pages = Object.entries(createMainContent(content, pictures)).map(([path, { main, html }]) => [
    path,
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${main.mainHeading} · ${siteName.name}`)}</title>
<meta name="description" content="${escapeHtml(main.description)}"><link rel="icon" href="data:,">
<style>${styles}</style></head>
<body><header><a href="/">${pictures.logo}<span>${escapeHtml(siteName.name)}</span></a>
${quickLinks}<nav aria-label="Pages"><details><summary aria-label="Pages">☰</summary><ul>${links.join('')}</ul></details></nav></header>
<main>${tag('h1', main.mainHeading)}
${html}</main>${footer}</body></html>`,
  ]);
  return Object.fromEntries(pages);
}

/** Creates the resources of the floor's server: the given pages, the fonts and the pictures. */
export function createFloorResources(
  pages: Record<PagePath, string>,
  pictures: Pictures,
): Map<string, Resource> {
  const headers = { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' };
  const fontEntries = Object.entries(fonts).map(([path, file]): [string, Resource] => [
    path,
    { body: readFileSync(requireInWeb.resolve(file)), headers },
  ]);
  const pageEntries = Object.entries(pages).map(([path, html]): [string, Resource] => [
    path,
    compressResource(html, 'text/html; charset=utf-8', 'no-cache'),
  ]);
  return new Map([...pageEntries, ...fontEntries, ...pictures.files]);
}
