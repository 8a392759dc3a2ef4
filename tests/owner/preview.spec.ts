import { createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishEntry, submitSignInForm } from '../support/openAdmin.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { ask, type HttpResponse, test } from '../support/site.ts';
import { accounts, expect, type Stack, signIn } from '../support/stack.ts';

const HOUR_MS = 60 * 60 * 1000;
const PUBLISHED = seedRecord('menu-side', 'hand-cut-fries').description ?? '';
const DRAFT = 'a soup that is not ready yet';

const uidOf = (type: string) => `api::${type}.${type}`;

interface TokenParts {
  expiry?: number | string;
  secret?: string;
  label?: string;
}

/** Signs a preview token as the CMS does, with each part open to change. */
function sign(stack: Stack, { expiry = Date.now() + HOUR_MS, secret, label = 'preview token' }: TokenParts) {
  const secrets: Record<string, string> = JSON.parse(
    readFileSync(join(stack.dataDir, 'cms', 'secrets.json'), 'utf8'),
  );
  const key = Buffer.from(hkdfSync('sha256', secret ?? secrets.adminJwt ?? '', '', label, 32));
  return `${expiry}.${createHmac('sha256', key).update(String(expiry)).digest('base64url')}`;
}

/** Saves a record as the admin's Save button does, without publishing it. */
async function save(stack: Stack, type: string, documentId: string, data: object): Promise<void> {
  const path = `/content-manager/collection-types/${uidOf(type)}/${documentId}`;
  expect((await stack.asAdmin('PUT', path, data)).status).toBe(200);
}

const saveSide = (stack: Stack) =>
  save(stack, 'menu-side', 'hand-cut-fries', { sideName: 'Hand-Cut Fries', description: DRAFT });

const withToken = (token: string) => ({ 'x-preview-token': token });

