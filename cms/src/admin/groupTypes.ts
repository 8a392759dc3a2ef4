import type { StrapiApp } from '@strapi/strapi/admin';
import { contentTypes, uidOf } from '../content/contentTypes';

interface TypeLink {
  uid: string;
}

const menuTypes = new Set<string>(
  Object.entries(contentTypes)
    .filter(([, { group }]) => group === 'Menu')
    .map(([name]) => uidOf(name)),
);
const isMenu = ({ uid }: TypeLink) => menuTypes.has(uid);

/**
 * Groups the admin's list of types into pages and menu, where Strapi has collection types and single types.
 * Strapi calls the collection-types hook right before the single-types hook, so the first passes links to the
 * second.
 */
export function groupTypes(app: Pick<StrapiApp, 'registerHook'>): void {
  let pageLinks: TypeLink[] = [];
  let menuLinks: TypeLink[] = [];

  app.registerHook(
    'Admin/CM/pages/App/mutate-collection-types-links',
    <Links extends { ctLinks: TypeLink[] }>(links: Links): Links => {
      menuLinks = links.ctLinks.filter(isMenu);
      pageLinks = links.ctLinks.filter((link) => !isMenu(link));
      return { ...links, ctLinks: pageLinks };
    },
  );
  app.registerHook(
    'Admin/CM/pages/App/mutate-single-types-links',
    <Links extends { stLinks: TypeLink[] }>(links: Links): Links => {
      // Added to the array that the first hook has returned, because Strapi doesn't call that hook again.
      pageLinks.push(...links.stLinks.filter((link) => !isMenu(link)));
      return { ...links, stLinks: [...menuLinks, ...links.stLinks.filter(isMenu)] };
    },
  );
}
