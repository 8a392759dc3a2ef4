import type { PagePath } from '../contact/noticeLink';

/** How the admin shows a field. */
interface Field {
  label: string;
  help: string;
  /** In characters; only where the page has less room than the schema's `maxLength` allows. */
  max?: number;
}

/** Fields by name, in the order in which the admin shows them. */
export type Fields = Record<string, Field>;

interface BaseType {
  /** The page of the site that shows the type, for the preview. */
  page: PagePath;
  /** The label of the link to the type on the admin's first screen. */
  linkLabel: string;
  /**
   * The group of the link on the admin's first screen. Types in `Frame` (name, logo, navigation) appear on every page; the
   * first screen lists them after the pages.
   */
  group: 'Pages' | 'Menu' | 'Frame';
  /** The field that is an entry's title in the admin; without it, the admin shows the id. */
  title?: string;
  /** The columns of the list view. */
  columns: string[];
  /** All fields that the owner can fill in with the form. */
  fields: Fields;
  /** The fields that the owner fills in elsewhere: on the menu's screen, or on the first screen. */
  otherFields?: Fields;
}

/** A type with exactly one entry. */
interface SingleType extends BaseType {
  kind: 'single';
  records?: undefined;
}

/** A type whose entries each have their own place on the site: none can be added or deleted. */
interface FixedType extends BaseType {
  kind: 'fixed';
  /** The fields of each record by its document id; the admin hides the type's other fields. */
  records: Record<string, Fields>;
}

/** A type whose entries the owner adds and deletes. */
interface OpenType extends BaseType {
  kind: 'open';
  title: string;
  /** The fields of each entry that can be neither added nor deleted, by its document id; the other entries have none of them. */
  records?: Record<string, Fields>;
}

export type ContentType = SingleType | FixedType | OpenType;

const heading: Field = { label: 'Heading', help: 'The largest words of this part of the page.' };
const pageHeading: Field = { label: 'Heading', help: 'The largest words of the page, at its top.' };
const smallHeading: Field = { label: 'Heading', help: 'The words above the text.' };
const text: Field = { label: 'Text', help: 'An empty line starts a new paragraph.' };
const shortText: Field = { label: 'Text', help: 'A few sentences.', max: 600 };
const searchText: Field = {
  label: 'Search text',
  help: 'A sentence or two that search engines show under the page’s name; the page itself does not show it.',
  max: 300,
};
const sectionHeading: Field = {
  label: 'Heading',
  help: 'The words above this part of the menu.',
  max: 40,
};
const allergenNote: Field = {
  label: 'Note about allergens',
  help: 'A sentence above the menu, once you have stated allergens. Empty: it says that your kitchen can’t exclude traces of them.',
};
const contactHeading: Field = { label: 'Heading', help: 'The word beside the icon.', max: 40 };
const specialDays: Field = {
  label: 'Special days',
  help: 'Holidays and other days with hours of their own. The site shows them from three weeks before, and no longer when they are over.',
};
const mapPlace: Field = {
  label: 'Place on the map',
  help: 'Two numbers such as “39.95606, -83.01235”, or the link of the place in Google Maps or OpenStreetMap. Empty: the map has no marker.',
};
const tab: Field = { label: 'Link', help: 'The word visitors press to come to the page.' };
const picture: Field = {
  label: 'Picture',
  help: 'The pencil changes the words for guests who can’t see the picture. If there are several, the page shows one below the other.',
};

const listHeading: Field = { label: 'Heading', help: 'The words above this list of the menu.' };

const dishType = (name: string, kind: string, linkLabel: string): OpenType => ({
  kind: 'open',
  page: '/menu',
  linkLabel,
  group: 'Menu',
  title: name,
  columns: [name, 'description'],
  fields: {
    [name]: { label: 'Name', help: `The name of the ${kind}, as the menu prints it.` },
    description: {
      label: 'Description',
      help: 'What is in it and how it tastes. What guests with an allergy or a diet must know is stated on the screen “Menu”.',
    },
  },
  otherFields: {
    dietaryStatement: {
      label: 'Allergens and diet',
      help: 'What the dish contains and is free of, and whether it is vegan or vegetarian.',
    },
  },
});

/** @param headingId the document id of the record with the heading of the list */
const drinkType = (name: string, linkLabel: string, headingId: string): OpenType => ({
  kind: 'open',
  page: '/menu',
  linkLabel,
  group: 'Menu',
  title: name,
  columns: [name, 'subHeading'],
  fields: {
    [name]: { label: 'Name', help: 'The name of the drink, as the menu prints it.' },
    subHeading: listHeading,
  },
  records: { [headingId]: { subHeading: listHeading } },
});

