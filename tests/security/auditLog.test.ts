import { expect, test } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';
import { administrator, owner } from '../support/owner.ts';
import { createPicture } from '../support/pictures.ts';
import { accounts } from '../support/seededCopy.ts';

const { OWNER_EMAIL, ADMIN_EMAIL } = accounts;
const { AUDITED_ROUTES } =
  requireCompiled<typeof import('../../cms/src/access/auditedRoutes.ts')>('access/auditedRoutes');
const { queryLines } =
  requireCompiled<typeof import('../../cms/src/auditLog/auditLog.ts')>('auditLog/auditLog');

const DAY_MS = 86_400_000;
const lines = queryLines(cms.strapi);

/** The texts of the newest lines, oldest first. */
const readTexts = async () => (await administrator.readLog()).lines.map(({ text }) => text).reverse();

/** Adds lines whose texts are their numbers. */
const addLines = (first: number, last: number, time = Date.now()) =>
  cms.strapi.db.connection.batchInsert(
    'site_audit_log',
    Array.from({ length: last - first + 1 }, (_, index) => ({
      time: new Date(time),
      text: `line ${first + index}`,
      count: 1,
    })),
    100,
  );

test('the audit log tells who has changed accounts, roles, tokens and settings, and no secret', async () => {
  const before = (await readTexts()).length;
  const role = await administrator.addRole('Cook');
  await administrator.send('PUT', `/admin/roles/${role}`, { name: 'Chef', description: '' });
  await administrator.send('PUT', `/admin/roles/${role}/permissions`, { permissions: [] });
  const id = await administrator.addAccount('guest@test.example');
  await administrator.changeAccount(id, { email: 'chef@test.example', roles: [2, role] });
  await administrator.changeAccount(id, { password: accounts.ADMIN_PASSWORD });
  for (let turn = 0; turn < 2; turn += 1)
    await administrator.changeAccount(id, { isActive: false, firstname: 'Rosa' });
  const other = await administrator.addAccount('other@test.example');
  await administrator.send('POST', '/admin/users/batch-delete', { ids: [id, other] });
  await administrator.send('POST', '/admin/roles/batch-delete', { ids: [role] });
  const token = await administrator.addToken('read-only');
  const renewed = await administrator.send('POST', `/admin/api-tokens/${token.id}/regenerate`);
  await administrator.send('DELETE', `/admin/api-tokens/${token.id}`);
  const { data: settings } = await administrator.send<{ data: object }>('GET', '/upload/settings');
  await administrator.send('PUT', '/upload/settings', settings);
  // Refused, so not in the log.
  await expect(administrator.addRole('Owner')).rejects.toThrow(/^400 /);

  expect((await readTexts()).slice(before)).toEqual([
    'Created the role “Cook”',
    'Changed the role “Cook”',
    'Changed the permissions of the role “Chef”',
    'Created the account guest@test.example with the role “Owner”',
    'Set the password of guest@test.example',
    'Activated the account guest@test.example',
    'Changed the e-mail address of guest@test.example from guest@test.example to chef@test.example',
    'Changed the role of guest@test.example from “Owner” to “Chef” and “Owner”',
    'Changed the password of chef@test.example',
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
  const log = await administrator.readLog();
  expect(new Set(log.lines.slice(0, 21).map(({ author }) => author))).toEqual(new Set([ADMIN_EMAIL]));
  const [, renewedKey = ''] = /"accessKey":"(\w+)"/.exec(JSON.stringify(renewed)) ?? [];
  expect(renewedKey).not.toBe('');
  for (const secret of [
    token.accessKey,
    renewedKey,
    accounts.OWNER_PASSWORD,
    accounts.ADMIN_PASSWORD,
    '127.0.0.1',
  ])
    expect(JSON.stringify(log)).not.toContain(secret);
});

test('nobody pushes lines out of the audit log by doing the same again and again', async () => {
  const changeProfile = (body: object) => owner.send('PUT', '/admin/users/me', body);
  await changeProfile({ firstname: 'Administrator' });
  const before = await lines.count();
  for (let turn = 1; turn < 20; turn += 1) await changeProfile({ firstname: `Administrator ${turn}` });
  const address = cms.createAddress();
  for (const currentPassword of ['Wrong-password-1', 'Wrong-password-2']) {
    const body = { currentPassword, email: 'other@test.example' };
    const options = { body, email: OWNER_EMAIL };
    expect((await cms.requestFrom(address, 'PUT', '/admin/users/me', options)).status).toBe(400);
  }
  await expect
    .poll(async () => (await administrator.readLog()).lines.slice(0, 2))
    .toMatchObject([
      { author: null, text: `Typed a wrong current password in the profile of ${OWNER_EMAIL}`, count: 2 },
      // The address, and not the name that the owner has given to herself.
      { author: OWNER_EMAIL, text: `Changed the name of ${OWNER_EMAIL}`, count: 20 },
    ]);
  expect(await lines.count()).toBe(before + 1);
});

test('a failure has a line of its own after a time in which the clock was ahead', async () => {
  const address = cms.createAddress();
  const text = `typed a wrong password for ${OWNER_EMAIL}`;
  const readCounts = async () => (await lines.findMany({ where: { text } })).map(({ count }) => count);
  const fail = () => {
    const body = { email: OWNER_EMAIL, password: 'Wrong-password-1' };
    return cms.requestFrom(address, 'POST', '/admin/login', { body });
  };
  cms.setTime('2038-11-24T12:00');
  await fail();
  await expect.poll(readCounts).toEqual([1]);
  cms.setTime('2037-11-24T12:00');
  await fail();
  await expect.poll(readCounts).toEqual([1, 1]);
});

test('the audit log tells of each picture that is replaced or deleted, however it is requested', async () => {
  const picture = await createPicture('#33a', 8, 8);
  const { id: kept } = await owner.upload({ name: 'kept.jpg' }, picture);
  const { id: deleted } = await owner.upload({ name: 'deleted.jpg' }, picture);
  const { id: deletedByToken } = await owner.upload({ name: 'token.jpg' }, picture);
  const before = (await readTexts()).length;
  await owner.upload({ name: 'kept.jpg' }, await createPicture('#a33', 8, 8), `/upload?id=${kept}`);
  await owner.deletePicture(deleted);
  const { accessKey } = await administrator.addToken('full-access');
  const headers = { authorization: `Bearer ${accessKey}` };
  const path = `/api/upload/files/${deletedByToken}`;
  expect((await cms.requestFrom('127.0.0.1', 'DELETE', path, { headers })).status).toBe(200);
  expect((await readTexts()).slice(before)).toEqual([
    'Replaced the picture “kept.jpg”',
    'Deleted the picture “deleted.jpg”',
    'Created the API token “Program”',
    'Deleted the picture “token.jpg”',
  ]);
});

test('the audit log has what versions know, with the names of the entries', async () => {
  await owner.publish({ type: 'homepage', documentId: 'home-main' }, { mainHeading: 'Published heading' });
  await owner.deleteItem('menu-side', 'hand-cut-fries');
  expect((await administrator.readLog()).lines.slice(0, 2)).toMatchObject([
    { text: 'Sides: “Hand-Cut Fries” deleted', when: expect.stringMatching(/^Today at /) },
    { text: expect.stringMatching(/^Home: .*: Heading: .* → “Published heading”$/) },
  ]);
});

test('the audit log shows 180 days, whatever the clock says in between, and 10,000 lines', async () => {
  await addLines(1, 5, Date.now() - 181 * DAY_MS);
  await addLines(6, 6, Date.now() + 400 * DAY_MS);
  await addLines(7, 7);
  const texts = await readTexts();
  expect(texts).toEqual(expect.arrayContaining(['Line 6', 'Line 7']));
  expect(texts.filter((text) => /^Line [1-5]$/.test(text))).toEqual([]);
  // A new line deletes two old ones.
  const before = await lines.count();
  await administrator.addRole('Cook 1');
  expect(await lines.count()).toBe(before - 1);
  await addLines(8, 10_100);
  await administrator.addRole('Cook 2');
  expect(await lines.count()).toBe(10_000);
  expect((await readTexts()).at(-1)).toBe('Created the role “Cook 2”');
});

test('the audit log answers 100 lines at a time, each once, also when others are added meanwhile', async () => {
  await addLines(1, 250);
  const keys: string[] = [];
  let older: number | undefined;
  do {
    const page = await administrator.readLog(older);
    keys.push(...page.lines.map(({ key }) => key));
    older = page.older;
    if (older) expect(page.lines).toHaveLength(100);
    await addLines(1000, 1010);
  } while (older);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThanOrEqual(250);
  for (const text of ['x', '-1', '1e99', '']) await administrator.send('GET', `/audit-log?before=${text}`);
});

test('no request changes the audit log, and the owner doesn’t read it', async () => {
  const uid = 'site::audit-log-line';
  const before = await administrator.readLog();
  for (const path of [
    '/audit-log',
    '/audit-log/1',
    '/api/site-audit-log',
    `/content-manager/collection-types/${uid}`,
    `/content-manager/collection-types/${uid}/1`,
    `/content-manager/single-types/${uid}`,
    `/content-manager/collection-types/${uid}/actions/bulkDelete`,
  ])
    for (const method of ['POST', 'PUT', 'DELETE'])
      await expect(
        administrator.send(method, path, { text: 'x', documentIds: ['1'] }),
        `${method} ${path}`,
      ).rejects.toThrow(/^4/);
  expect((await administrator.readLog()).lines).toEqual(before.lines);
  await expect(owner.readLog()).rejects.toThrow(/^403 /);
});

/** Routes that sign in and out, or change accounts: other parts of the code record them. */
const ACCOUNT_ROUTES =
  /^\/admin\/(login|access-token|register-admin|register|forgot-password|reset-password|logout|users(\/.*)?)$/;

/** Routes that change content, which has versions, or add pictures that nothing shows yet. */
const CONTENT_ROUTES =
  /^\/(versions|menu|words|today|schedule|content-manager\/(single|collection)-types|upload\/(files|folders)|upload(\/actions\/bulk-(move|update))?$)/;

/** Routes that change nothing, or nothing for anybody else. */
const HARMLESS_ROUTES = [
  'POST /admin/permissions/check',
  // The order of the account's own home page, which this project has replaced.
  'PUT /admin/homepage/layout',
  // Whether the account itself gets mails.
  'PUT /notifications',
  'POST /content-manager/uid/generate',
  'POST /content-manager/uid/check-availability',
  'POST /email/verify',
  'POST /i18n/content-manager/actions/get-non-localized-fields',
  // Strapi's paid AI, which this project rejects.
  'POST /upload/actions/generate-ai-metadata',
  'POST /upload/ai-metadata-jobs',
];

test('each route of the admin that changes something is recorded, or known not to need it', () => {
  const known = [
    ...AUDITED_ROUTES.map(([plugin, method, path]) => `${method} /${plugin}${path === '/' ? '' : path}`),
    ...HARMLESS_ROUTES,
  ];
  const names = cms
    .listRoutes()
    .filter(({ method, path }) => method !== 'GET' && !/^\/(api\/|_health$)/.test(path))
    // They answer only while the site is developed.
    .filter(({ path }) => !path.startsWith('/content-type-builder/'))
    .filter(({ path }) => !ACCOUNT_ROUTES.test(path) && !CONTENT_ROUTES.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(names.sort()).toEqual(known.sort());
});
