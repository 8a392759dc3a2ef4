import { contentTypes, uidOf } from '../../shared/content/contentTypes';

/** A link to an entry of a type to which nothing can be done for several entries at once. */
const fixedEntryLink = Object.entries(contentTypes)
  .filter(([, { kind }]) => kind === 'fixed')
  .map(([name]) => `[href*="/${uidOf(name)}/"]`)
  .join(', ');

/** The table of such a type. */
const fixedList = `table[role="grid"]:has(td > a:is(${fixedEntryLink}))`;

/** The beginning of the path of Strapi's icon of files. */
const FILES_ICON = 'm13.687 4.146-2.5-2.5';

/** The beginning of the path of Strapi's icon of a link. */
const LINK_ICON = 'M17.046 23.441a1.5';

/** Styles that hide parts of the admin that no setting of Strapi can hide. */
export const hidingStyles = `
  /* The request for a password link by e-mail, unless the CMS can send one. */
  :root:not([data-password-mail]) a[href$="/auth/forgot-password"],
  /* Strapi's documentation and pricing. */
  a[href*="//strapi.io"], a[href*=".strapi.io"],
  /* An entry's document id, and the button that copies it. */
  [role="menu"]:has(dl) > [role="separator"],
  [role="menu"]:has(dl) > [role="separator"] + [role="menuitem"],
  [role="menu"]:has(> [role="separator"]) dl > :last-child,
  /* The choice of a list's columns, which shows the field names. */
  [data-account="owner"] main:has([role="grid"]) button[aria-haspopup="dialog"]:has(> svg):not([role="grid"] *),
  /* The checkboxes of a list in which nothing can be done for several entries at once. */
  ${fixedList} :is(th, td):has([role="checkbox"]),
  /* The menus of their rows, which only open the entry, as its name does. */
  ${fixedList} [aria-haspopup="menu"],
  /* The menus of a form in which nothing can be done, and in a menu what can't be done. */
  div:has(> [aria-haspopup="menu"][data-disabled]:only-child),
  [aria-haspopup="menu"][data-disabled],
  [role="menu"] > [role="menuitem"][data-disabled],
  /* The addresses of pictures and previews, which only this account can open. */
  button:has(> svg > path[d^="${LINK_ICON}"]),
  /* The preview while the form has changes: then the button that saves them first is shown. */
  aside:has(> div > a[aria-disabled="true"]),
  /* What kind of file a picture is, and how many pixels it has. */
  [role="dialog"] article div:has(> div > h2) + div,
  [role="dialog"] article div:has(> h2) + div,
  /* The button beside a yes-or-no that makes it neither. */
  form :has(+ * > input[type="checkbox"]) > button,
  /* The choice of a language, as there is one, and a second name of an account. */
  [role="combobox"][aria-label="Select interface language"],
  main form div:has(> * > * > input[name="username"], > * > [name="preferedLanguage"]),
  /* The choice between pictures of this device and by web address, which the CMS refuses. */
  div:has(> [role="tablist"] > [id$="-trigger-url"]),
  /* Pictures by web address, after Add pictures, which has Strapi's icon of files. */
  [role="menuitem"]:has(path[d^="${FILES_ICON}"]) + [role="menuitem"],
  /* The link to the menu behind the burger, where the bar has it. */
  body:has(nav ul a[href$="/admin/menu"]) #burger-menu a[href$="/admin/menu"],
  /* The settings, all of which require an administrator. */
  [data-account="owner"] a[href$="/admin/settings"] {
    display: none;
  }

  /* Not hidden: a hint beside the label of a component field, for which the line may have no room. */
  div:has(> label + div > .field-hint) {
    flex-wrap: wrap;
  }
`;
