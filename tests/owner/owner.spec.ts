import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { contentTypes } from '../support/contentTypes.ts';
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
  for (const path of ['users', 'roles', 'api-tokens', 'transfer/tokens', 'webhooks']) {
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
  const atLimits = await stack.asAdmin('PUT', fries, { position: 2 ** 31 - 1, description: 'é'.repeat(500) });
  expect(atLimits.status).toBe(200);
});

test('rejects a blank name and a position that is not a whole number, and calls each field by its label', async ({
  editableStack: stack,
}) => {
  const sides = `/content-manager/collection-types/${uidOf('menu-side')}`;
  const single = '/content-manager/single-types/';
  const position = 'Position: this must be a whole number, such as 15.';
  for (const [path, values, field, sentence] of [
    [`${sides}/hand-cut-fries`, { position: 1.5 }, ['position'], position],
    [`${sides}/hand-cut-fries`, { position: 99_999_999_999 }, ['position'], position],
    [sides, { sideName: 'Slaw', position: -1 }, ['position'], position],
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
    ['forgot-password', 404, /whoever looks after the site gives you a new password/],
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

test('npm run password sets a new password for an existing account and rejects an unknown one', async ({
  editableStack: stack,
}) => {
  const run = async (email: string) => {
    const script = spawn(process.execPath, ['scripts/password.mjs', email], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, ...stack.settings },
    });
    const exited = once(script, 'exit');
    const [stdout, stderr] = await Promise.all([text(script.stdout), text(script.stderr)]);
    await exited;
    return { status: script.exitCode, stdout, stderr };
  };
  const unknown = await run('nobody@test.example');
  expect(unknown.status).toBe(1);
  expect(unknown.stderr.trim()).toBe('There is no account with the e-mail address nobody@test.example.');

  const changed = await run(accounts.OWNER_EMAIL);
  expect(changed.status).toBe(0);
  const password = /shown once:\n(\S{20})\n/.exec(changed.stdout)?.[1] ?? '';
  expect(await signIn(stack.cms, accounts.OWNER_EMAIL, password)).toBeTruthy();
  const signInWithOldPassword = await fetch(`${stack.cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD }),
  });
  expect(signInWithOldPassword.status).toBe(400);
});
