import type { StrapiApp } from '@strapi/strapi/admin';
import logo from '../../seed/pictures/logo.svg';
import { showEntryFields } from './entryFields';
import { Home } from './Home';
import { hideDevelopersTools, hideWhatLeadsNowhere } from './hidden';
import { groupMenu, groupPages } from './typeGroups';
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
    app.addRBACMiddleware(hideDevelopersTools);
    // In place of Strapi's widgets: the owner could delete and lose one that explains the desk.
    app.router.addRoute((routes) =>
      routes.map((route) => (route.index ? { index: true, Component: Home } : route)),
    );
  },
  bootstrap(app: StrapiApp) {
    hideWhatLeadsNowhere(app);
    app.registerHook('Admin/CM/pages/App/mutate-collection-types-links', groupPages);
    app.registerHook('Admin/CM/pages/App/mutate-single-types-links', groupMenu);
    app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', showEntryFields);
  },
};
