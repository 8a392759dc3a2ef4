import { createRequire } from 'node:module';
import type { AuditLogAnswer } from '../../cms/src/auditLog/auditLog.ts';
import { addAccount } from '../support/addAccount.ts';
import { addLines } from '../support/auditLog.ts';
import { listRoutes } from '../support/listRoutes.ts';
import { createPicture, createUploadForm } from '../support/pictures.ts';
import { accounts } from '../support/seededCopy.ts';
import { sendFrom } from '../support/sendFrom.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { expect, type Stack, signIn, test } from '../support/stack.ts';

const DAY_MS = 86_400_000;
/** Sends wrong passwords, so that the limit of the usual address does not count them for the tests that follow. */
const OTHER_ADDRESS = '127.0.0.3';

/** Reads a page of the audit log. */
async function readLog(stack: Stack, before?: number): Promise<AuditLogAnswer> {
  const response = await stack.asAdmin('GET', `/audit-log${before ? `?before=${before}` : ''}`);
  expect(response.status).toBe(200);
  return response.json();
}

/** The texts of the newest lines, oldest first. */
const readTexts = async (stack: Stack): Promise<string[]> =>
  (await readLog(stack)).lines.map(({ text }) => text).reverse();

/** Sends a request as the administrator that must be answered with success; returns what is in `data`. */
async function send(stack: Stack, method: string, path: string, body?: object) {
  const response = await stack.asAdmin(method, path, body);
  const text = await response.text();
  expect(response.ok, `${method} ${path} ${text}`).toBe(true);
  return text ? JSON.parse(text).data : undefined;
}

test('the audit log tells who has changed accounts, roles, tokens and settings, and no secret', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = (await readTexts(stack)).length;
  const role = await send(stack, 'POST', '/admin/roles', { name: 'Cook', description: '' });
  await send(stack, 'PUT', `/admin/roles/${role.id}`, { name: 'Chef', description: '' });
  await send(stack, 'PUT', `/admin/roles/${role.id}/permissions`, { permissions: [] });
  const id = await addAccount(stack, 'guest@test.example');
  await send(stack, 'PUT', `/admin/users/${id}`, { email: 'chef@test.example', roles: [2, role.id] });
  await send(stack, 'PUT', `/admin/users/${id}`, { isActive: false, firstname: 'Rosa' });
  await send(stack, 'PUT', `/admin/users/${id}`, { isActive: false, firstname: 'Rosa' });
  const other = await addAccount(stack, 'other@test.example');
  await send(stack, 'POST', '/admin/users/batch-delete', { ids: [id, other] });
  await send(stack, 'POST', '/admin/roles/batch-delete', { ids: [role.id] });
  const token = await send(stack, 'POST', '/admin/api-tokens', {
    name: 'Program',
    description: '',
    type: 'read-only',
    lifespan: null,
  });
  const renewed = await send(stack, 'POST', `/admin/api-tokens/${token.id}/regenerate`);
  await send(stack, 'DELETE', `/admin/api-tokens/${token.id}`);
  const { data: settings } = await (await stack.asAdmin('GET', '/upload/settings')).json();
  await stack.asAdmin('PUT', '/upload/settings', settings);
  // Refused, so not in the log.
  expect((await stack.asAdmin('POST', '/admin/roles', { name: 'Owner' })).ok).toBe(false);

  const texts = await readTexts(stack);
  expect(texts.slice(before)).toEqual([
    'Created the role “Cook”',
    'Changed the role “Cook”',
    'Changed the permissions of the role “Chef”',
    'Created the account guest@test.example with the role “Owner”',
    'Set the password of guest@test.example',
    'Activated the account guest@test.example',
    'Changed the e-mail address of guest@test.example from guest@test.example to chef@test.example',
    'Changed the role of guest@test.example from “Owner” to “Chef” and “Owner”',
    'Changed the name of chef@test.example',
    'Blocked the account chef@test.example',
    'Created the account other@test.example with the role “Owner”',
    'Set the password of other@test.example',
    'Activated the account other@test.example',
    'Deleted the account chef@test.example',
    'Deleted the account other@test.example',
    'Deleted the roles “Chef”',
    'Created the API token “Program”',
    'Replaced the API token “Program”',
    'Deleted the API token “Program”',
    'Changed the settings of the photographs',
  ]);
  const { lines } = await readLog(stack);
  expect(new Set(lines.slice(0, 20).map(({ author }) => author))).toEqual(new Set([accounts.ADMIN_EMAIL]));
  const log = JSON.stringify(lines);
  for (const secret of [token.accessKey, renewed.accessKey, accounts.OWNER_PASSWORD, '127.0.0.1'])
    expect(log).not.toContain(secret);
});

