import type { StrapiApp } from '@strapi/strapi/admin';
import { isFixed } from '../admin-layout/adminLayout';

/** What no setting of Strapi's takes away. */
const style = `
  /* There is no e-mail service, so the page behind this link could not help anyone. */
  a[href$="/auth/forgot-password"],
  /* Strapi's own pages: its manual, its prices. */
  a[href*="//strapi.io"], a[href*=".strapi.io"],
  /* The key that the database gives an entry, and the way to copy it. */
  [role="menu"]:has(dl) > [role="separator"],
  [role="menu"]:has(dl) > [role="separator"] + [role="menuitem"],
  [role="menu"]:has(> [role="separator"]) dl > :last-child,
  /* The choice of a list's columns, by their names in the database. */
  [data-account="owner"] main:has([role="grid"]) button[aria-haspopup="dialog"]:has(> svg),
  /* Only the administrator finds something there. */
  [data-account="owner"] a[href$="/admin/settings"] {
    display: none;
  }

  /* A choice of one language. */
  header:has(> div > [role="combobox"]:only-child) {
    visibility: hidden;
  }
`;

interface DocumentAction {
  (entry: { model: string }): object | null;
  type?: string;
}

interface ContentManager {
  addDocumentAction(change: (actions: DocumentAction[]) => DocumentAction[]): void;
}

/** The same action, but not for entries that can’t be taken off the site; React counts its hooks, so it is called for these too. */
const exceptFixed = (action: DocumentAction): DocumentAction =>
  Object.assign((entry: { model: string }) => {
    const description = action(entry);
    return isFixed(entry.model) ? null : description;
  }, action);

/** Hides from everyone what leads nowhere, and the announcement of Strapi's new media library. */
export function hideWhatLeadsNowhere(app: StrapiApp): void {
  const element = document.createElement('style');
  element.textContent = style;
  document.head.append(element);
  // As if it had been dismissed already; “false” stands for the project's id at Strapi, which this one does not have.
  localStorage.setItem('STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:false', 'true');
  const { addDocumentAction } = app.getPlugin('content-manager').apis as unknown as ContentManager;
  addDocumentAction((actions) =>
    actions
      .filter(({ type }) => type !== 'edit-the-model' && type !== 'configure-the-view')
      .map((action) => (action.type === 'unpublish' ? exceptFixed(action) : action)),
  );
}

interface Account {
  user?: { roles?: { code?: string }[] };
}

interface Permission {
  action: string;
}

const DEVELOPERS_TOOLS = ['admin::marketplace.read', 'plugin::content-type-builder.read'];

/** Takes the developer's tools out of the menu, for the administrator too, and notes on the page whose account it is. */
export const hideDevelopersTools =
  ({ user }: Account) =>
  <Allowed extends Permission>(next: (permissions: Allowed[]) => Promise<Allowed[]> | Allowed[]) =>
  (permissions: Allowed[]) => {
    const isAdministrator = user?.roles?.some(({ code }) => code === 'strapi-super-admin');
    document.documentElement.dataset.account = isAdministrator ? 'administrator' : 'owner';
    return next(permissions.filter(({ action }) => !DEVELOPERS_TOOLS.includes(action)));
  };
