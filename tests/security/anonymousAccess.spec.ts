import { contentTypes } from '../support/contentTypes.ts';
import { expect, test } from '../support/stack.ts';

const WRITE = {
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data: { description: 'changed by an attacker' } }),
};

for (const { path, recordId } of contentTypes) {
  test(`${path} rejects every write by an anonymous client`, async ({ stack }) => {
    const before = await fetch(`${stack.cms}${path}`).then((response) => response.text());
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const address of [path, `${path}/${recordId}`]) {
        for (const origin of [stack.cms, stack.site]) {
          const { status } = await fetch(`${origin}${address}`, { method, ...WRITE });
          expect(status, `${method} ${origin}${address}`).toBe(405);
        }
      }
    }
    expect(await fetch(`${stack.cms}${path}`).then((response) => response.text())).toBe(before);
  });
}

for (const { path, kind, recordId } of contentTypes) {
  test(`${path} rejects every request for drafts by an anonymous client`, async ({ stack }) => {
    const record = `${path}/${recordId}`;
    if (kind !== 'single') expect((await fetch(stack.cms + record)).status, record).toBe(200);
    for (const address of kind === 'single' ? [path] : [path, record]) {
      for (const query of ['status=draft', 'status[]=draft', 'status[0]=draft', 'status=modified']) {
        expect((await fetch(`${stack.cms}${address}?${query}`)).status, `${address}?${query}`).toBe(403);
      }
    }
  });
}

test('no query parameter makes the CMS or the site return a draft to an anonymous client', async ({
  editableStack: stack,
}) => {
  const secret = 'a soup that is not ready yet';
  const draft = await stack.asAdmin(
    'PUT',
    '/content-manager/collection-types/api::menu-side.menu-side/hand-cut-fries',
    { sideName: 'Hand-Cut Fries', description: secret },
  );
  expect(draft.status).toBe(200);
  const queryStrings = [
    'status=draft',
    'status[]=draft',
    'status[0]=draft',
    'status=anything',
    'status=',
    'status[$eq]=draft',
    'status=draft&status=published',
    'publicationState=preview',
    'hasPublishedVersion=false',
    'status=published&hasPublishedVersion=true',
    'filters[publishedAt][$null]=true',
    'filters[description][$contains]=soup',
  ];
  for (const query of queryStrings) {
    for (const address of ['/api/menu-sides', '/api/menu-sides/hand-cut-fries']) {
      for (const origin of [stack.cms, stack.site]) {
        const response = await fetch(`${origin}${address}?${query}`);
        expect(await response.text(), `${origin}${address}?${query}`).not.toContain(secret);
      }
    }
  }
  for (const query of ['status=draft', 'status[]=draft', 'status=anything']) {
    expect((await fetch(`${stack.cms}/api/menu-sides?${query}`)).status, query).toBe(403);
  }
});

for (const [method, path, status] of [
  ['GET', '/api/users', 404],
  ['POST', '/api/auth/local', 405],
  ['POST', '/api/auth/local/register', 405],
  ['POST', '/api/auth/forgot-password', 405],
  ['GET', '/api/upload/files', 401],
  ['GET', '/api/upload/files/1', 401],
  ['POST', '/api/upload', 401],
  ['DELETE', '/api/upload/files/1', 401],
  ['GET', '/api/i18n/locales', 401],
  ['POST', '/api/email', 401],
  ['GET', '/api/content-type-builder/content-types', 401],
  ['GET', '/content-manager/collection-types/api::homepage.homepage', 401],
  ['GET', '/content-type-builder/content-types', 401],
  ['GET', '/upload/files', 401],
  ['GET', '/upload/folders', 401],
  ['GET', '/admin/users', 401],
  ['GET', '/admin/roles', 401],
  ['GET', '/admin/api-tokens', 401],
  ['GET', '/today', 401],
  ['PUT', '/today/hours', 401],
  ['DELETE', '/today/hours', 401],
  ['PUT', '/today/notice', 401],
  ['DELETE', '/today/notice', 401],
  ['POST', '/admin/register', 400],
  ['POST', '/admin/forgot-password', 404],
  ['POST', '/admin/Forgot-Password', 404],
  ['POST', '/admin/reset-password', 400],
] as const) {
  test(`rejects ${method} ${path} from an anonymous client`, async ({ stack }) => {
    const account = { email: 'mallory@test.example', firstname: 'Mallory', password: 'Mallory-1797-Mallory' };
    const response = await fetch(`${stack.cms}${path}`, {
      method,
      ...(method === 'GET'
        ? {}
        : {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ ...account, resetPasswordToken: 'x', registrationToken: 'x' }),
          }),
    });
    expect(response.status).toBe(status);
    expect((await fetch(`${stack.site}${path}`)).status, 'on the site').toBe(404);
  });
}

test('malformed queries never cause a 5xx response', async ({ stack, database }) => {
  // SQLite can compare with these values; Postgres rejects them.
  const impossibleValue = database === 'postgres' ? 400 : 200;
  for (const [target, status] of [
    ['/%00', 400],
    ['?filters[id]=99999999999', impossibleValue],
    ['?filters[mainHeading]=a%00b', impossibleValue],
    ['?pagination[start]=99999999999999999999&pagination[limit]=1', 400],
  ] as const)
    expect((await fetch(`${stack.cms}/api/homepages${target}`)).status, target).toBe(status);
});

test('the route that registers the first administrator creates no account when one exists', async ({
  stack,
}) => {
  const password = 'Mallory-1797-Mallory';
  const response = await fetch(`${stack.cms}/admin/register-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mallory@test.example', firstname: 'Mallory', password }),
  });
  expect(response.status).toBe(400);
  expect((await fetch(`${stack.site}/admin/register-admin`)).status, 'on the site').toBe(404);
  const users = await stack.asAdmin('GET', '/admin/users?pageSize=100').then((response) => response.json());
  expect(users.data.results.map(({ email }: { email: string }) => email).sort()).toEqual([
    'admin@test.example',
    'owner@test.example',
  ]);
});
