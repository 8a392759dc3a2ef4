import { Restaurant } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import logo from '../../seed/pictures/logo.svg';
import { uidOf } from '../shared/content/contentTypes';
import { menuTypes } from '../shared/content/menuTypes';
import { sendCurrentPassword } from './access/sendCurrentPassword';
import { OpenDialog } from './components/openDialog';
import { resolveConflicts } from './conflicts/resolveConflicts';
import { explainedInputs } from './forms/ExplainedInput';
import { showEntryFields } from './forms/entryFields';
import { Home } from './home/Home';
import { AskAtUpload, askAtChoice, askAtUpload } from './media/askAtUpload';
import { englishTranslations } from './strapi/englishTranslations';
import { hideDeveloperTools, hideUnusedParts, showPasswordMail } from './strapi/hideUnusedParts';
import { addVersionRoutes, addVersionsLink } from './versions/addVersions';

/** Strapi's entry point for changes to the admin; it calls `register` before `bootstrap`. */
export default {
  config: {
    auth: { logo },
    menu: { logo },
    // No languages besides English.
    locales: [],
    tutorials: false,
    notifications: { releases: false },
    translations: { en: englishTranslations },
  },
  register(app: StrapiApp) {
    app.addRBACMiddleware(hideDeveloperTools);
    app.addFields(explainedInputs);
    // Strapi shows components with this prefix on every page.
    app.addComponents([
      { name: 'future-global::open-dialog', Component: OpenDialog },
      { name: 'future-global::ask-at-upload', Component: AskAtUpload },
    ]);
    // The index route is Strapi's home page, where users can remove widgets. The owner's instructions must not be
    // removable, so they replace the whole page.
    app.router.addRoute((routes) =>
      routes.map((route) => (route.index ? { index: true, Component: Home } : route)),
    );
    addVersionRoutes(app);
    app.addMenuLink({
      to: 'menu',
      icon: Restaurant,
      intlLabel: { id: 'menu.link', defaultMessage: 'Menu' },
      permissions: menuTypes.map((type) => ({
        action: 'plugin::content-manager.explorer.read',
        subject: uidOf(type),
      })),
      position: 1,
      Component: () => import('./menu/MenuScreen').then(({ MenuScreen }) => ({ default: MenuScreen })),
    });
  },
  bootstrap(app: StrapiApp) {
    hideUnusedParts(app);
    resolveConflicts();
    askAtUpload();
    askAtChoice();
    sendCurrentPassword();
    // Without an answer the link stays hidden.
    showPasswordMail().catch(() => {});
    addVersionsLink(app);
    app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', showEntryFields);
  },
};
