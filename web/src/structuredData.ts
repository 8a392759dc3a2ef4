import type { Dish, DrinkList } from './content/content.ts';
import { emailAddress } from './content/emailAddress.ts';
import { openingHours } from './content/openingHours.ts';
import { postalAddress } from './content/postalAddress.ts';
import type { PageContent } from './content/queries.ts';
import { telephone } from './content/telephone.ts';

const dishItems = (dishes: Dish[] = []) =>
  dishes.map(({ name, description }) => ({
    '@type': 'MenuItem',
    name,
    description: description || undefined,
  }));

const drinkItems = (drinks: DrinkList | undefined) =>
  (drinks?.names ?? []).map((name) => ({ '@type': 'MenuItem', name }));

/** A section of the menu, as a list of one; like on the page, there is none when nothing is in it. */
const section = (name: string | undefined, key: 'hasMenuItem' | 'hasMenuSection', members: object[]) =>
  members.length > 0 ? [{ '@type': 'MenuSection', name: name || undefined, [key]: members }] : [];

/** The menu, on the page that shows it. */
function menu(words: PageContent, url: string): object | undefined {
  const headings = words.menuHeadings;
  if (!headings) return undefined;
  const drinks = [words.softDrinks, words.alcohol].flatMap((list) =>
    section(list?.heading, 'hasMenuItem', drinkItems(list)),
  );
  return {
    '@type': 'Menu',
    '@id': `${url}#menu`,
    name: headings['menu-main'].mainHeading || undefined,
    description: headings['menu-main'].description || undefined,
    url,
    hasMenuSection: [
      ...section(headings['menu-appetizers'].subHeading, 'hasMenuItem', dishItems(words.appetizers)),
      ...section(headings['menu-entrees'].subHeading, 'hasMenuItem', dishItems(words.entrees)),
      ...section(headings['menu-sides'].subHeading, 'hasMenuItem', dishItems(words.sides)),
      ...section(headings['menu-drinks'].subHeading, 'hasMenuSection', drinks),
    ],
  };
}

/**
 * The restaurant of `site` in the words of schema.org, as far as a page's words have it and are understood; `undefined`
 * when its name or how to reach it are not to be had.
 */
export function structuredData({ siteName, contact, ...words }: PageContent, site: URL): object | undefined {
  if (!siteName?.name || !contact) return undefined;
  const at = (address: string) => new URL(address, site).href;
  const address = contact['contact-address'].description;
  const postal = postalAddress(address);
  const prints = words.home?.['home-main'].pictures ?? [];
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    '@id': at('/#restaurant'),
    name: siteName.name,
    url: at('/'),
    logo: siteName.logo && at(siteName.logo.src),
    image: prints.length > 0 ? prints.map(({ src }) => at(src)) : at('/social-card.png'),
    address: postal ? { '@type': 'PostalAddress', ...postal } : address || undefined,
    telephone: telephone(contact['contact-phone'].description),
    email: emailAddress(contact['contact-email'].description),
    // Google documents `menu`, schema.org `hasMenu`.
    menu: at('/menu'),
    hasMenu: menu(words, at('/menu')) ?? at('/menu'),
    openingHoursSpecification: openingHours(contact['contact-hours'].description)?.map(
      ({ days, opens, closes }) => ({ '@type': 'OpeningHoursSpecification', dayOfWeek: days, opens, closes }),
    ),
  };
}
