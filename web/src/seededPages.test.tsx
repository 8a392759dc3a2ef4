// @vitest-environment jsdom
// The pages of a new site, as they are in the server's first response.
import { expect, test } from 'vitest';
import { findPictureText, seedContent } from '../../tests/support/seedContent.ts';
import { seedRecord, seedRecords } from '../../tests/support/seedRecords.ts';
import { renderDocument } from './entry-server.tsx';
import { findRoute } from './routes.ts';

/** Tuesday, November 24, 2026, 6 pm in Columbus. */
const time = { now: Date.UTC(2026, 10, 24, 23), timeZone: 'America/New_York' };
const PATHS = ['/', '/home', '/menu', '/services', '/contact', '/nowhere'];
const TABS = ['Home', 'Menu', 'Services', 'Contact'];
/** This URL of Google Maps needs no API key. */
const DIRECTIONS =
  'https://www.google.com/maps/dir/?api=1&destination=437+West+Town+Street%2C+Columbus%2C+OH+43215';

const renderHtml = (path: string) =>
  renderDocument(
    findRoute(path),
    seedContent,
    new URL('https://table.example'),
    { styles: '', script: '/app.js' },
    time,
  );
const renderPage = async (path: string) =>
  new DOMParser().parseFromString(await renderHtml(path), 'text/html');

const listAttributes = (page: Document, selector: string, attribute: string) =>
  [...page.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
const listTexts = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** Lists the content of the main part from top to bottom: texts, and the names of pictures, frames and icons. */
function listContent(page: Document): (string | null)[] {
  const main = page.querySelector('main') ?? page;
  for (const part of main.querySelectorAll('span[class*="unbreakable"]')) part.replaceWith(part.textContent);
  main.normalize();
  const walker = page.createTreeWalker(main, NodeFilter.SHOW_ALL);
  const items: (string | null)[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('nav')) continue;
    if (node instanceof HTMLImageElement) items.push(`picture: ${node.alt}`);
    if (node instanceof HTMLIFrameElement) items.push(`frame: ${node.title}`);
    if (node instanceof SVGElement && node.dataset.icon) items.push(`icon: ${node.dataset.icon}`);
    if (node instanceof Text && node.data.trim()) items.push(node.data.trim());
  }
  return items;
}

const picture = (name: string) => `picture: ${findPictureText(name)}`;
/** The texts of records of a type, in the order of these fields. */
const texts = (type: string, ...ids: string[]) =>
  ids.flatMap((id) => {
    const { mainHeading, headingName, subHeadings, description } = seedRecord(type, id);
    // The description of a page's own record is for search engines.
    return [mainHeading, headingName, subHeadings, id.endsWith('-main') ? '' : description].filter(Boolean);
  });
const dishes = (type: string) =>
  seedRecords(type).flatMap(({ appName, entreeName, sideName, description }) => [
    appName ?? entreeName ?? sideName,
    description,
  ]);
const drinks = (type: string) =>
  seedRecords(type).map(({ subHeading, drinkName, alcoholName }) => subHeading ?? drinkName ?? alcoholName);
const home = (...ids: string[]) => texts('homepage', ...ids);
const services = (...ids: string[]) => texts('servicespage', ...ids);
const contact = (...ids: string[]) => texts('contactpage', ...ids);

