/** A list of entries, which shows the state of each. */
const list = 'table[role="grid"]:has(td > [role="status"])';

/** The signed-in devices, each with a button that opens a dialog. */
const devices = 'table[role="grid"]:has(td [aria-haspopup="dialog"])';

/** Styles for Strapi's screens on a phone. They select by role, attribute and structure, because Strapi's class names change. */
export const phoneStyles = `
  /* Targets of at least 44 px, also on a tablet. */
  @media (max-width: 767px), (pointer: coarse) {
    a, button, input:not([type="checkbox"], [type="radio"]), [role="combobox"], [role="menuitem"], [role="option"] {
      min-height: 44px;
    }
    /* A field's own button, such as Show password, is as high as its field. */
    button, [role="combobox"]:not(input) {
      min-width: 44px;
    }
    a, button {
      align-content: center;
      align-items: center;
    }
    button {
      justify-content: center;
    }
    nav a {
      min-width: 44px;
    }
    /* A finger doesn't hover, and the name of a pressed button would stay. */
    [data-radix-popper-content-wrapper]:has([role="tooltip"]) {
      display: none;
    }
    /* The box stays small, and what can be pressed is larger. */
    button[role="checkbox"][data-state][data-state] {
      flex: none;
      box-sizing: border-box;
      width: 44px;
      height: 44px;
      margin: -12px;
      border: 12px solid transparent;
      background-clip: padding-box;
      box-shadow: inset 0 0 0 1px rgb(128 128 120);
    }
  }

  /* A tablet is too narrow for the columns too. */
  @media (max-width: 1079px) {
    /* The name and the state of each entry, one below the other, and its menu at the right. */
    ${list} thead,
    ${list} td:not(:has(> a, > [role="status"], > [aria-haspopup="menu"])) {
      display: none;
    }
    ${list}, ${list} tbody {
      display: block;
    }
    ${list} tr {
      display: grid;
      grid-template-columns: 1fr auto;
      align-items: center;
      padding: 8px 0;
    }
    ${list} td {
      display: flex;
      align-items: center;
      height: auto;
      padding: 4px 0;
    }
    ${list} td > a {
      max-width: none;
      white-space: normal;
    }
    ${list} td:has(> [aria-haspopup="menu"]) {
      grid-area: 1 / 2 / span 2 / 3;
    }
  }

  @media (max-width: 767px) {
    /* While the keyboard is up, the field with the focus is above the bar of the menu and above the buttons of an entry. */
    input, textarea, [contenteditable="true"] {
      scroll-margin-block: 16px 136px;
    }
    /* A padding of the page, not a margin of the field: Chromium takes a field for visible when 32 px of it with its margin are. */
    body:has([data-publish-at]) :is(input, textarea, [contenteditable="true"]) {
      scroll-margin-block-end: 16px;
    }
    body:has([data-publish-at]) :has(> * > [data-strapi-main-content]) {
      scroll-padding-block-end: 172px;
    }

    ${devices} {
      table-layout: fixed;
    }
    ${devices} :is(th, td) {
      padding: 8px 2px;
      white-space: normal;
    }
    ${devices} th:first-child {
      width: 29%;
    }
    ${devices} th:last-child {
      width: 56px;
    }
    ${devices} td > div {
      flex-wrap: wrap;
    }

    /* The dialogs of pictures are as wide as the screen, with two pictures beside each other. */
    [role="dialog"]:has(> header) {
      width: 100%;
      max-width: none;
      max-height: 100dvh;
    }
    [role="dialog"] div:has(> [role="tablist"]) {
      flex-wrap: wrap;
      gap: 8px;
      padding: 8px 16px;
    }
    [role="dialog"] footer {
      flex-wrap: wrap;
      gap: 8px;
    }
    [role="dialog"] div:is(:has(> article[role="button"]), :has(> div:only-child > article[role="button"])) {
      grid-column: span 6;
    }
  }
`;
