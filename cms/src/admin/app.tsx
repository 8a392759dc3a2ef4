import { darkTheme, lightTheme } from '@strapi/design-system';
import { Restaurant } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import logo from '../../seed/pictures/logo.svg';
import { AUDIT_LOG_PERMISSION } from '../shared/auditLogPermission';
import { toPermission } from '../shared/content/contentManager';
import { uidOf } from '../shared/content/contentTypes';
import { menuTypes } from '../shared/content/menuTypes';
import { askForCode } from './access/askForCode';
import { sendCurrentPassword } from './access/sendCurrentPassword';
import { showPasswordMail } from './access/showPasswordMail';
import { OpenDialog } from './components/openDialog';
import { explainedInputs } from './forms/ExplainedInput';
import { LinkedField } from './forms/LinkedField';
import { picturesInput } from './forms/PicturesInput';
import { changeSaveAndPublish } from './forms/saveForm';
import { showRecordFields } from './forms/showRecordFields';
import { showRecordWords } from './forms/showRecordWords';
import { Home } from './home/Home';
import { hideDeveloperTools, hideUnusedParts } from './home/hideUnusedParts';
import { PhoneMenuLink } from './home/PhoneMenuLink';
import lookStyles from './look/look.css?inline';
import { darkLook, lightLook } from './look/theme';
import { AskAtEntryUpload, askAtChoice, askAtUpload } from './media/askAtUpload';
import { addVersionScreens, addVersionsLink } from './site/addVersionScreens';
import { EntrySchedule } from './site/EntrySchedule';
import {
  addInputs,
  addScreens,
  changeEditView,
  changeListColumns,
  replaceHomePage,
  showOnEveryPage,
} from './strapi/application';
import { englishTranslations } from './strapi/englishTranslations';
import { formStyles } from './strapi/formStyles';
import { addStyles } from './strapi/page';
import { phoneStyles } from './strapi/phoneStyles';

/** Strapi's entry point for changes to the admin; it calls `register` before `bootstrap`. */
export default {
  config: {
    auth: { logo },
    menu: { logo },
    theme: {
      light: Object.assign({}, lightTheme, lightLook),
      dark: Object.assign({}, darkTheme, darkLook),
    },
    // No languages besides English.
    locales: [],
    tutorials: false,
    notifications: { releases: false },
    translations: { en: englishTranslations },
  },
  register(app: StrapiApp) {
    hideDeveloperTools(app);
    addInputs(app, [...explainedInputs, picturesInput]);
    showOnEveryPage(app, {
      'open-dialog': OpenDialog,
      'ask-at-upload': AskAtEntryUpload,
      'phone-menu-link': PhoneMenuLink,
    });
    replaceHomePage(app, Home);
    addVersionScreens(app);
    addScreens(app, { 'table-card': async () => (await import('./menu/TableCard')).TableCard });
    app.addMenuLink({
      to: 'menu',
      icon: Restaurant,
      intlLabel: { id: 'menu.link', defaultMessage: 'Menu' },
      permissions: menuTypes.map((type) => ({
        action: toPermission('read'),
        subject: uidOf(type),
      })),
      position: 1,
      Component: () => import('./menu/MenuScreen').then(({ MenuScreen }) => ({ default: MenuScreen })),
    });
    app.addSettingsLink('global', {
      to: 'audit-log',
      id: 'audit-log',
      intlLabel: { id: 'audit-log.link', defaultMessage: 'Audit log' },
      permissions: [{ action: AUDIT_LOG_PERMISSION, subject: null }],
      Component: () =>
        import('./auditLog/AuditLogPage').then(({ AuditLogPage }) => ({ default: AuditLogPage })),
    });
  },
  bootstrap(app: StrapiApp) {
    // Strapi's page has no link to a style sheet.
    addStyles(lookStyles + formStyles + phoneStyles);
    hideUnusedParts(app);
    changeSaveAndPublish();
    askAtUpload();
    askAtChoice();
    sendCurrentPassword();
    askForCode();
    // Without an answer the link stays hidden.
    showPasswordMail().catch(() => {});
    addVersionsLink(app);
    for (const [name, Component] of Object.entries({ EntrySchedule, LinkedField }))
      app.getPlugin('content-manager').injectComponent('editView', 'right-links', { name, Component });
    changeEditView(app, showRecordFields);
    changeListColumns(app, showRecordWords);
  },
};
