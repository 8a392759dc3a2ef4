import { contentTypes, hasRequiredEntries, uidOf } from '../../shared/content/contentTypes';
import { phoneStyles } from './phoneStyles';

/** A link to an entry of a type to which nothing can be done for several entries at once. */
const fixedEntryLink = Object.entries(contentTypes)
  .filter(([, { kind }]) => kind === 'fixed')
  .map(([name]) => `[href*="/${uidOf(name)}/"]`)
  .join(', ');

/** The beginning of the path of Strapi's icon of files. */
const FILES_ICON = 'm13.687 4.146-2.5-2.5';

/** Hides parts of the admin that no setting of Strapi can hide. */
const hidingStyles = `
  /* The request for a password link by e-mail, unless the CMS can send one. */
  :root:not([data-password-mail]) a[href$="/auth/forgot-password"],
  /* Strapi's documentation and pricing. */
  a[href*="//strapi.io"], a[href*=".strapi.io"],
  /* An entry's document id, and the button that copies it. */
  [role="menu"]:has(dl) > [role="separator"],
  [role="menu"]:has(dl) > [role="separator"] + [role="menuitem"],
  [role="menu"]:has(> [role="separator"]) dl > :last-child,
  /* The choice of a list's columns, which shows the field names. */
  [data-account="owner"] main:has([role="grid"]) button[aria-haspopup="dialog"]:has(> svg),
  /* The checkboxes of a list in which nothing can be done for several entries at once. */
  table[role="grid"]:has(td > a:is(${fixedEntryLink})) :is(th, td):has([role="checkbox"]),
  /* The choice between pictures of this device and by web address, which the CMS refuses. */
  div:has(> [role="tablist"] > [id$="-trigger-url"]),
  /* Pictures by web address, after Add pictures, which has Strapi's icon of files. */
  [role="menuitem"]:has(path[d^="${FILES_ICON}"]) + [role="menuitem"],
  /* The settings, all of which require an administrator. */
  [data-account="owner"] a[href$="/admin/settings"] {
    display: none;
  }

  /* Not hidden: a hint beside the label of a component field, for which the line may have no room. */
  div:has(> label + div > .field-hint) {
    flex-wrap: wrap;
  }
`;

/** The used part of Strapi's admin application. */
export interface AdminApp {
  getPlugin(id: string): { apis: Record<string, unknown> };
}

interface DocumentAction {
  (entry: { model: string }): object | null;
  type?: string;
}

/** Hides an action for fixed and single types; still calls it, because it contains React hooks. */
const hideForFixed = (action: DocumentAction): DocumentAction =>
  Object.assign((entry: { model: string }) => {
    const description = action(entry);
    return hasRequiredEntries(entry.model) ? null : description;
  }, action);

/**
 * Hides the parts of the admin that this project doesn't use, and the announcement of Strapi's new media library.
 * @throws Error when the content manager no longer has its function addDocumentAction
 */
export function hideUnusedParts(app: AdminApp): void {
  const element = document.createElement('style');
  element.textContent = hidingStyles + phoneStyles;
  document.head.append(element);
  // Strapi sets this key when a user closes the announcement; “false” is the project id, which is not set here.
  localStorage.setItem('STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:false', 'true');
  const { addDocumentAction } = app.getPlugin('content-manager').apis;
  if (typeof addDocumentAction !== 'function') throw new Error('Strapi has no addDocumentAction.');
  addDocumentAction((actions: DocumentAction[]) =>
    actions
      .filter(({ type }) => type !== 'edit-the-model' && type !== 'configure-the-view')
      .map((action) => (action.type === 'unpublish' ? hideForFixed(action) : action)),
  );
}

/** Sets the attribute `data-password-mail` of the root element if the CMS sends e-mail, which the admin can't know when it is built. */
export async function showPasswordMail(): Promise<void> {
  const response = await fetch('/password-mail');
  const { isEnabled }: { isEnabled: boolean } = await response.json();
  if (isEnabled) document.documentElement.dataset.passwordMail = '';
}

interface Account {
  user?: { roles?: { code?: string }[] };
}

interface Permission {
  action: string;
}

const DEVELOPER_TOOLS = [
  'admin::marketplace.read',
  'plugin::content-type-builder.read',
  'admin::webhooks.create',
  'admin::webhooks.read',
  'admin::webhooks.update',
  'admin::webhooks.delete',
];

/**
 * Hides the developer tools from all users, and sets the attribute `data-account` of the root element, which the
 * selectors above use.
 */
export const hideDeveloperTools =
  ({ user }: Account) =>
  <Allowed extends Permission>(next: (permissions: Allowed[]) => Promise<Allowed[]> | Allowed[]) =>
  (permissions: Allowed[]) => {
    const isAdministrator = user?.roles?.some(({ code }) => code === 'strapi-super-admin');
    document.documentElement.dataset.account = isAdministrator ? 'administrator' : 'owner';
    return next(permissions.filter(({ action }) => !DEVELOPER_TOOLS.includes(action)));
  };