test('nobody pushes lines out of the audit log by doing the same again and again', async ({
  editableStack: stack,
}) => {
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const headers = { authorization: `Bearer ${token}` };
  const changeProfile = (body: object) =>
    sendFrom(OTHER_ADDRESS, `${stack.cms}/admin/users/me`, { method: 'PUT', headers, body });
  const before = countLines(stack);
  for (let turn = 1; turn <= 20; turn += 1)
    expect((await changeProfile({ firstname: `Administrator ${turn}` })).status).toBe(200);
  for (const currentPassword of ['Wrong-password-1', 'Wrong-password-2'])
    expect((await changeProfile({ currentPassword, email: 'other@test.example' })).status).toBe(400);

  await expect.poll(() => countLines(stack)).toBe(before + 2);
  expect((await readLog(stack)).lines.slice(0, 2)).toMatchObject([
    {
      author: null,
      text: `Typed a wrong current password in the profile of ${accounts.OWNER_EMAIL}`,
      count: 2,
    },
    // The address, and not the name that the owner has given to herself.
    { author: accounts.OWNER_EMAIL, text: `Changed the name of ${accounts.OWNER_EMAIL}`, count: 20 },
  ]);
});

test('a failure has a line of its own after a time in which the clock was ahead', async ({
  editableStack: stack,
}) => {
  const body = { email: accounts.OWNER_EMAIL, password: 'Wrong-password-1' };
  const fail = () => sendFrom(OTHER_ADDRESS, `${stack.cms}/admin/login`, { method: 'POST', body });
  const text = `Typed a wrong password for ${accounts.OWNER_EMAIL}`;
  const readCounts = async () =>
    (await readLog(stack)).lines.filter((line) => line.text === text).map(({ count }) => count);
  await fail();
  await expect.poll(readCounts).toEqual([1]);
  const future = Date.now() + 400 * DAY_MS;
  await stack.runStatement(
    `UPDATE site_audit_log SET time = ${future} WHERE text LIKE 'typed a wrong password%'`,
  );
  await fail();
  await expect.poll(readCounts).toEqual([1, 1]);
});

test('the audit log tells of each picture that is replaced or deleted, however it is requested', async ({
  editableStack: stack,
}) => {
  const picture = await createPicture('#33a', 8, 8);
  const upload = async (name: string): Promise<number> => {
    const response = await stack.asAdmin('POST', '/upload', createUploadForm({ name }, picture));
    const [file]: { id: number }[] = await response.json();
    if (!file) throw new Error(`${name} was not uploaded`);
    return file.id;
  };
  const kept = await upload('kept.jpg');
  const deleted = await upload('deleted.jpg');
  const deletedByToken = await upload('token.jpg');
  const before = (await readTexts(stack)).length;
  const replacement = createUploadForm({ name: 'kept.jpg' }, await createPicture('#a33', 8, 8));
  expect((await stack.asAdmin('POST', `/upload?id=${kept}`, replacement)).ok).toBe(true);
  expect((await stack.asAdmin('DELETE', `/upload/files/${deleted}`)).ok).toBe(true);
  const { accessKey } = await send(stack, 'POST', '/admin/api-tokens', {
    ...{ name: 'Program', description: '', type: 'full-access', lifespan: null },
  });
  const headers = { authorization: `Bearer ${accessKey}` };
  const path = `${stack.cms}/api/upload/files/${deletedByToken}`;
  expect((await fetch(path, { method: 'DELETE', headers })).ok).toBe(true);
  expect((await readTexts(stack)).slice(before)).toEqual([
    'Replaced the picture “kept.jpg”',
    'Deleted the picture “deleted.jpg”',
    'Created the API token “Program”',
    'Deleted the picture “token.jpg”',
  ]);
});

test('the audit log has what versions know, with the names of the entries', async ({
  editableStack: stack,
}) => {
  await stack.publish('homepage', 'home-main', { mainHeading: 'Published heading' });
  await send(stack, 'DELETE', '/menu/menu-side/items/hand-cut-fries');
  const { lines } = await readLog(stack);
  expect(lines.slice(0, 2)).toEqual([
    expect.objectContaining({
      author: 'Administrator',
      text: expect.stringMatching(/^Sides: “Hand-Cut Fries” deleted$/),
      when: expect.stringMatching(/^Today at /),
    }),
    expect.objectContaining({
      author: 'Administrator',
      text: expect.stringMatching(/^Home: .*: Heading: .* → “Published heading”$/),
    }),
  ]);
});

const countLines = (stack: Stack): number =>
  Number(
    withSqlite(databaseFile(stack.dataDir), (database) =>
      database.prepare('SELECT count(*) AS lines FROM site_audit_log').all(),
    )[0]?.lines,
  );

