import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { menuPage } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { publishEntry, submitSignInForm } from '../support/openAdmin.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { ask, type HttpResponse, test } from '../support/site.ts';
import { accounts, expect, type Stack, signIn } from '../support/stack.ts';

const STATE_PATH = '/api/preview-state';
const HOUR_MS = 60 * 60 * 1000;
const PUBLISHED = seedRecord('menu-side', 'hand-cut-fries').description ?? '';
const DRAFT = 'a soup that is not ready yet';

const uidOf = (type: string) => `api::${type}.${type}`;

/** Opens the preview of a draft as somebody who is signed in, and returns the token in its URL. */
async function openPreview(stack: Stack, accessToken?: string): Promise<string> {
  const path = `/content-manager/preview/url/${uidOf('menu-side')}?documentId=hand-cut-fries&status=draft`;
  const response = accessToken
    ? await fetch(stack.cms + path, { headers: { authorization: `Bearer ${accessToken}` } })
    : await stack.asAdmin('GET', path);
  const { data }: { data: { url: string } } = await response.json();
  return new URLSearchParams(new URL(data.url).hash.slice(1)).get('preview') ?? '';
}

const postToAdmin = (stack: Stack, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(stack.cms + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Signs the owner in as the admin does on a device; `renew` replaces the session's row, as each load of the admin's page does. */
async function openSession(stack: Stack) {
  const credentials = { email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD };
  const deviceId = randomUUID();
  const readToken = async (response: Response): Promise<string> => {
    expect(response.status).toBe(200);
    const { data }: { data: { token: string } } = await response.json();
    return data.token;
  };
  const signedIn = await postToAdmin(stack, '/admin/login', { ...credentials, deviceId, rememberMe: true });
  const accessToken = await readToken(signedIn);
  const cookies = signedIn.headers.getSetCookie().map((value) => value.split(';')[0]);
  const renew = async () => {
    const renewedToken = await readToken(
      await postToAdmin(stack, '/admin/access-token', {}, { cookie: cookies.join('; ') }),
    );
    expect(renewedToken).not.toBe(accessToken);
    return renewedToken;
  };
  return { accessToken, deviceId, renew };
}

interface TokenParts {
  expiry?: number | string;
  secret?: string;
  label?: string;
  session?: string;
}

/** Signs a preview token as the CMS does, by default one that is valid, with each part open to change. */
async function sign(
  stack: Stack,
  { expiry = Date.now() + HOUR_MS, secret, label = 'preview token', session }: TokenParts,
): Promise<string> {
  const secrets: Record<string, string> = JSON.parse(
    readFileSync(join(stack.dataDir, 'cms', 'secrets.json'), 'utf8'),
  );
  const key = Buffer.from(hkdfSync('sha256', secret ?? secrets.adminJwt ?? '', '', label, 32));
  const subject = session ?? (await openPreview(stack)).split('.')[2];
  return `${expiry}.${createHmac('sha256', key).update(`${expiry}${subject}`).digest('base64url')}.${subject}`;
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
  await page.goto(`${stack.site}/menu#preview=${await openPreview(stack)}&at=lasagna`);
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
  const expired = await sign(stack, { expiry: Date.now() - 1 });
  await page.goto(`${stack.site}/menu#preview=${expired}&at=hand-cut-fries`);
  await expect(page.getByRole('status')).toContainText('This preview has ended');
  await expect(page.getByText(PUBLISHED)).toBeAttached();
  await expect(page.getByText(DRAFT)).toHaveCount(0);
});

test('an open preview asks one small question a second, shows a saved draft after it, and asks nothing while it is hidden', async ({
  page,
  editableStack: stack,
}) => {
  await page.clock.install();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname);
  });
  await page.goto(`${stack.site}/menu#preview=${await openPreview(stack)}&at=hand-cut-fries`);
  await expect(page.getByRole('status')).toHaveText('Preview with your unpublished words.');
  expect(requests).toContain(STATE_PATH);
  // On a slow machine, it has asked again already.
  const ofContent = requests.filter((path) => path !== STATE_PATH);
  expect(ofContent.sort()).toEqual(menuPage.queries.map((name) => queries[name].path).sort());

  requests.length = 0;
  const bodies: string[] = [];
  for (const _ of 'ab') {
    const response = await page.waitForResponse(`**${STATE_PATH}`);
    bodies.push(await response.text());
  }
  expect(new Set(requests)).toEqual(new Set([STATE_PATH]));
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]?.length).toBeLessThan(100);

  await saveSide(stack);
  await expect(page.getByText(DRAFT)).toBeVisible();

  const setVisibility = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  // Playwright reports a request some time after the page has sent it, but in the same order as the others.
  const waitForReports = () => page.evaluate(async () => void (await fetch('/healthz')));
  await setVisibility('hidden');
  await waitForReports();
  requests.length = 0;
  await page.clock.runFor(60_000);
  await save(stack, 'menu-side', 'sweet-corn', { sideName: 'Sweet Corn of Tomorrow' });
  await waitForReports();
  expect(requests).toEqual([]);
  await setVisibility('visible');
  await expect(page.getByText('Sweet Corn of Tomorrow')).toBeAttached();
});

