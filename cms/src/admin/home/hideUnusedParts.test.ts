// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { hideDeveloperTools, hideUnusedParts } from './hideUnusedParts';

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  delete document.documentElement.dataset.account;
});

/** Hides the unused parts. */
function hideParts(): void {
  hideUnusedParts({ getPlugin: () => ({ apis: { addDocumentAction: () => {} } }) });
}

/** Runs the middleware, and a next one, for an account with these roles; returns the actions that remain permitted. */
async function permitActions(roles: string[] | undefined, actions: string[] = []) {
  const account = { user: roles && { roles: roles.map((code) => ({ code })) } };
  let permitted: { action: string }[] = [];
  await new Promise<void>((resolve) =>
    hideDeveloperTools({
      addRBACMiddleware: async (middleware) => {
        const run = middleware(account)<{ action: string }>((permissions) => [
          ...permissions,
          { action: 'added by the next middleware' },
        ]);
        permitted = await run(actions.map((action) => ({ action })));
        resolve();
      },
    }),
  );
  return permitted.map(({ action }) => action);
}

/** Shows HTML in the admin; returns the ids of its elements that are hidden. */
function hiddenIds(html: string): string[] {
  hideParts();
  document.body.innerHTML = html;
  return [...document.querySelectorAll('[id]')]
    .filter((element) => getComputedStyle(element).display === 'none')
    .map(({ id }) => id);
}

test('hides the links to Strapi’s own pages, and no other links', () => {
  const links = [
    ['site', 'https://strapi.io/blog'],
    ['documentation', 'https://docs.strapi.io/cms'],
    ['other', 'https://example.com/strapi'],
  ];
  expect(hiddenIds(links.map(([id, href]) => `<a id="${id}" href="${href}"></a>`).join(''))).toEqual([
    'site',
    'documentation',
  ]);
});

const ADMINISTRATOR_PARTS = `<a id="settings" href="/admin/settings"></a>
  <main><div role="grid"></div><button id="columns" aria-haspopup="dialog"><svg></svg></button></main>`;

test('hides the settings and the choice of columns from the owner, and not from an administrator after her', async () => {
  await permitActions(['owner']);
  expect(hiddenIds(ADMINISTRATOR_PARTS)).toEqual(['settings', 'columns']);
  await permitActions(['strapi-super-admin']);
  expect(hiddenIds(ADMINISTRATOR_PARTS)).toEqual([]);
});

test('hides what can’t be done in a form or a menu, the address of a picture, and a third state of yes-or-no', () => {
  const html = `<main><form>
      <button id="nothing" aria-haspopup="menu" data-disabled></button>
      <p><button id="some" aria-haspopup="menu"></button></p>
      <button id="address"><svg><path d="M17.046 23.441a1.5 1.5"></path></svg></button>
      <div><div><button id="neither"></button></div><label><input type="checkbox"></label></div>
    </form></main>
    <div role="menu"><p role="menuitem" id="disabled" data-disabled></p><p role="menuitem" id="enabled"></p></div>`;
  expect(hiddenIds(html)).toEqual(['nothing', 'address', 'neither', 'disabled']);
});

test('hides from the profile and the sign-in a second name and the choice of the only language', () => {
  const field = (id: string, input: string) => `<div id="${id}"><div>${input}</div></div>`;
  const html = `<p role="combobox" aria-label="Select interface language" id="language"></p>
    <main><form>
      ${field('first', '<p><input name="firstname"></p>')}${field('second', '<p><input name="username"></p>')}
      ${field('own-language', '<p role="combobox" name="preferedLanguage"></p>')}${field('colors', '<p role="combobox" name="currentTheme"></p>')}
    </form></main>`;
  expect(hiddenIds(html)).toEqual(['language', 'second', 'own-language']);
});

test('hides the checkboxes and menus of a list whose entries are fixed, and keeps those of the dishes', () => {
  const list = (type: string) => `<table role="grid">
    <thead><tr><th id="${type}-all"><button role="checkbox"></button></th><th id="${type}-title"></th></tr></thead>
    <tbody><tr><td id="${type}-box"><button role="checkbox"></button></td>
      <td id="${type}-name"><a href="/admin/content-manager/collection-types/api::${type}.${type}/id"></a></td>
      <td><button id="${type}-menu" aria-haspopup="menu"></button></td></tr></tbody>
  </table>`;
  expect(hiddenIds(list('homepage') + list('menu-side'))).toEqual([
    'homepage-all',
    'homepage-box',
    'homepage-menu',
  ]);
});

test.each([
  [undefined, 'owner'],
  [['owner', 'strapi-super-admin'], 'administrator'],
])(
  'shows an account with the roles %j the admin of the %s, without developer tools',
  async (roles, account) => {
    const tools = [
      'admin::marketplace.read',
      'plugin::content-type-builder.read',
      'admin::webhooks.create',
      'admin::webhooks.read',
    ];
    const others = ['admin::users.read', 'plugin::upload.read'];
    expect(await permitActions(roles, [...tools, ...others])).toEqual([
      ...others,
      'added by the next middleware',
    ]);
    expect(document.documentElement.dataset.account).toBe(account);
  },
);