test('the audit log shows 180 days, whatever the clock says in between, and 10,000 lines', async ({
  editableStack: stack,
}) => {
  let names = 0;
  const addLine = () => send(stack, 'POST', '/admin/roles', { name: `Cook ${++names}`, description: '' });
  addLines(stack, 1, 5, Date.now() - 181 * DAY_MS);
  addLines(stack, 6, 6, Date.now() + 400 * DAY_MS);
  addLines(stack, 7, 7, Date.now());
  const before = countLines(stack);
  const texts = await readTexts(stack);
  expect(texts).toEqual(expect.arrayContaining(['Line 6', 'Line 7']));
  expect(texts.filter((text) => /^Line [1-5]$/.test(text))).toEqual([]);

  await test.step('a new line deletes two old ones', async () => {
    await addLine();
    expect(countLines(stack)).toBe(before - 1);
    await addLine();
    expect(countLines(stack)).toBe(before - 2);
  });

  await test.step('a new line deletes all but the newest 10,000', async () => {
    addLines(stack, 8, 10_100, Date.now());
    await addLine();
    expect(countLines(stack)).toBe(10_000);
    expect((await readTexts(stack)).at(-1)).toBe('Created the role “Cook 3”');
  });
});

test('the audit log answers 100 lines at a time, each once, also when others are added meanwhile', async ({
  editableStack: stack,
}) => {
  addLines(stack, 1, 250, Date.now());
  const pages: string[][] = [];
  let older: number | undefined;
  do {
    const page = await readLog(stack, older);
    pages.push(page.lines.map(({ key }) => key));
    older = page.older;
    addLines(stack, 1000, 1010, Date.now());
  } while (older);
  expect(pages.length).toBeGreaterThan(2);
  expect(new Set(pages.slice(0, -1).map(({ length }) => length))).toEqual(new Set([100]));
  const keys = pages.flat();
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(250);
  for (const text of ['x', '-1', '1e99', ''])
    expect((await stack.asAdmin('GET', `/audit-log?before=${text}`)).status, text).toBe(200);
});

test('no request changes the audit log, and the owner doesn’t read it', async ({ stack }) => {
  const uid = 'site::audit-log-line';
  const { lines } = await readLog(stack);
  for (const path of [
    '/audit-log',
    '/audit-log/1',
    '/api/audit-log',
    '/api/site-audit-log',
    `/content-manager/collection-types/${uid}`,
    `/content-manager/collection-types/${uid}/1`,
    `/content-manager/single-types/${uid}`,
    `/content-manager/collection-types/${uid}/actions/bulkDelete`,
  ])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { ok } = await stack.asAdmin(method, path, { text: 'x', documentIds: ['1'] });
      expect(ok, `${method} ${path}`).toBe(false);
    }
  expect((await readLog(stack)).lines).toEqual(lines);
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  expect((await fetch(`${stack.cms}/audit-log`, { headers })).status).toBe(403);
});

/** Routes that sign in and out, or change accounts: other parts of the code record them. */
const ACCOUNT_ROUTES =
  /^\/admin\/(login|access-token|register-admin|register|forgot-password|reset-password|logout|users(\/.*)?)$/;

/** Routes that change content, which has versions, or add pictures that nothing shows yet. */
const CONTENT_ROUTES =
  /^\/(versions|menu|today|schedule|content-manager\/(single|collection)-types|upload\/(files|folders)|upload(\/actions\/bulk-(move|update))?$)/;

/** Routes that change nothing, or nothing for anybody else. */
const HARMLESS_ROUTES = [
  'POST /admin/permissions/check',
  // The order of the account's own home page, which this project has replaced.
  'PUT /admin/homepage/layout',
  'POST /content-manager/uid/generate',
  'POST /content-manager/uid/check-availability',
  'POST /email/verify',
  'POST /i18n/content-manager/actions/get-non-localized-fields',
  // Strapi's paid AI, which this project rejects.
  'POST /upload/actions/generate-ai-metadata',
  'POST /upload/ai-metadata-jobs',
];

test('each route of the admin that changes something is recorded, or known not to need it', async () => {
  // The compiled file, because the source is a CommonJS module.
  const { AUDITED_ROUTES }: { AUDITED_ROUTES: [plugin: string, method: string, path: string][] } =
    createRequire(import.meta.url)('../../cms/dist/src/access/auditedRoutes.js');
  const audited = AUDITED_ROUTES.map(
    ([plugin, method, path]) => `${method} /${plugin}${path === '/' ? '' : path}`,
  );
  const routes = (await listRoutes()).filter(
    ({ method, path }) =>
      method !== 'GET' &&
      !path.startsWith('/api/') &&
      path !== '/_health' &&
      // They answer only while the site is developed.
      !path.startsWith('/content-type-builder/'),
  );
  const unknown = routes
    .map(({ method, path }) => ({ name: `${method} ${path}`, path }))
    .filter(({ name }) => !audited.includes(name) && !HARMLESS_ROUTES.includes(name))
    .filter(({ path }) => !ACCOUNT_ROUTES.test(path) && !CONTENT_ROUTES.test(path))
    .map(({ name }) => name);
  expect(unknown).toEqual([]);
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect([...audited, ...HARMLESS_ROUTES].filter((name) => !names.includes(name))).toEqual([]);
});