test('each change of content changes the answer to a preview’s question, and reading does not @both', async ({
  editableStack: stack,
}) => {
  const token = withToken(await openPreview(stack));
  const readState = async (origin = stack.site) => {
    const { status, headers, body } = await ask(origin, STATE_PATH, token);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    return body.toString();
  };
  const pictures: { results: { id: number; alternativeText: string }[] } = await (
    await stack.asAdmin('GET', '/upload/files?page=1&pageSize=1')
  ).json();
  const [picture] = pictures.results;
  const side = `/content-manager/collection-types/${uidOf('menu-side')}`;
  const form = new FormData();
  form.set('fileInfo', JSON.stringify({ alternativeText: 'Another description' }));
  // In the restaurant's time zone, which the tests choose by the time of day: two days are later in every one.
  const until = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 16);
  const changes: [method: string, path: string, body?: unknown][] = [
    ['PUT', `${side}/hand-cut-fries`, { sideName: 'Fries', description: DRAFT }],
    ['POST', `${side}/hand-cut-fries/actions/publish`, { sideName: 'Fries' }],
    ['POST', `${side}/hand-cut-fries/actions/unpublish`, {}],
    ['DELETE', `${side}/hand-cut-fries`],
    ['PUT', '/today/notice', { text: 'Closed tonight', until }],
    ['DELETE', '/today/notice'],
    ['POST', `/upload?id=${picture?.id}`, form],
  ];
  let state = await readState();
  for (const [method, path, body] of changes) {
    expect(await readState(stack.cms), path).toBe(state);
    expect((await stack.asAdmin(method, path, body)).status, `${method} ${path}`).toBe(200);
    await ask(stack.cms, '/api/menu-sides?status=draft', token);
    const changed = await readState();
    expect(changed, `${method} ${path}`).not.toBe(state);
    state = changed;
  }
  expect((await ask(stack.site, STATE_PATH)).status).toBe(403);
  expect((await ask(stack.cms, STATE_PATH)).status).toBe(403);
});

test('signing out ends the previews of this sign-in, and no others', async ({
  page,
  editableStack: stack,
}) => {
  await saveSide(stack);
  const session = await openSession(stack);
  const preview = await openPreview(stack, session.accessToken);
  const otherPreview = await openPreview(
    stack,
    await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD),
  );
  const renewedToken = await session.renew();

  await page.goto(`${stack.site}/menu#preview=${preview}&at=hand-cut-fries`);
  await expect(page.getByRole('status')).toHaveText('Preview with your unpublished words.');
  await expect(page.getByText(DRAFT)).toBeVisible();
  const signOut = await postToAdmin(
    stack,
    '/admin/logout',
    { deviceId: session.deviceId },
    { authorization: `Bearer ${renewedToken}` },
  );
  expect(signOut.status).toBe(200);
  await expect(page.getByRole('status')).toContainText('This preview has ended');
  await expect(page.getByText(PUBLISHED)).toBeAttached();
  await expect(page.getByText(DRAFT)).toHaveCount(0);
  for (const path of [STATE_PATH, '/api/menu-sides'])
    expect((await ask(stack.site, path, withToken(preview))).status, path).toBe(403);
  const other = await ask(stack.site, '/api/menu-sides', withToken(otherPreview));
  expect(other.body.toString()).toContain(DRAFT);
});

