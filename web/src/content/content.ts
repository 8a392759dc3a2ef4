import type { Coordinates } from '../../../cms/src/shared/contact/mapPlace.ts';
import type { DietaryStatement } from '../../../cms/src/shared/diet/dietaryStatement.ts';
import type { HoursTable } from '../../../cms/src/shared/hours/hoursTable.ts';
import type { Schedule } from '../../../cms/src/shared/hours/serviceDays.ts';
import type { recordIds } from './recordIds.ts';

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
  /** The name of the dish in the picture, if the owner has typed one as its caption. */
  caption?: string | undefined;
  width: number;
  height: number;
  /** Smaller files and the original, narrowest first. */
  renditions: Rendition[];
  /** AVIF files of the same picture, narrowest first; empty when the CMS has made none. */
  avif: Rendition[];
  /** The point that stays visible where the picture is cropped, in percent of its width and height; if the owner has set one. */
  focalPoint?: { x: number; y: number } | undefined;
  /** Whether it has no paper margin and no border of its own, as the seed's prints have. */
  needsFrame?: boolean | undefined;
}

/** The texts and pictures of one record of a page; each of the optional fields belongs to one record. */
export interface Block {
  mainHeading: string;
  subHeading: string;
  description: string;
  pictures: Picture[];
  /** Of the record with the opening hours, as is the next. */
  schedule?: Schedule | undefined;
  hoursTable?: HoursTable | undefined;
  /** Of the record with the address, if the owner has named its place. */
  mapPlace?: Coordinates | undefined;
  /** Of the record of the Menu page, if the owner says something about traces of allergens. */
  allergenNote?: string | undefined;
}

/** A sentence at the top of every page for some time. */
export interface Notice {
  text: string;
  /** The https address of its link, or the path of a page; `''` without one. */
  address: string;
  /** In milliseconds since 1970; `0` when it is shown at once. */
  from: number;
  /** In milliseconds since 1970. */
  until: number;
}

/** A link to where the restaurant takes reservations or orders, or to its other presences. */
export interface SiteLink {
  label: string;
  /** An https address. */
  address: string;
}

export interface SiteName {
  name: string;
  logo: Picture | undefined;
  notice: Notice | undefined;
  links: SiteLink[];
  /** What the restaurant cooks, if the owner has named it. */
  cuisine?: string[] | undefined;
}

export interface Dish {
  id: string;
  name: string;
  description: string;
  /** Without answers about allergens that the table lacks; `undefined` when nothing is stated. */
  statement?: DietaryStatement | undefined;
}

export interface DrinkList {
  heading: string;
  names: string[];
}

/** The instant that a page is rendered for. Its content may change at the next opening, closing, midnight, start or end of a notice. */
export interface PageTime {
  /** In milliseconds since 1970. */
  now: number;
  /** The restaurant's time zone, a name of the IANA database. */
  timeZone: string;
}

/** The records of a page by their ids. */
export type Blocks<Type extends keyof typeof recordIds> = Record<(typeof recordIds)[Type][number], Block>;
/** The names of the tabs by their ids. */
export type TabNames = Record<(typeof recordIds.tabs)[number], string>;
