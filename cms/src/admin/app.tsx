import type { StrapiApp } from '@strapi/strapi/admin';
import logo from '../../seed/pictures/logo.svg';
import { showEntryFields } from './entryFields';
import { groupTypes } from './groupTypes';
import { Home } from './Home';
import { hideDeveloperTools, hideUnusedParts } from './hideUnusedParts';
import { wording } from './wording';

export default {
  config: {
    auth: { logo },
    menu: { logo },
    locales: [],
    tutorials: false,
    notifications: { releases: false },
    translations: { en: wording },
  },
  register(app: StrapiApp) {
    app.addRBACMiddleware(hideDeveloperTools);
    // Replaces Strapi's home page of widgets, because the owner could delete a widget with instructions.
    app.router.addRoute((routes) =>
      routes.map((route) => (route.index ? { index: true, Component: Home } : route)),
    );
  },
  bootstrap(app: StrapiApp) {
    hideUnusedParts(app);
    groupTypes(app);
    app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', showEntryFields);
  },
};
