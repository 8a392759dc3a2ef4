/** What a field is called at the desk, what it is for, and how many characters its place bears if fewer than the schema's. */
export interface Field {
  label: string;
  help: string;
  max?: number;
}

export type Fields = Record<string, Field>;

/** How a content type shows in the admin. */
interface TypeLayout {
  /** The group of the list of types that it is in. */
  group: 'Pages' | 'Menu';
  /** The field that titles an entry; without one it is titled by the type. */
  title?: string;
  /** The columns of the list, in their order. */
  columns: string[];
  /** All fields that can be filled in, in their order. */
  fields: Fields;
  /** For fixed records, by their id: the fields that the page shows of it, all others stay hidden. */
  places?: Record<string, Fields>;
}

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
const contactHeading: Field = { label: 'Heading', help: 'The word beside the icon.', max: 40 };
const tab: Field = { label: 'Link', help: 'The word visitors press to come to the page.' };
const picture: Field = {
  label: 'Picture',
  help: 'Press the picture’s pencil to say what it shows, for guests who can’t see it. More than one stand below each other.',
};

const dish = (name: string, kind: string): TypeLayout => ({
  group: 'Menu',
  title: name,
  columns: [name, 'description', 'position'],
  fields: {
    [name]: { label: 'Name', help: `The name of the ${kind}, as the menu prints it.` },
    description: {
      label: 'Description',
      help: 'What is in it and how it tastes; say here what guests must know, such as “Vegan” or “Contains nuts”.',
    },
    position: {
      label: 'Position',
      help: 'A whole number: smaller ones come first on the menu, none comes last. With gaps (10, 20, 30) there is room between two.',
    },
  },
});

const drinks = (kind: string): TypeLayout => ({
  group: 'Menu',
  columns: ['subHeading'],
  fields: {
    subHeading: { label: 'Heading', help: `The words above the ${kind}.` },
    drinks: {
      label: 'Drinks',
      help: 'Each line is a drink: press one to change it, the bin to remove it, drag it by its dots to another place.',
    },
  },
});

/** The eleven content types as the owner meets them; the key is the type's name. */
export const adminLayout: Record<string, TypeLayout> = {
  homepage: {
    group: 'Pages',
    title: 'place',
    columns: ['place', 'subHeadings'],
    fields: {
      mainHeading: heading,
      subHeadings: { ...smallHeading, label: 'Small heading' },
      description: text,
      images: { ...picture, label: 'Pictures' },
    },
    places: {
      'home-main': {
        mainHeading: pageHeading,
        description: searchText,
        images: {
          label: 'Pictures',
          help: 'They slide past under the heading, in this order. Press a picture’s pencil to say what it shows, for guests who can’t see it.',
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
  'menu-header': {
    group: 'Menu',
    title: 'place',
    columns: ['place', 'mainHeading', 'headingName'],
    fields: {
      mainHeading: { ...pageHeading, label: 'Heading of the page' },
      headingName: { ...sectionHeading, label: 'Heading of the part' },
      description: searchText,
    },
    places: {
      'menu-main': { mainHeading: pageHeading, description: searchText },
      'menu-appetizers': { headingName: sectionHeading },
      'menu-entrees': { headingName: sectionHeading },
      'menu-sides': { headingName: sectionHeading },
      'menu-drinks': { headingName: sectionHeading },
    },
  },
  'menu-appetizer': dish('appName', 'appetizer'),
  'menu-entree': dish('entreeName', 'entree'),
  'menu-side': dish('sideName', 'side'),
  'menu-soft-drinks': drinks('soft drinks'),
  'menu-alcohol': drinks('drinks with alcohol'),
  servicespage: {
    group: 'Pages',
    title: 'place',
    columns: ['place', 'subHeadings'],
    fields: {
      mainHeading: pageHeading,
      subHeadings: { ...smallHeading, label: 'Small heading' },
      description: text,
      images: { ...picture, label: 'Pictures' },
    },
    places: {
      'services-main': { mainHeading: pageHeading, description: searchText, images: picture },
      'services-kitchen': { subHeadings: smallHeading, description: shortText },
      'services-catering': { subHeadings: smallHeading, description: shortText },
      'services-bowls': { subHeadings: smallHeading, description: shortText },
      'services-classes': { subHeadings: smallHeading, description: shortText },
    },
  },
  contactpage: {
    group: 'Pages',
    title: 'place',
    columns: ['place', 'subHeadings', 'description'],
    fields: {
      mainHeading: pageHeading,
      subHeadings: { ...contactHeading, label: 'Small heading' },
      description: text,
    },
    places: {
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
      },
      'contact-hours': {
        subHeadings: contactHeading,
        description: {
          label: 'Opening hours',
          help: 'One line for each day or run of days, such as “Sunday: 3:00 pm – 8:30 pm”. With am and pm, search engines show them too.',
          max: 600,
        },
      },
    },
  },
  'website-tab': {
    group: 'Pages',
    title: 'place',
    columns: ['place', 'tabName'],
    fields: { tabName: tab },
    places: {
      'tab-home': { tabName: tab },
      'tab-menu': { tabName: tab },
      'tab-services': { tabName: tab },
      'tab-contact': { tabName: tab },
    },
  },
  'website-name': {
    group: 'Pages',
    columns: ['websiteName'],
    fields: {
      websiteName: {
        label: 'Name',
        help: 'The name of the restaurant, at the top of every page and in the browser’s tab.',
      },
      logo: {
        label: 'Logo',
        help: 'The small picture beside the name, at the top of every page; a square one fits best.',
      },
    },
  },
};

/** The components of those types, by their uid, with the one field that each has. */
export const drinkFields: Record<string, Fields> = {
  'menu.soft-drink': { drinkName: { label: 'Drink', help: 'Its name, as the menu prints it.' } },
  'menu.alcoholic-drink': { alcoholName: { label: 'Drink', help: 'Its name, as the menu prints it.' } },
};

/** The uid that Strapi gives a content type of ours. */
export const uidOf = (type: string) => `api::${type}.${type}` as const;

/** How a content type of ours shows, by its uid. */
export const layoutOf = (uid: string): TypeLayout | undefined =>
  Object.entries(adminLayout).find(([type]) => uidOf(type) === uid)?.[1];

/** The fields that the page shows of a record, or nothing for a record that has no fixed place. */
export const fieldsOfRecord = (uid: string, documentId: unknown): Fields | undefined =>
  typeof documentId === 'string' ? layoutOf(uid)?.places?.[documentId] : undefined;

/** The lists of dishes: everything else of ours has a fixed place on the site. */
const open = new Set<string>(['menu-appetizer', 'menu-entree', 'menu-side'].map(uidOf));

/** Whether each entry of a type has a place of its own on the site, so that none may come or go. */
export const isFixed = (uid: string): boolean => uid.startsWith('api::') && !open.has(uid);
