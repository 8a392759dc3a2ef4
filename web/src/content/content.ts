/** The site's own types: what the pages show, whatever the CMS calls it. An empty optional text is `''`. */

/** One size of a picture. */
export interface Rendition {
  src: string;
  /** In pixels of the file. */
  width: number;
}

export interface Picture {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Smaller renditions and the picture itself, narrowest first. */
  renditions: Rendition[];
  /** The same as AVIF, which most browsers take and which is smallest; none where the CMS has made none. */
  avif: Rendition[];
}

/** The words and pictures of one place on a page. */
export interface Block {
  mainHeading: string;
  subHeading: string;
  description: string;
  pictures: Picture[];
}

export interface SiteName {
  name: string;
  logo: Picture | undefined;
}

export interface Dish {
  id: string;
  name: string;
  description: string;
}

export interface DrinkList {
  heading: string;
  names: string[];
}

/** The fixed records of each fixed type, by the id that the seed gives them. */
export const recordIds = {
  tabs: ['tab-home', 'tab-menu', 'tab-services', 'tab-contact'],
  home: [
    'home-main',
    'home-story-1',
    'home-story-2',
    'home-specials',
    'home-special-1',
    'home-special-2',
    'home-special-3',
  ],
  menuHeadings: ['menu-main', 'menu-appetizers', 'menu-entrees', 'menu-sides', 'menu-drinks'],
  services: ['services-main', 'services-kitchen', 'services-catering', 'services-bowls', 'services-classes'],
  contact: ['contact-main', 'contact-phone', 'contact-email', 'contact-address', 'contact-hours'],
} as const;

export type Blocks<Type extends keyof typeof recordIds> = Record<(typeof recordIds)[Type][number], Block>;
export type TabNames = Record<(typeof recordIds.tabs)[number], string>;