const table = {
  homepage: {
    kind: 'fixed',
    page: '/',
    linkLabel: 'Home page',
    group: 'Pages',
    title: 'place',
    columns: ['place', 'subHeadings'],
    fields: {
      mainHeading: heading,
      subHeadings: { ...smallHeading, label: 'Small heading' },
      description: text,
      images: { ...picture, label: 'Pictures' },
    },
    records: {
      'home-main': {
        mainHeading: pageHeading,
        description: searchText,
        images: {
          label: 'Pictures',
          help: 'Guests turn from one to the next, in this order. The pencil changes the words for guests who can’t see the picture.',
        },
      },
      'home-story-1': { subHeadings: smallHeading, description: text, images: picture },
      'home-story-2': { subHeadings: smallHeading, description: text, images: picture },
      'home-specials': { mainHeading: heading },
      'home-special-1': {
        subHeadings: { label: 'Line', help: 'When happy hour is, in one line beside the sign.' },
        images: picture,
      },
      'home-special-2': { subHeadings: smallHeading, description: shortText },
      'home-special-3': { subHeadings: smallHeading, description: shortText },
    },
  },
  'menu-appetizer': dishType('appName', 'appetizer', 'Appetizers'),
  'menu-entree': dishType('entreeName', 'entree', 'Entrees'),
  'menu-side': dishType('sideName', 'side', 'Sides'),
  'menu-soft-drink': drinkType('drinkName', 'Soft drinks', 'menu-soft-drinks'),
  'menu-alcoholic-drink': drinkType('alcoholName', 'Alcohol', 'menu-alcohol'),
  'menu-header': {
    kind: 'fixed',
    page: '/menu',
    linkLabel: 'Headings of the menu',
    group: 'Menu',
    title: 'place',
    columns: ['place', 'mainHeading', 'headingName'],
    fields: {
      mainHeading: { ...pageHeading, label: 'Heading of the page' },
      headingName: { ...sectionHeading, label: 'Heading of the part' },
      description: searchText,
      allergenNote,
    },
    records: {
      'menu-main': { mainHeading: pageHeading, description: searchText, allergenNote },
      'menu-appetizers': { headingName: sectionHeading },
      'menu-entrees': { headingName: sectionHeading },
      'menu-sides': { headingName: sectionHeading },
      'menu-drinks': { headingName: sectionHeading },
    },
  },
  servicespage: {
    kind: 'fixed',
    page: '/services',
    linkLabel: 'Services page',
    group: 'Pages',
    title: 'place',
    columns: ['place', 'subHeadings'],
    fields: {
      mainHeading: pageHeading,
      subHeadings: { ...smallHeading, label: 'Small heading' },
      description: text,
      images: { ...picture, label: 'Pictures' },
    },
    records: {
      'services-main': { mainHeading: pageHeading, description: searchText, images: picture },
      'services-kitchen': { subHeadings: smallHeading, description: shortText },
      'services-catering': { subHeadings: smallHeading, description: shortText },
      'services-bowls': { subHeadings: smallHeading, description: shortText },
      'services-classes': { subHeadings: smallHeading, description: shortText },
    },
  },
  contactpage: {
    kind: 'fixed',
    page: '/contact',
    linkLabel: 'Contact page',
    group: 'Pages',
    title: 'place',
    columns: ['place', 'subHeadings', 'description'],
    fields: {
      mainHeading: pageHeading,
      subHeadings: { ...contactHeading, label: 'Small heading' },
      description: text,
      specialDays,
      mapPlace,
    },
    records: {
      'contact-main': { mainHeading: pageHeading, description: searchText },
      'contact-phone': {
        subHeadings: contactHeading,
        description: {
          label: 'Phone number',
          help: 'One number and nothing else, so that a press on it calls you.',
          max: 40,
        },
      },
      'contact-email': {
        subHeadings: contactHeading,
        description: {
          label: 'Email address',
          help: 'One address and nothing else, so that a press on it starts a letter to you.',
          max: 80,
        },
      },
      'contact-address': {
        subHeadings: contactHeading,
        description: { label: 'Address', help: 'Street and town, each on its own line.', max: 200 },
        mapPlace,
      },
      'contact-hours': {
        subHeadings: contactHeading,
        description: {
          label: 'Opening hours',
          help: 'One line for each day or run of days, such as “Sunday: 3:00 pm – 8:30 pm”. With am and pm, search engines show them too.',
          max: 600,
        },
        specialDays,
      },
    },
  },
  'website-name': {
    kind: 'single',
    page: '/',
    linkLabel: 'Name, logo, links',
    group: 'Frame',
    columns: ['websiteName'],
    fields: {
      websiteName: {
        label: 'Name',
        help: 'The name of the restaurant, at the top of every page and in the browser’s tab.',
      },
      cuisine: {
        label: 'Cuisine',
        help: 'What you cook, such as “Italian” or “American, Barbecue”. Search engines and assistants read it when someone looks for a place to eat; guests don’t see it on the pages. Optional.',
      },
      logo: {
        label: 'Logo',
        help: 'The small picture beside the name, at the top of every page; a square one fits best.',
      },
      links: {
        label: 'Links',
        help: 'Where guests reserve, order or find you elsewhere. The first is a button on every page, all are at the foot of every page.',
      },
    },
    otherFields: {
      notice: { label: 'Notice', help: 'The words at the top of every page, until their end.' },
    },
  },
  'website-tab': {
    kind: 'fixed',
    page: '/',
    linkLabel: 'Navigation',
    group: 'Frame',
    title: 'place',
    columns: ['place', 'tabName'],
    fields: { tabName: tab },
    records: {
      'tab-home': { tabName: tab },
      'tab-menu': { tabName: tab },
      'tab-services': { tabName: tab },
      'tab-contact': { tabName: tab },
    },
  },
} satisfies Record<string, ContentType>;

