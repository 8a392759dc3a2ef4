import type { recordIds } from './pages.ts';

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

/** The records of a page by their ids. */
export type Blocks<Type extends keyof typeof recordIds> = Record<(typeof recordIds)[Type][number], Block>;
/** The names of the tabs by their ids. */
export type TabNames = Record<(typeof recordIds.tabs)[number], string>;
