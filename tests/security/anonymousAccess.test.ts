import { expect, test } from 'vitest';
import { queries } from '../../web/src/content/queries.ts';
import { cms } from '../support/cms.ts';
import { contentTypes } from '../support/contentTypes.ts';
import { owner } from '../support/owner.ts';

const DRAFT = 'a soup that is not ready yet';

const readAllContent = () => Promise.all(contentTypes.map(({ name }) => cms.readContent(name)));
const ask = (path: string) => cms.request('GET', path);

/** The routes that the CMS opens to anonymous clients: published content, and the admin's requests before sign-in. */
const OPEN_ROUTES = [
  ...Object.values(queries).map(({ path }) => `GET ${path} 200`),
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /_health 204`),
  'GET / 302',
  'GET /site 302',
  'GET /site/menu 302',
  'GET /password-mail 200',
  'GET /admin/init 200',
  'GET /admin/project-type 200',
  'GET /content-manager/preview/script 200',
  // Always empty, because the paid features behind them are not installed.
  'GET /admin/ai-feature-config 200',
  'GET /i18n/ai-localization-jobs/collection-types/:contentType/:documentId 200',
  'GET /i18n/ai-localization-jobs/single-types/:contentType 200',
];

test('of all routes that Strapi registers, an anonymous client can use only published content and the sign-in', async () => {
  const routes = cms.listRoutes();
  expect(routes.length).toBeGreaterThan(150);
  const before = await readAllContent();
  // Some of the routes fail to sign in.
  const address = cms.createAddress();
  const openRoutes: string[] = [];
  for (const { method, path } of routes) {
    const target = path.replaceAll(/:\w+(\([^)]*\))?/g, '1').replaceAll(/\(.*\)/g, 'x');
    const body = method === 'GET' ? undefined : { data: { description: 'mine' }, id: 1 };
    const { status } = await cms.requestFrom(address, method, target, { body });
    if (status < 400 || status >= 500) openRoutes.push(`${method} ${path} ${status}`);
  }
  expect(openRoutes.sort()).toEqual(OPEN_ROUTES.sort());
  expect(await readAllContent()).toEqual(before);
});

test('an anonymous client can read the drafts of no content type', async () => {
  for (const { path, kind, recordId } of contentTypes)
    for (const address of kind === 'single' ? [path] : [path, `${path}/${recordId}`]) {
      expect((await ask(address)).status, address).toBe(200);
      for (const query of ['status=draft', 'status[]=draft', 'status[0]=draft', 'status=modified'])
        expect((await ask(`${address}?${query}`)).status, `${address}?${query}`).toBe(403);
    }
});

test('no query parameter makes the CMS return a draft to an anonymous client', async () => {
  await owner.saveDraft({ type: 'menu-side', documentId: 'hand-cut-fries' }, { description: DRAFT });
  for (const query of [
    'status=draft',
    'status[0]=draft',
    'status=',
    'status[$eq]=draft',
    'status=draft&status=published',
    'publicationState=preview',
    'hasPublishedVersion=false',
    'status=published&hasPublishedVersion=true',
    'filters[publishedAt][$null]=true',
    'filters[description][$contains]=soup',
  ])
    for (const address of ['/api/menu-sides', '/api/menu-sides/hand-cut-fries'])
      expect(await (await ask(`${address}?${query}`)).text(), `${address}?${query}`).not.toContain(DRAFT);
});

test('malformed queries never cause a 5xx response @postgres', async () => {
  // SQLite can compare with these values; Postgres rejects them.
  const impossibleValue = process.env.TEST_DATABASE === 'postgres' ? 400 : 200;
  for (const [target, status] of [
    ['/%00', 400],
    ['?filters[id]=99999999999', impossibleValue],
    ['?filters[mainHeading]=a%00b', impossibleValue],
    ['?pagination[start]=99999999999999999999&pagination[limit]=1', 400],
  ] as const)
    expect((await ask(`/api/homepages${target}`)).status, target).toBe(status);
});

test('every response of the CMS has the strict security headers', async () => {
  for (const path of ['/admin/init', '/api/homepages', '/nowhere']) {
    const headers = Object.fromEntries((await ask(path)).headers);
    expect(headers['content-security-policy']?.split(/; */).filter(Boolean).sort(), path).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'frame-src http://localhost:3000',
      "img-src 'self' data: blob:",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
    ]);
    expect(headers, path).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});
