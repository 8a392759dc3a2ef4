import { contentTypes } from '../support/contentTypes.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { accounts, expect, signIn, test } from '../support/stack.ts';

const uidOf = (type: string) => `api::${type}.${type}`;

for (const { name: type, recordId: id } of contentTypes.filter(({ kind }) => kind === 'fixed')) {
  test(`an administrator can’t add, clone, delete or unpublish the fixed records of ${type}`, async ({
    stack,
  }) => {
    const path = `/content-manager/collection-types/${uidOf(type)}`;
    const attempts = [
      ['POST', path, { place: 'Another' }],
      ['POST', `${path}/clone/${id}`, {}],
      ['DELETE', `${path}/${id}`, undefined],
      ['POST', `${path}/actions/bulkDelete`, { documentIds: [id] }],
      ['POST', `${path}/${id}/actions/unpublish`, {}],
      ['POST', `${path}/actions/bulkUnpublish`, { documentIds: [id] }],
    ] as const;
    for (const [method, address, body] of attempts) {
      const response = await stack.asAdmin(method, address, body);
      expect(response.status, `${method} ${address}`).toBe(400);
      expect((await response.json()).error.message).toMatch(
        /^(Every entry here has its own place|The site needs this entry)/,
      );
    }
    expect((await stack.asAdmin('GET', `${path}/${id}`)).status).toBe(200);
  });
}

for (const { name: type } of contentTypes.filter(({ kind }) => kind === 'single')) {
  test(`an administrator can’t delete or unpublish the single type ${type}`, async ({ stack }) => {
    const path = `/content-manager/single-types/${uidOf(type)}`;
    for (const [method, address] of [
      ['DELETE', path],
      ['POST', `${path}/actions/unpublish`],
    ] as const) {
      const response = await stack.asAdmin(method, address, method === 'POST' ? {} : undefined);
      expect(response.status, `${method} ${address}`).toBe(400);
      expect((await response.json()).error.message).toMatch(/^The site needs this entry/);
    }
  });
}

test('the owner can edit content and dishes, and is denied fixed records, settings, accounts and content types', async ({
  editableStack: stack,
}) => {
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const asOwner = (method: string, path: string, body?: object) =>
    fetch(`${stack.cms}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).then(({ status }) => status);
  const types = '/content-manager/collection-types';

  expect(
    await asOwner('POST', `${types}/${uidOf('homepage')}/home-main/actions/publish`, {
      mainHeading: 'Hello',
    }),
  ).toBe(200);
  expect(await asOwner('POST', `${types}/${uidOf('menu-side')}/actions/publish`, { sideName: 'Slaw' })).toBe(
    200,
  );
  expect(await asOwner('DELETE', `${types}/${uidOf('menu-side')}/hand-cut-fries`)).toBe(200);
  expect(await asOwner('GET', '/upload/files')).toBe(200);

  expect(await asOwner('POST', `${types}/${uidOf('homepage')}`, { place: 'Another' })).toBe(403);
  expect(await asOwner('DELETE', `${types}/${uidOf('homepage')}/home-main`)).toBe(403);
  expect(await asOwner('PUT', `${types}/${uidOf('homepage')}/home-main`, { place: 'Elsewhere' })).toBe(200);
  const record = await stack.asAdmin('GET', `${types}/${uidOf('homepage')}/home-main`);
  expect((await record.json()).data.place).toBe('Home: heading of the page and its pictures');
  expect(await asOwner('DELETE', `/content-manager/single-types/${uidOf('website-name')}`)).toBe(403);
  for (const view of [`content-types/${uidOf('homepage')}`, 'components/menu.soft-drink'])
    expect(await asOwner('PUT', `/content-manager/${view}/configuration`, {}), view).toBe(403);
  for (const path of ['/upload/settings', '/upload/configuration', '/i18n/settings'])
    expect(await asOwner('PUT', path, {}), path).toBe(403);
  expect(await asOwner('POST', '/email/', { to: 'somebody@test.example', text: 'Hello' })).toBe(403);
  for (const path of ['users', 'roles', 'api-tokens', 'transfer/tokens']) {
    expect(await asOwner('GET', `/admin/${path}`), path).toBe(403);
  }
  expect(await asOwner('GET', '/content-type-builder/content-types')).toBe(403);
});

test('both databases reject values that only one of them can store, with one sentence', async ({
  editableStack: stack,
}) => {
  const library = await stack.asAdmin('GET', '/upload/files').then((response) => response.json());
  const picture = library.results[0];
  const rename = new FormData();
  rename.append('fileInfo', JSON.stringify({ name: 'x'.repeat(256), alternativeText: 'A dish' }));
  const fries = `/content-manager/collection-types/${uidOf('menu-side')}/hand-cut-fries`;
  for (const [method, path, body, reason] of [
    ['POST', `/upload?id=${picture.id}`, rename, /^name: this is too long, 255 .* 256\.$/],
    [
      'PUT',
      fries,
      { description: 'Salt\0' },
      /^description: this contains a character that can’t be saved\.$/,
    ],
  ] as const) {
    const response = await stack.asAdmin(method, path, body);
    expect((await response.json()).error?.message).toMatch(reason);
    expect(response.status).toBe(400);
  }
  const atLimits = await stack.asAdmin('PUT', fries, { description: 'é'.repeat(500) });
  expect(atLimits.status).toBe(200);
});

test('rejects a blank name, and calls each field by its label', async ({ editableStack: stack }) => {
  const sides = `/content-manager/collection-types/${uidOf('menu-side')}`;
  const single = '/content-manager/single-types/';
  for (const [path, values, field, sentence] of [
    [sides, { sideName: '   ' }, ['sideName'], 'Name: this can’t be empty.'],
    [
      `${single}${uidOf('website-name')}`,
      { websiteName: ' \u00a0' },
      ['websiteName'],
      'Name: this can’t be empty.',
    ],
    [
      `${single}${uidOf('menu-soft-drinks')}`,
      { drinks: [{ drinkName: 'Cola' }, { drinkName: ' ' }] },
      ['drinks', 1, 'drinkName'],
      'Drink: this can’t be empty.',
    ],
  ] as const) {
    const response = await stack.asAdmin('POST', `${path}/actions/publish`, values);
    expect(response.status, JSON.stringify(values)).toBe(400);
    const { error } = await response.json();
    expect(error.message).toBe(sentence);
    expect(error.details.errors[0].path).toEqual(field);
  }
});

test('a failed sign-in and a request for a new password answer with a sentence that tells the owner what to do', async ({
  stack,
}) => {
  for (const [path, status, sentence] of [
    ['login', 400, /^The email or the password is not right\.$/],
    ['forgot-password', 404, /whoever looks after the site gives you a link to choose a new password/],
  ] as const) {
    const response = await fetch(`${stack.cms}/admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: accounts.OWNER_EMAIL, password: 'Wrong-1797-wrong' }),
    });
    expect(response.status).toBe(status);
    expect((await response.json()).error.message).toMatch(sentence);
  }
});