export type TypeName = keyof typeof table;

/**
 * Every content type of this CMS by its name. This module imports only types, so that the server, the admin and the
 * tests can all load it.
 */
export const contentTypes: Record<TypeName, ContentType> = table;

/** The fields of each component of those types, by the component's uid. */
export const componentFields: Record<string, Fields> = {
  'contact.special-day': {
    from: { label: 'Day', help: 'The day, or the first of several.' },
    until: { label: 'Last day', help: 'Only if it is more than one day.' },
    closed: { label: 'Closed', help: 'Yes: closed all day. No: write your hours below.' },
    hours: { label: 'Hours', help: 'If you are open, such as “5:00 pm – 9:00 pm”.' },
    reason: { label: 'Reason', help: 'Optional. A few words, such as “Thanksgiving”.' },
  },
  'site.notice': {
    text: { label: 'Words', help: 'One or two sentences.' },
    from: { label: 'From', help: 'Optional. Empty: from now on.' },
    until: { label: 'Until', help: 'By the restaurant’s clock. Then it comes down on its own.' },
    address: {
      label: 'Link',
      help: 'Optional. What a press on the words opens, such as “www.opentable.com” or “/services”.',
    },
  },
  'site.link': {
    label: { label: 'Words', help: 'What guests press, such as “Reserve”.' },
    address: { label: 'Web address', help: 'It begins with https://.' },
  },
};

/** Strapi's uid of a content type. */
export const uidOf = <Name extends string>(name: Name) => `api::${name}.${name}` as const;

const typesByUid = new Map<string, ContentType>(
  Object.entries(contentTypes).map(([name, type]) => [uidOf(name), type]),
);

/** The content type with a uid; `undefined` for Strapi's own types. */
export const findContentType = (uid: string): ContentType | undefined => typesByUid.get(uid);

/** The fields that the page shows of an entry; `undefined` where all entries of the type have the same. */
export function fieldsOfRecord(uid: string, documentId: unknown): Fields | undefined {
  const type = findContentType(uid);
  const records = type?.records ?? {};
  if (typeof documentId === 'string' && Object.hasOwn(records, documentId)) return records[documentId];
  if (type?.kind !== 'open' || !type.records) return undefined;
  const recordFields = Object.assign({}, ...Object.values(records));
  return Object.fromEntries(Object.entries(type.fields).filter(([name]) => !(name in recordFields)));
}

/** All fields of an entry that the owner fills in, in its form and elsewhere. */
export function fieldsOfEntry(uid: string, documentId: unknown): Fields {
  const type = findContentType(uid);
  return { ...type?.fields, ...type?.otherFields, ...fieldsOfRecord(uid, documentId) };
}

/** Whether entries of a type can be added and deleted: false for the kinds `fixed` and `single`. */
export const isOpenType = (uid: string): boolean => findContentType(uid)?.kind === 'open';

/** Whether an entry can neither be added nor deleted: each of the kinds `fixed` and `single`, and the records of an open type. */
export function isRequiredEntry(uid: string, documentId: unknown): boolean {
  const type = findContentType(uid);
  if (type?.kind !== 'open') return type !== undefined;
  return typeof documentId === 'string' && Object.hasOwn(type.records ?? {}, documentId);
}

/** The path of the site's page that shows a type; `undefined` for Strapi's own types. */
export const previewPathOf = (uid: string): PagePath | undefined => findContentType(uid)?.page;
