import { adminLayout, uidOf } from '../admin-layout/adminLayout';

interface TypeLink {
  uid: string;
}

const menu = new Set(
  Object.entries(adminLayout)
    .filter(([, { group }]) => group === 'Menu')
    .map(([type]) => uidOf(type) as string),
);

let pages: TypeLink[] = [];
let lists: TypeLink[] = [];

/** Keeps the pages in the first group of the list of types, which Strapi makes of all types with many entries. */
export function groupPages<Links extends { ctLinks: TypeLink[] }>(links: Links): Links {
  lists = links.ctLinks.filter(({ uid }) => menu.has(uid));
  pages = links.ctLinks.filter(({ uid }) => !menu.has(uid));
  return { ...links, ctLinks: pages };
}

/** Puts the whole menu into the second group, which Strapi makes of all types with one entry; it is asked for right after the first. */
export function groupMenu<Links extends { stLinks: TypeLink[] }>(links: Links): Links {
  pages.push(...links.stLinks.filter(({ uid }) => !menu.has(uid)));
  return { ...links, stLinks: [...lists, ...links.stLinks.filter(({ uid }) => menu.has(uid))] };
}