test.each([
  [
    '/',
    [
      ...[...home('home-main'), 'Menu', picture('lasagna'), 'Oak-Oven Lasagna'],
      ...[picture('ribeye'), 'Oak-Grilled Ribeye Steak', picture('veggie-burger'), 'The Vegetarian Burger'],
      ...[...home('home-story-1'), picture('logo'), ...home('home-story-2'), picture('skyline')],
      ...[...home('home-specials'), picture('happy-hour')],
      ...home('home-special-1', 'home-special-2', 'home-special-3'),
    ],
  ],
  [
    '/menu',
    [
      ...[...texts('menu-header', 'menu-main', 'menu-appetizers'), ...dishes('menu-appetizer')],
      ...[...texts('menu-header', 'menu-entrees'), ...dishes('menu-entree')],
      ...[...texts('menu-header', 'menu-sides'), ...dishes('menu-side')],
      ...[...texts('menu-header', 'menu-drinks'), ...drinks('menu-soft-drink')],
      ...drinks('menu-alcoholic-drink'),
    ],
  ],
  [
    '/services',
    [
      ...[...services('services-main'), picture('cooking-set')],
      ...['icon: kitchen-set', ...services('services-kitchen')],
      ...['icon: utensils', ...services('services-catering')],
      ...['icon: bowl-food', ...services('services-bowls')],
      ...['icon: book-open', ...services('services-classes')],
    ],
  ],
  [
    '/contact',
    [
      ...[...contact('contact-main'), 'icon: phone', ...contact('contact-phone')],
      ...['icon: envelope', ...contact('contact-email')],
      ...['icon: location-dot', ...contact('contact-address')],
      ...['icon: clock', 'Hours'],
      ...(seedRecord('contactpage', 'contact-hours').description ?? '').split(/: |\n/),
      ...['Open in a map app', 'frame: Map with Scioto Table'],
    ],
  ],
])('%s shows the words, pictures and icons of the specification in their order', async (path, content) => {
  const page = await renderPage(path);
  expect(listContent(page)).toEqual(content);
  if (path === '/') expect(await renderHtml('/home')).toBe(await renderHtml('/'));
  if (path === '/menu') expect(content.join()).not.toContain('$');
});

test.each(PATHS)('%s is in English and has one outline of headings and the same frame', async (path) => {
  const page = await renderPage(path);
  expect(page.documentElement.lang).toBe('en');
  const levels = [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) =>
    Number(tagName[1]),
  );
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);

  expect(listTexts(page, 'nav[aria-label="Pages"] a')).toEqual(TABS);
  expect(listTexts(page, 'nav[aria-label="Footer"] a')).toEqual(TABS);
  const current = { '/': ['/home'], '/nowhere': [] }[path] ?? [path];
  expect(listAttributes(page, 'nav[aria-label="Pages"] [aria-current="page"]', 'href')).toEqual(current);
  const isContact = path === '/contact';
  const links = [isContact ? '#contact-hours' : '#hours', '/menu', 'tel:+16145550142', DIRECTIONS];
  expect(listAttributes(page, 'nav[aria-label="Quick links"] a', 'href')).toEqual(links);
  expect(listTexts(page, 'nav[aria-label="Quick links"] a')[0]).toMatch(/^Open until 9:30 pm/);
  // The Contact page has the details itself.
  for (const target of ['a[href^="tel:"]', `a[href="${DIRECTIONS}"]`, '#hours'])
    expect(page.querySelectorAll(`footer :is(${target})`), target).toHaveLength(isContact ? 0 : 1);
  expect(listAttributes(page, 'header a:has(img)', 'href')).toEqual(['/']);
});

test('the name of a dish under its picture leads to the dish on the menu', async () => {
  const [home, menu] = [await renderPage('/'), await renderPage('/menu')];
  const links = [...home.querySelectorAll<HTMLAnchorElement>('main a[href^="/menu#"]')];
  expect(links).toHaveLength(3);
  for (const { hash, textContent } of links)
    expect(menu.getElementById(hash.slice(1))?.outerHTML).toMatch(`>${textContent}</h3>`);
});

test('a name with a number and a time are each in an element without line breaks', async () => {
  const list = async (path: string) => listTexts(await renderPage(path), 'main [class*="unbreakable"]');
  expect(await list('/services')).toEqual(['I-270']);
  expect(await list('/')).toEqual(['6:00 pm']);
});

test('a menu of which nothing is stated has no filter and no sheet', async () => {
  const html = await renderHtml('/menu');
  expect(html.slice(html.indexOf('<body>'))).not.toMatch(
    /fieldset|data-(ask|contains)|<table|AllergenSheet|statement/,
  );
});
