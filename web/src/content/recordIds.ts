// In a file of its own, because the browser needs the ids only with the parsers, which it loads later.

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
  softDrinks: ['menu-soft-drinks'],
  alcohol: ['menu-alcohol'],
  services: ['services-main', 'services-kitchen', 'services-catering', 'services-bowls', 'services-classes'],
  contact: ['contact-main', 'contact-phone', 'contact-email', 'contact-address', 'contact-hours'],
} as const;
