import { isRequiredEntry } from '../../shared/content/contentTypes';
import { changeEntryActions, hidePermissions, type NewApp, type StartedApp } from '../strapi/application';
import { hidingStyles } from '../strapi/hidingStyles';
import { addStyles, dismissBanner, markPage } from '../strapi/page';

const DEVELOPER_TOOLS = [
  'admin::marketplace.read',
  'plugin::content-type-builder.read',
  'admin::webhooks.create',
  'admin::webhooks.read',
  'admin::webhooks.update',
  'admin::webhooks.delete',
];

/** Hides the developer tools from all users, and from the owner what only an administrator needs. */
export const hideDeveloperTools = (app: NewApp): void =>
  hidePermissions(app, DEVELOPER_TOOLS, (isAdministrator) =>
    markPage('account', isAdministrator ? 'administrator' : 'owner'),
  );

/** Hides the parts of the admin that this project doesn't use, and the announcement of Strapi's new media library. */
export function hideUnusedParts(app: StartedApp): void {
  addStyles(hidingStyles);
  dismissBanner();
  changeEntryActions(
    app,
    ['edit-the-model', 'configure-the-view'],
    (type, uid, documentId) =>
      ['unpublish', 'delete', 'clone'].includes(type) && isRequiredEntry(uid, documentId),
  );
}
