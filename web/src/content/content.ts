/** The types of the content that pages show, independent of Strapi's field names. An empty optional text is `''`. */

/** One size of a picture. */
export interface Rendition {
  src: string;
  /** The file's width in pixels. */
  width: number;
}

export interface Picture {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Smaller files and the original, narrowest first. */
  renditions: Rendition[];
  /** AVIF files of the same picture, narrowest first; empty when the CMS has made none. */
  avif: Rendition[];
}

/** The texts and pictures of one record of a page. */
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

/** The document ids of the fixed records, by query; the CMS's seed creates these records. */
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