test('the preview of each content type opens the page that shows it, with a token valid for about an hour', async ({
  stack,
}) => {
  const owner = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const previewOf = async (type: string, query: Record<string, string>) => {
    const address = `${stack.cms}/content-manager/preview/url/${uidOf(type)}?${new URLSearchParams(query)}`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${owner}` } });
    expect(response.status, type).toBe(200);
    const { data }: { data: { url: string } } = await response.json();
    return new URL(data.url);
  };
  for (const [type, documentId, page] of [
    ['website-name', '', '/'],
    ['website-tab', 'tab-menu', '/'],
    ['homepage', 'home-story-1', '/'],
    ['menu-header', 'menu-sides', '/menu'],
    ['menu-appetizer', 'potato-pierogi', '/menu'],
    ['menu-entree', 'lasagna', '/menu'],
    ['menu-side', 'hand-cut-fries', '/menu'],
    ['menu-soft-drinks', '', '/menu'],
    ['menu-alcohol', '', '/menu'],
    ['servicespage', 'services-bowls', '/services'],
    ['contactpage', 'contact-hours', '/contact'],
  ] as const) {
    const url = await previewOf(type, { ...(documentId && { documentId }), status: 'draft' });
    expect(url.origin, type).toBe(stack.site.replace('127.0.0.1', 'localhost'));
    expect(url.pathname + url.search, type).toBe(page);
    const fragment = new URLSearchParams(url.hash.slice(1));
    expect(fragment.get('at'), type).toBe(documentId || type);
    const token = fragment.get('preview') ?? '';
    const remainingMs = Number(token.split('.')[0]) - Date.now();
    expect(remainingMs / HOUR_MS, type).toBeGreaterThan(0.9);
    expect(remainingMs / HOUR_MS, type).toBeLessThanOrEqual(1);
    expect((await ask(stack.site, '/api/contactpages', withToken(token))).status, type).toBe(200);
  }
  expect((await previewOf('menu-side', { documentId: 'hand-cut-fries', status: 'published' })).hash).toBe(
    '#hand-cut-fries',
  );
  const anonymous = await fetch(`${stack.cms}/content-manager/preview/url/${uidOf('website-name')}`);
  expect(anonymous.status).toBe(401);
});

test('the preview shows the owner her saved draft on its page, scrolled into view, before visitors see it', async ({
  page: admin,
  context,
  editableStack: stack,
}) => {
  await admin.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    window.addEventListener('message', ({ data }) => messages.push(data?.type));
  });
  const side = `/admin/content-manager/collection-types/${uidOf('menu-side')}/hand-cut-fries`;
  // The site may be framed only by the admin's address, which is on localhost.
  await admin.goto(stack.cms.replace('127.0.0.1', 'localhost') + side);
  await submitSignInForm(admin);
  const field = admin.locator('textarea[name="description"]');
  await expect(field).toHaveValue(PUBLISHED);
  await field.fill(DRAFT);
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByRole('link', { name: 'Open preview' }).click();

  const preview = admin.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByText(DRAFT)).toBeInViewport();
  await expect(preview.getByRole('heading', { level: 3, name: 'Hand-Cut Fries' })).toBeInViewport();
  await expect(preview.getByRole('status')).toHaveText('Preview with your unpublished words.');

  const visitor = await context.newPage();
  const visitorsDish = visitor.getByRole('listitem').filter({ hasText: 'Hand-Cut Fries' });
  await visitor.goto(`${stack.site}/menu`);
  await expect(visitorsDish).toContainText(PUBLISHED);
  await expect(visitor.getByRole('status')).toHaveCount(0);
  await admin.bringToFront();

  // Saved through the API: the admin does not tell the preview about it.
  await save(stack, 'menu-side', 'sweet-corn', { sideName: 'Sweet Corn of Tomorrow' });
  await expect(preview.getByText('Sweet Corn of Tomorrow')).toBeAttached();

  await save(stack, 'servicespage', 'services-main', { mainHeading: 'Services of tomorrow' });
  await preview.getByRole('button', { name: 'Pages' }).click();
  await preview.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Services' }).click();
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Services of tomorrow');

  await expect(visitorsDish).toContainText(PUBLISHED);
  const messages = () =>
    preview.getByRole('main').evaluate(() => Reflect.get(window, 'messages') as unknown[]);
  expect(await messages()).not.toContain('strapiUpdate');
  await publishEntry(admin);
  await expect.poll(messages).toContain('strapiUpdate');
  await stack.waitForSite('menu-side');
  await visitor.reload();
  await expect(visitorsDish).toContainText(DRAFT);
  await expect(visitor.getByText('Sweet Corn of Tomorrow')).toHaveCount(0);
});

test('the preview shows the published content and a notice while a draft is incomplete', async ({
  page,
  editableStack: stack,
}) => {
  await save(stack, 'menu-side', 'sweet-corn', { sideName: null });
  await save(stack, 'menu-entree', 'lasagna', { entreeName: 'Lasagna of tomorrow' });
  await page.goto(`${stack.site}/menu#preview=${sign(stack, {})}&at=lasagna`);
  await expect(page.getByRole('status')).toContainText('can’t be shown yet');
  await expect(page.getByRole('heading', { name: 'Lasagna of tomorrow' })).toBeInViewport();
  const sweetCorn = seedRecord('menu-side', 'sweet-corn').sideName ?? '';
  await expect(page.getByRole('heading', { name: sweetCorn })).toBeAttached();
  await save(stack, 'menu-side', 'sweet-corn', { sideName: 'Sweet Corn of Tomorrow' });
  await expect(page.getByText('Sweet Corn of Tomorrow')).toBeAttached();
  await expect(page.getByRole('status')).toHaveText('Preview with your unpublished words.');
});

test('an expired preview shows a notice and the published content', async ({
  page,
  editableStack: stack,
}) => {
  await saveSide(stack);
  await page.goto(`${stack.site}/menu#preview=${sign(stack, { expiry: Date.now() - 1 })}&at=hand-cut-fries`);
  await expect(page.getByRole('status')).toContainText('This preview has expired');
  await expect(page.getByText(PUBLISHED)).toBeAttached();
  await expect(page.getByText(DRAFT)).toHaveCount(0);
});

test('neither the CMS nor the site returns a draft without a valid token', async ({
  editableStack: stack,
}) => {
  await saveSide(stack);
  const good = sign(stack, {});
  const [expiry, signature = ''] = good.split('.');
  const expired = Date.now() - 1;
  const tokens = {
    forged: sign(stack, { secret: 'x'.repeat(43) }),
    'signed for another purpose': sign(stack, { label: 'something else' }),
    expired: sign(stack, { expiry: expired }),
    'with an extended expiry': `${Date.now() + HOUR_MS}.${sign(stack, { expiry: expired }).split('.')[1]}`,
    'without an expiry date': sign(stack, { expiry: 'Infinity' }),
    'that expires in the far future': sign(stack, { expiry: '99999999999999' }),
    truncated: good.slice(0, -1),
    'with an extra character': `${good}A`,
    'without a signature': `${expiry}.`,
    'without the expiry part': `.${signature}`,
    'with the signature only': signature,
    'sent twice': `${good}, ${good}`,
    empty: '',
    'with dots only': '...',
    'very long': 'a'.repeat(4_000),
  };
  const addresses = ['/api/menu-sides', '/api/menu-sides/hand-cut-fries'];
  for (const [name, token] of Object.entries(tokens)) {
    for (const address of addresses) {
      for (const query of ['', '?status=draft', '?status[]=draft']) {
        for (const origin of [stack.cms, stack.site]) {
          const { body } = await ask(origin, address + query, withToken(token));
          expect(body.toString(), `${origin}${address}${query} with a token ${name}`).not.toContain(DRAFT);
        }
      }
      const denied = await ask(stack.cms, `${address}?status=draft`, withToken(token));
      expect(denied.status, name).toBe(403);
    }
    expect((await ask(stack.site, '/api/menu-sides', withToken(token))).status, name).toBe(403);
  }
  const otherHeaders: Record<string, string>[] = [
    { authorization: `Bearer ${good}` },
    { cookie: `x-preview-token=${good}` },
    { 'x-preview': good },
  ];
  for (const headers of otherHeaders) {
    for (const origin of [stack.cms, stack.site]) {
      const { body } = await ask(origin, '/api/menu-sides?status=draft', headers);
      expect(body.toString(), Object.keys(headers).join()).not.toContain(DRAFT);
    }
  }
  expect((await ask(stack.cms, '/api/menu-sides?status=draft', withToken(good))).body.toString()).toContain(
    DRAFT,
  );
});

test('a preview token gives access to drafts and nothing else', async ({ editableStack: stack }) => {
  await saveSide(stack);
  const headers = withToken(sign(stack, {}));
  for (const query of [
    'status[]=draft',
    'status[0]=draft',
    'status=draft&status=draft',
    'status=',
    'status=modified',
    'status=Draft',
    'status[$eq]=draft',
  ]) {
    const { status, body } = await ask(stack.cms, `/api/menu-sides?${query}`, headers);
    expect(status, query).toBe(403);
    expect(body.toString(), query).not.toContain(DRAFT);
  }
  for (const query of ['', '?status=published']) {
    const { status, body } = await ask(stack.cms, `/api/menu-sides${query}`, headers);
    expect(status, query).toBe(200);
    expect(body.toString(), query).not.toContain(DRAFT);
  }
  expect((await ask(stack.cms, '/api/menu-sides/hand-cut-fries', headers, 'PUT')).status).toBe(405);
  expect((await ask(stack.cms, '/api/upload/files', headers)).status).toBe(401);
  expect((await ask(stack.site, '/menu', headers)).body.toString()).not.toContain(DRAFT);
});

test('preview responses are not cacheable and leave visitors’ responses unchanged', async ({
  editableStack: stack,
}) => {
  await saveSide(stack);
  const visit = async () => {
    const responses = await Promise.all(['/api/menu-sides', '/menu'].map((path) => ask(stack.site, path)));
    return responses.map(({ status, headers, body }: HttpResponse) => [
      status,
      headers.etag,
      body.toString(),
    ]);
  };
  const before = await visit();
  const good = withToken(sign(stack, {}));
  const { etag = '', ...published } = (await ask(stack.site, '/api/menu-sides')).headers;
  expect(published.vary).toContain('x-preview-token');
  for (const headers of [good, { ...good, 'if-none-match': etag }]) {
    const draft = await ask(stack.site, '/api/menu-sides?status=published', headers);
    expect(draft.status).toBe(200);
    expect(draft.body.toString()).toContain(DRAFT);
    expect(draft.headers['cache-control']).toBe('no-store');
    expect(draft.headers['cdn-cache-control']).toBeUndefined();
    expect(draft.headers.etag).toBeUndefined();
    expect(draft.headers.vary).toContain('x-preview-token');
  }
  expect((await ask(stack.cms, '/api/menu-sides?status=draft', good)).headers['cache-control']).toBe(
    'no-store',
  );
  expect(await visit()).toEqual(before);
  expect((await ask(stack.site, '/api/menu-sides', { 'if-none-match': etag })).status).toBe(304);
});

test('previews send at most four queries at once to a CMS that never answers, and visitors do not wait for them', async ({
  cms,
  site,
}) => {
  cms.fault = 'never responds';
  cms.clearCounts();
  const token = withToken(`${Date.now() + HOUR_MS}.${'a'.repeat(43)}`);
  const queryPreview = () => ask(site.address, '/api/servicespages', token).then(({ status }) => status);
  const responses = Array.from({ length: 100 }, queryPreview);
  // The first response is a rejection because the queue is full.
  expect(await Promise.race(responses)).toBe(503);
  expect(await site.fetchText('/menu')).toContain(PUBLISHED);
  expect(cms.requestCount('/api/servicespages')).toBe(4);
  expect(new Set(await Promise.all(responses))).toEqual(new Set([503]));
  cms.fault = undefined;
  // The faulty CMS accepts any token, so all twelve queries succeed, four at a time.
  expect(await Promise.all(Array.from({ length: 12 }, queryPreview))).toEqual(Array(12).fill(200));
});
