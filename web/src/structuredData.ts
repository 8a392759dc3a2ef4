import { parseEmailAddress } from '../../cms/src/shared/contact/emailAddress.ts';
import { parsePostalAddress } from '../../cms/src/shared/contact/postalAddress.ts';
import { parseTelephone } from '../../cms/src/shared/contact/telephone.ts';
import type { Diet } from '../../cms/src/shared/diet/allergens.ts';
import { CLOSED, type Hours, isAllDay } from '../../cms/src/shared/hours/hours.ts';
import type { OpeningPeriod } from '../../cms/src/shared/hours/openingHours.ts';
import { isOver } from '../../cms/src/shared/hours/openingStatus.ts';
import type { Schedule } from '../../cms/src/shared/hours/serviceDays.ts';
import { DAYS } from '../../cms/src/shared/hours/zonedTime.ts';
import type { Dish, DrinkList, PageTime } from './content/content.ts';
import { homePage, menuPage } from './content/pages.ts';
import type { PageContent } from './content/queries.ts';
import { createLinkData } from './structuredLinks.ts';

const VEGETARIAN = 'https://schema.org/VegetarianDiet';
/** The diets that a dish suits; schema.org has no property for allergens. */
const SUITABLE_DIETS: Record<Diet, string | string[]> = {
  vegan: ['https://schema.org/VeganDiet', VEGETARIAN],
  vegetarian: VEGETARIAN,
};

const createDishItems = (dishes: Dish[] = []) =>
  dishes.map(({ name, description, statement }) => ({
    '@type': 'MenuItem',
    name,
    description: description || undefined,
    suitableForDiet: statement?.diet ? SUITABLE_DIETS[statement.diet] : undefined,
  }));

const createDrinkItems = (drinks: DrinkList | undefined) =>
  (drinks?.names ?? []).map((name) => ({ '@type': 'MenuItem', name }));

/** Returns an array with the section, or an empty array when it has no items, because the page then hides the section too. */
const createSection = (name: string | undefined, key: 'hasMenuItem' | 'hasMenuSection', items: object[]) =>
  items.length > 0 ? [{ '@type': 'MenuSection', name: name || undefined, [key]: items }] : [];

/** Returns the menu; `undefined` on pages without the menu's content. */
function createMenu(content: PageContent, url: string): object | undefined {
  const headings = content.menuHeadings;
  if (!headings) return undefined;
  const createDishSection = (id: keyof typeof headings, dishes: Dish[] | undefined) =>
    createSection(headings[id].subHeading, 'hasMenuItem', createDishItems(dishes));
  const drinks = [content.softDrinks, content.alcohol].flatMap((list) =>
    createSection(list?.heading, 'hasMenuItem', createDrinkItems(list)),
  );
  return {
    '@type': 'Menu',
    '@id': `${url}#menu`,
    name: headings['menu-main'].mainHeading || undefined,
    description: headings['menu-main'].description || undefined,
    url,
    hasMenuSection: [
      ...createDishSection('menu-appetizers', content.appetizers),
      ...createDishSection('menu-entrees', content.entrees),
      ...createDishSection('menu-sides', content.sides),
      ...createSection(headings['menu-drinks'].subHeading, 'hasMenuSection', drinks),
    ],
  };
}

const createSpecification = (hours: Hours) => ({
  '@type': 'OpeningHoursSpecification',
  opens: hours.opens,
  // Google documents 00:00 to 23:59 for a day that is open around the clock.
  closes: isAllDay(hours) ? '23:59' : hours.closes,
});

/** Returns the weekly hours, and as closed the days that they don't name: the pages call those closed too. */
function createWeeklyHours(periods: OpeningPeriod[]): object[] {
  const missing = DAYS.filter((day) => !periods.some(({ days }) => days.includes(day)));
  const closed = missing.length > 0 ? [{ ...CLOSED, days: missing }] : [];
  return [...periods, ...closed].map(({ days, ...hours }) => ({
    ...createSpecification(hours),
    dayOfWeek: days,
  }));
}

/**
 * Returns the weekly hours, and the special days that are not over: Google reads those from `openingHoursSpecification`,
 * schema.org has a property of their own for them. Without weekly hours only the latter, because search engines may take
 * all days that `openingHoursSpecification` does not name for closed. While the hours of a special day are unknown, the
 * weekly hours are left out too: search engines would take them for those of its dates.
 */
function createOpeningHours(schedule: Schedule | undefined, { now, timeZone }: PageTime): object {
  const days = (schedule?.specialDays ?? []).filter((day) => !isOver(day, now, timeZone));
  const areDaysKnown = days.every(({ hours }) => hours);
  const special = days.flatMap(({ from, until, hours }) =>
    (hours?.length === 0 ? [CLOSED] : (hours ?? [])).map((service) => ({
      ...createSpecification(service),
      validFrom: from,
      validThrough: until,
    })),
  );
  return {
    ...(schedule?.weekly &&
      areDaysKnown && {
        openingHoursSpecification: [...createWeeklyHours(schedule.weekly), ...special],
      }),
    ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
  };
}

/**
 * Returns schema.org's description of the restaurant, without the fields that the page's content lacks or that can't be
 * parsed; `undefined` when the restaurant's name or contact data is unavailable.
 */
export function createStructuredData(
  { siteName, contact, ...content }: PageContent,
  site: URL,
  time: PageTime,
): object | undefined {
  if (!siteName?.name || !contact) return undefined;
  const toUrl = (path: string) => new URL(path, site).href;
  const menuUrl = toUrl(menuPage.path);
  const { description: addressText, mapPlace: place } = contact['contact-address'];
  const address = parsePostalAddress(addressText);
  const pictures = content.home?.['home-main'].pictures ?? [];
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    '@id': toUrl('/#restaurant'),
    name: siteName.name,
    url: toUrl(homePage.path),
    logo: siteName.logo && toUrl(siteName.logo.src),
    image: pictures.length > 0 ? pictures.map(({ src }) => toUrl(src)) : toUrl('/social-card.png'),
    address: address ? { '@type': 'PostalAddress', ...address } : addressText || undefined,
    geo: place && { '@type': 'GeoCoordinates', ...place },
    telephone: parseTelephone(contact['contact-phone'].description),
    email: parseEmailAddress(contact['contact-email'].description),
    servesCuisine: siteName.cuisine?.length === 1 ? siteName.cuisine[0] : siteName.cuisine,
    ...createLinkData(siteName.links),
    // Google documents `menu`, schema.org `hasMenu`.
    menu: menuUrl,
    hasMenu: createMenu(content, menuUrl) ?? menuUrl,
    ...createOpeningHours(contact['contact-hours'].schedule, time),
  };
}
