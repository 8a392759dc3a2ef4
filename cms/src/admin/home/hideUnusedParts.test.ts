// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { hideDeveloperTools, hideUnusedParts } from './hideUnusedParts';

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  delete document.documentElement.dataset.account;
  localStorage.clear();
});

interface Action {
  (entry: { model: string }): object | null;
  type?: string;
  position?: string;
}

/** Hides the unused parts; returns what remains of the actions that Strapi's edit view has for an entry. */
function hideParts(actions: Action[] = []): Action[] {
  let remaining: Action[] = [];
  const addDocumentAction = (change: (actions: Action[]) => Action[]) => {
    remaining = change(actions);
  };
  const getPlugin = (id: string) => ({ apis: id === 'content-manager' ? { addDocumentAction } : {} });
  hideUnusedParts({ getPlugin });
  return remaining;
}

const createAction = (type: string): Action =>
  Object.assign(({ model }: { model: string }) => ({ label: `${type} ${model}` }), {
    type,
    position: 'panel',
  });

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

test('hides the checkboxes of a list whose entries are fixed, and keeps those of the dishes', () => {
  const list = (type: string) => `<table role="grid">
    <thead><tr><th id="${type}-all"><button role="checkbox"></button></th><th id="${type}-title"></th></tr></thead>
    <tbody><tr><td id="${type}-box"><button role="checkbox"></button></td>
      <td id="${type}-name"><a href="/admin/content-manager/collection-types/api::${type}.${type}/id"></a></td></tr></tbody>
  </table>`;
  expect(hiddenIds(list('homepage') + list('menu-side'))).toEqual(['homepage-all', 'homepage-box']);
});

test('dismisses the announcement of the media library under the key that Strapi reads', () => {
  const banner = '@strapi/admin/dist/admin/admin/src/components/MediaLibraryBanner.js';
  const source = readFileSync(join(__dirname, '../../../node_modules', banner), 'utf8');
  const [, prefix] = /`(\w+)\$\{isLegacyMediaLibrary\}`/.exec(source) ?? [];
  hideParts();
  expect(Object.entries(localStorage)).toEqual([[`${prefix}false:false`, 'true']]);
});

test.each([
  ['api::homepage.homepage', null],
  ['api::menu-side.menu-side', { label: 'unpublish api::menu-side.menu-side' }],
])('offers Unpublish for %s: %j', (model, description) => {
  const action = vi.fn(createAction('unpublish'));
  const [unpublish] = hideParts([Object.assign(action, { type: 'unpublish', position: 'panel' })]);
  expect(unpublish?.({ model })).toEqual(description);
  expect([unpublish?.type, unpublish?.position]).toEqual(['unpublish', 'panel']);
  // React requires the same hooks on every render, so the action runs even when it is hidden.
  expect(action).toHaveBeenCalledExactlyOnceWith({ model });
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