test('npm run password prints a link that sets a new password for an account, while the site runs', async ({
  editableStack: stack,
}) => {
  const password = 'Oak-Fire-1798-owner';
  const printed = await runPassword(stack.settings, accounts.OWNER_EMAIL.toUpperCase());
  expect(printed).toMatchObject({ status: 0, stderr: '' });
  const [link = ''] = linksIn(printed.stdout);
  // Until the link is used, the password is still the same.
  expect(await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD)).toBeTruthy();
  expect((await resetPassword(stack.cms, link, password)).status).toBe(200);
  expect(await signIn(stack.cms, accounts.OWNER_EMAIL, password)).toBeTruthy();
  const signInWithOldPassword = await fetch(`${stack.cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD }),
  });
  expect(signInWithOldPassword.status).toBe(400);
});

test('npm run password rejects an account that does not exist or is not active', async ({
  editableStack: stack,
}) => {
  await expect(runPassword(stack.settings, 'nobody@test.example')).resolves.toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no account with the e-mail address nobody@test.example.',
  });
  const guest = { email: 'guest@test.example', firstname: 'Guest', roles: [1] };
  expect((await stack.asAdmin('POST', '/admin/users', guest)).status).toBe(201);
  const inactive = await runPassword(stack.settings, guest.email);
  expect(inactive.status).toBe(1);
  expect(inactive.stderr).toMatch(/^The account guest@test\.example is not active: /);
});

test('an invitation, an account’s settings and the profile reject a password with less than twelve characters', async ({
  editableStack: stack,
}) => {
  const guest = { email: 'guest@test.example', firstname: 'Guest', roles: [1] };
  const invited = await stack.asAdmin('POST', '/admin/users', guest).then((response) => response.json());
  const { id, registrationToken } = invited.data;
  const send = (method: string, path: string, password: string) =>
    stack.asAdmin(
      method,
      path,
      path === '/admin/register'
        ? { registrationToken, userInfo: { firstname: 'Guest', password } }
        : { password, ...(path.endsWith('/me') && { currentPassword: accounts.ADMIN_PASSWORD }) },
    );
  const routes = [
    ['POST', '/admin/register'],
    ['PUT', `/admin/users/${id}`],
    ['PUT', '/admin/users/me'],
  ] as const;
  for (const [method, path] of routes) {
    const rejected = await send(method, path, 'Oak-Fire-17');
    expect(rejected.status, path).toBe(400);
    expect((await rejected.json()).error.message, path).toMatch(
      /^This password is too weak: .* 12 characters/,
    );
  }
  // Strapi would sign the administrator out before it stores a password that it accepts.
  expect((await stack.asAdmin('GET', '/admin/users/me')).status).toBe(200);
  for (const [method, path] of routes.slice(0, 2))
    expect((await send(method, path, 'Oak-Fire-179')).status, path).toBe(200);
});
