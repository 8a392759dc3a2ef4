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
const isMenuType = ({ uid }: TypeLink) => menuTypes.has(uid);

/**
 * Groups the links to content types in the admin into pages and menu, instead of Strapi's groups, collection types
 * and single types. Strapi calls the hook for collection types first; it stores links for the second hook.
 */
export function groupTypes(app: Pick<StrapiApp, 'registerHook'>): void {
  let pageLinks: TypeLink[] = [];
  let menuLinks: TypeLink[] = [];

  app.registerHook(
    'Admin/CM/pages/App/mutate-collection-types-links',
    <Links extends { ctLinks: TypeLink[] }>(links: Links): Links => {
      menuLinks = links.ctLinks.filter(isMenuType);
      pageLinks = links.ctLinks.filter((link) => !isMenuType(link));
      return { ...links, ctLinks: pageLinks };
    },
  );
  app.registerHook(
    'Admin/CM/pages/App/mutate-single-types-links',
    <Links extends { stLinks: TypeLink[] }>(links: Links): Links => {
      // Adds to the array that the first hook has returned, because Strapi doesn't call that hook again.
      pageLinks.push(...links.stLinks.filter((link) => !isMenuType(link)));
      return { ...links, stLinks: [...menuLinks, ...links.stLinks.filter(isMenuType)] };
    },
  );
}