test('ending a session elsewhere, blocking and deleting an account end its previews @both', async ({
  editableStack: stack,
}) => {
  const statusOf = async (token: string) => (await ask(stack.site, STATE_PATH, withToken(token))).status;
  const open = async () => {
    const session = await openSession(stack);
    const token = await openPreview(stack, session.accessToken);
    expect(await statusOf(token)).toBe(200);
    return { ...session, token };
  };
  const users: { data: { results: { id: number; email: string }[] } } = await (
    await stack.asAdmin('GET', '/admin/users')
  ).json();
  const owner = users.data.results.find(({ email }) => email === accounts.OWNER_EMAIL);
  const asOwner = (accessToken: string, method: string, path: string) =>
    fetch(stack.cms + path, { method, headers: { authorization: `Bearer ${accessToken}` } });

  const first = await open();
  const second = await open();
  const renewed = await open();
  await renewed.renew();
  await asOwner(first.accessToken, 'DELETE', '/admin/users/me/sessions?keepCurrent=true');
  const statuses = await Promise.all([first, second, renewed].map(({ token }) => statusOf(token)));
  expect(statuses).toEqual([200, 403, 403]);
  await stack.asAdmin('PUT', `/admin/users/${owner?.id}`, { isActive: false });
  expect(await statusOf(first.token)).toBe(403);
  await stack.asAdmin('PUT', `/admin/users/${owner?.id}`, { isActive: true });
  const last = await open();
  await stack.asAdmin('DELETE', `/admin/users/${owner?.id}`);
  expect(await statusOf(last.token)).toBe(403);
});

test('neither the CMS nor the site returns a draft without a valid token', async ({
  editableStack: stack,
}) => {
  await saveSide(stack);
  const good = await openPreview(stack);
  const [expiry, signature = '', session = ''] = good.split('.');
  const expired = Date.now() - 1;
  const tokens = {
    forged: await sign(stack, { secret: 'x'.repeat(43) }),
    'signed for another purpose': await sign(stack, { label: 'something else' }),
    expired: await sign(stack, { expiry: expired }),
    'with an extended expiry': `${Date.now() + HOUR_MS}.${(await sign(stack, { expiry: expired })).split('.')[1]}.${session}`,
    'without an expiry date': await sign(stack, { expiry: 'Infinity' }),
    'that expires in the far future': await sign(stack, { expiry: '99999999999999' }),
    'of a session that never was': await sign(stack, { session: 'a'.repeat(32) }),
    'of no session': await sign(stack, { session: '' }),
    'with another session': `${expiry}.${signature}.${'a'.repeat(32)}`,
    'without its session': `${expiry}.${signature}`,
    truncated: good.slice(0, -1),
    'with an extra character': `${good}A`,
    'with a version that it was not signed for': `${good}.1`,
    'without a signature': `${expiry}..${session}`,
    'without the expiry part': `.${signature}.${session}`,
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
  const headers = withToken(await openPreview(stack));
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
  const good = withToken(await openPreview(stack));
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
  await expect.poll(() => cms.requestCount('/api/servicespages')).toBe(4);
  expect(new Set(await Promise.all(responses))).toEqual(new Set([503]));
  cms.fault = undefined;
  // The faulty CMS accepts any token, so all twelve queries succeed, four at a time.
  expect(await Promise.all(Array.from({ length: 12 }, queryPreview))).toEqual(Array(12).fill(200));
});
