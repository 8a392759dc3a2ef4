import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import { PREVIEW_STATE_PATH } from '../../cms/src/shared/requests/siteRequests.ts';
import { menuPage } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { type EntryId, pathOf, saveDraft, send } from '../support/entries.ts';
import { publishEntry, submitSignInForm } from '../support/openAdmin.ts';
import { createUploadForm } from '../support/pictures.ts';
import { previewUrlPath, readToken, SHOWS_DRAFTS, withToken } from '../support/previews.ts';
import { accounts } from '../support/seededCopy.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { ask, test } from '../support/site.ts';
import { expect, type Page, type Stack, signIn } from '../support/stack.ts';

const HOUR_MS = 60 * 60 * 1000;
const FRIES: EntryId = { uid: uidOf('menu-side'), documentId: 'hand-cut-fries' };
const CORN: EntryId = { ...FRIES, documentId: 'sweet-corn' };
const PUBLISHED = seedRecord('menu-side', FRIES.documentId).description ?? '';
const DRAFT = 'a soup that is not ready yet';
const ENDED = /preview has ended/;

const saveFries = (stack: Stack) =>
  saveDraft(stack, FRIES, { sideName: 'Hand-Cut Fries', description: DRAFT });

const signInOwner = (stack: Stack) => signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);

/** Asks for the URL of a preview as somebody who is signed in. */
async function findPreviewUrl(stack: Stack, accessToken: string, path: string): Promise<URL> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(stack.cms + path, { headers });
  expect(response.status, path).toBe(200);
  const { data }: { data: { url: string } } = await response.json();
  return new URL(data.url);
}

/** Opens the preview of the fries, by default as the administrator, and returns the token in its URL. */
async function openPreview(stack: Stack, accessToken?: string): Promise<string> {
  const path = previewUrlPath(FRIES);
  if (accessToken) return readToken((await findPreviewUrl(stack, accessToken, path)).href);
  return readToken((await send<{ data: { url: string } }>(stack, 'GET', path)).data.url);
}

/** The address of the menu in a preview, scrolled to an element. */
const menuInPreview = (stack: Stack, token: string, at = FRIES.documentId) =>
  `${stack.site}/menu#preview=${token}&at=${at}`;

/** Asks the site for the sides with a token. */
const querySides = (stack: Stack, token: string) => ask(stack.site, queries.sides.path, withToken(token));

/** Asks for the state of the content as a preview does; the status is 403 when it has ended. */
const statusOf = async (stack: Stack, token: string) =>
  (await ask(stack.site, PREVIEW_STATE_PATH, withToken(token))).status;

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

test('the preview of each content type opens the page that shows it', async ({ stack }) => {
  const owner = await signInOwner(stack);
  for (const [type, documentId, page] of [
    ['website-name', undefined, '/'],
    ['website-tab', 'tab-menu', '/'],
    ['homepage', 'home-story-1', '/'],
    ['menu-header', 'menu-sides', '/menu'],
    ['menu-appetizer', 'potato-pierogi', '/menu'],
    ['menu-entree', 'lasagna', '/menu'],
    ['menu-side', 'hand-cut-fries', '/menu'],
    ['menu-soft-drinks', undefined, '/menu'],
    ['menu-alcohol', undefined, '/menu'],
    ['servicespage', 'services-bowls', '/services'],
    ['contactpage', 'contact-hours', '/contact'],
  ] as const) {
    const query = new URLSearchParams({ status: 'draft', ...(documentId && { documentId }) });
    const path = `/content-manager/preview/url/${uidOf(type)}?${query}`;
    const url = await findPreviewUrl(stack, owner, path);
    expect(url.origin, type).toBe(stack.site.replace('127.0.0.1', 'localhost'));
    expect(url.pathname + url.search, type).toBe(page);
    expect(new URLSearchParams(url.hash.slice(1)).get('at'), type).toBe(documentId ?? type);
    expect(await statusOf(stack, readToken(url.href)), type).toBe(200);
  }
});

test('the link to what is published has no token', async ({ stack }) => {
  const url = await findPreviewUrl(stack, await signInOwner(stack), previewUrlPath(FRIES, 'published'));
  expect(url.hash).toBe('#hand-cut-fries');
});

test('a preview needs a sign-in', async ({ stack }) => {
  expect((await fetch(stack.cms + previewUrlPath(FRIES))).status).toBe(401);
});

/** Collects the messages that each window of a page receives. */
async function recordMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    window.addEventListener('message', ({ data }) => messages.push(data?.type));
  });
}

test('the preview in the admin shows the owner her saved draft on its page', async ({
  page: admin,
  editableStack: stack,
}) => {
  const services = { uid: uidOf('servicespage'), documentId: 'services-main' };
  await saveDraft(stack, services, { mainHeading: 'Services of tomorrow' });
  await recordMessages(admin);
  // The site may be framed only by the admin's address, which is on localhost.
  await admin.goto(`${stack.cms.replace('127.0.0.1', 'localhost')}/admin${pathOf(FRIES)}`);
  await submitSignInForm(admin);
  const field = admin.locator('textarea[name="description"]');
  await expect(field).toHaveValue(PUBLISHED);
  await field.fill(DRAFT);
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByRole('link', { name: 'Open preview' }).click();
  const preview = admin.frameLocator('iframe[title="Preview"]');

  await test.step('it is scrolled to the draft', async () => {
    await expect(preview.getByText(DRAFT)).toBeInViewport();
    await expect(preview.getByRole('heading', { level: 3, name: 'Hand-Cut Fries' })).toBeInViewport();
    await expect(preview.getByRole('status')).toHaveText(SHOWS_DRAFTS);
  });

  await test.step('visitors see what is published', async () => {
    const page = await (await fetch(`${stack.site}/menu`)).text();
    expect(page).toContain(PUBLISHED);
    expect(page).not.toContain(DRAFT);
  });

  await test.step('the next page shows its drafts, too', async () => {
    await preview.getByRole('button', { name: 'Pages' }).click();
    await preview.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Services' }).click();
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Services of tomorrow');
  });

  await test.step('the admin tells it when the draft is published', async () => {
    const listMessages = () =>
      preview.getByRole('main').evaluate(() => Reflect.get(window, 'messages') as unknown[]);
    expect(await listMessages()).not.toContain('strapiUpdate');
    await publishEntry(admin);
    await expect.poll(listMessages).toContain('strapiUpdate');
  });
});

test('the preview shows what is published in place of an incomplete draft, and says so', async ({
  page,
  editableStack: stack,
}) => {
  await saveDraft(stack, CORN, { sideName: null });
  const lasagna = { uid: uidOf('menu-entree'), documentId: 'lasagna' };
  await saveDraft(stack, lasagna, { entreeName: 'Lasagna of tomorrow' });
  await page.goto(menuInPreview(stack, await openPreview(stack), 'lasagna'));
  await expect(page.getByRole('status')).toHaveText(/^Preview\. Some .*can’t be shown/);
  await expect(page.getByRole('heading', { name: 'Lasagna of tomorrow' })).toBeInViewport();
  const published = seedRecord('menu-side', CORN.documentId).sideName ?? '';
  await expect(page.getByRole('heading', { name: published })).toBeAttached();
});

/** Expects the page of a preview that has ended to say so, and to show what is published. */
async function expectEnded(page: Page): Promise<void> {
  await expect(page.getByRole('status')).toHaveText(ENDED);
  await expect(page.getByText(PUBLISHED)).toBeAttached();
  await expect(page.getByText(DRAFT)).toHaveCount(0);
}

test('an expired preview shows a notice and what is published', async ({ page, editableStack: stack }) => {
  await saveFries(stack);
  await page.goto(menuInPreview(stack, await sign(stack, { expiry: Date.now() - 1 })));
  await expectEnded(page);
});

test('an open preview queries content again only after a change', async ({ page, editableStack: stack }) => {
  await page.clock.install();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname);
  });

  const token = await openPreview(stack);
  await test.step('the database has all of the sign-in', async () => {
    let state = '';
    const isSettled = async () => {
      const previous = state;
      state = await readState(stack.cms, token);
      return state === previous;
    };
    await expect.poll(isSettled, { intervals: [1_000] }).toBe(true);
  });

  await test.step('at first it sends each query of its page once', async () => {
    await page.goto(menuInPreview(stack, token));
    await expect(page.getByRole('status')).toHaveText(SHOWS_DRAFTS);
    expect(requests).toContain(PREVIEW_STATE_PATH);
    // On a slow machine, it has asked for the state again already.
    const ofContent = requests.filter((path) => path !== PREVIEW_STATE_PATH);
    expect(ofContent.sort()).toEqual(menuPage.queries.map((name) => queries[name].path).sort());
  });

  await test.step('then it asks one small question a second', async () => {
    requests.length = 0;
    const bodies: string[] = [];
    for (const _ of 'ab') {
      const response = page.waitForResponse(`**${PREVIEW_STATE_PATH}`);
      await page.clock.runFor(1_000);
      bodies.push(await (await response).text());
    }
    expect(new Set(requests)).toEqual(new Set([PREVIEW_STATE_PATH]));
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]?.length).toBeLessThan(100);
  });

  await test.step('it shows a draft that is saved', async () => {
    await saveFries(stack);
    await page.clock.runFor(1_000);
    await expect(page.getByText(DRAFT)).toBeVisible();
  });
});

/** Reads the state that previews ask for. */
async function readState(origin: string, token: string): Promise<string> {
  const { status, body } = await ask(origin, PREVIEW_STATE_PATH, withToken(token));
  expect(status).toBe(200);
  return body.toString();
}

test('each change of content changes the state that previews ask for', {
  tag: '@postgres',
}, async ({ editableStack: stack }) => {
  const token = await openPreview(stack);
  const [picture] = (
    await send<{ results: { id: number }[] }>(stack, 'GET', '/upload/files?page=1&pageSize=1')
  ).results;
  // In the restaurant's time zone, which the tests choose by the time of day: two days are later in every one.
  const until = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 16);
  const fries = pathOf(FRIES);
  const changes: [method: string, path: string, body?: unknown][] = [
    ['PUT', fries, { sideName: 'Fries', description: DRAFT }],
    ['POST', `${fries}/actions/publish`, { sideName: 'Fries' }],
    ['POST', `${fries}/actions/unpublish`, {}],
    ['DELETE', fries],
    ['PUT', '/today/notice', { text: 'Closed tonight', until }],
    ['DELETE', '/today/notice'],
    ['POST', `/upload?id=${picture?.id}`, createUploadForm({ alternativeText: 'Another description' })],
  ];
  let state = await readState(stack.site, token);
  for (const [method, path, body] of changes) {
    expect((await stack.asAdmin(method, path, body)).status, `${method} ${path}`).toBe(200);
    const changed = await readState(stack.site, token);
    expect(changed, `${method} ${path}`).not.toBe(state);
    state = changed;
  }
});

test('reading drafts leaves the state that previews ask for as it is', {
  tag: '@both',
}, async ({ stack }) => {
  const token = await openPreview(stack);
  const state = await readState(stack.cms, token);
  const drafts = await ask(stack.cms, `${queries.sides.path}?status=draft`, withToken(token));
  expect(drafts.status).toBe(200);
  for (const origin of [stack.cms, stack.site]) expect(await readState(origin, token)).toBe(state);
});

const signOut = async (stack: Stack, { deviceId }: { deviceId: string }, accessToken: string) =>
  expect(
    (await postToAdmin(stack, '/admin/logout', { deviceId }, { authorization: `Bearer ${accessToken}` }))
      .status,
  ).toBe(200);

test('signing out ends the previews of this sign-in, and no others', async ({ editableStack: stack }) => {
  await saveFries(stack);
  const session = await openSession(stack);
  const preview = await openPreview(stack, session.accessToken);
  const otherPreview = await openPreview(stack, await signInOwner(stack));
  const renewedToken = await session.renew();
  expect((await querySides(stack, preview)).body.toString()).toContain(DRAFT);
  await signOut(stack, session, renewedToken);
  expect(await statusOf(stack, preview)).toBe(403);
  expect((await querySides(stack, preview)).status).toBe(403);
  expect((await querySides(stack, otherPreview)).body.toString()).toContain(DRAFT);
});

test('an open preview whose sign-in has ended shows a notice and what is published', async ({
  page,
  editableStack: stack,
}) => {
  await saveFries(stack);
  const session = await openSession(stack);
  await page.clock.install();
  await page.goto(menuInPreview(stack, await openPreview(stack, session.accessToken)));
  await expect(page.getByText(DRAFT)).toBeVisible();
  await signOut(stack, session, session.accessToken);
  await page.clock.runFor(1_000);
  await expectEnded(page);
});

test('ending the other sessions of an account ends their previews', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const open = async () => {
    const session = await openSession(stack);
    return { ...session, preview: await openPreview(stack, session.accessToken) };
  };
  const current = await open();
  const other = await open();
  const renewed = await open();
  await renewed.renew();
  const listStatuses = () =>
    Promise.all([current, other, renewed].map(({ preview }) => statusOf(stack, preview)));
  expect(await listStatuses()).toEqual([200, 200, 200]);
  await fetch(`${stack.cms}/admin/users/me/sessions?keepCurrent=true`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${current.accessToken}` },
  });
  expect(await listStatuses()).toEqual([200, 403, 403]);
});

/** Creates invalid tokens, by what is wrong with them. */
async function createInvalidTokens(stack: Stack): Promise<Record<string, string>> {
  const good = await openPreview(stack);
  const [expiry, signature = '', session = ''] = good.split('.');
  const expired = Date.now() - 1;
  return {
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
}

test('the CMS and the site reject every invalid token', async ({ editableStack: stack }) => {
  await saveFries(stack);
  const expectRejected = async (origin: string, target: string, token: string, name: string) => {
    const { status, body } = await ask(origin, target, withToken(token));
    const message = `${origin}${target} with a token ${name}`;
    expect(status, message).toBe(403);
    expect(body.toString(), message).not.toContain(DRAFT);
  };
  const { path } = queries.sides;
  for (const [name, token] of Object.entries(await createInvalidTokens(stack))) {
    for (const target of [`${path}?status=draft`, `${path}/hand-cut-fries?status=draft`, PREVIEW_STATE_PATH])
      await expectRejected(stack.cms, target, token, name);
    for (const target of [path, PREVIEW_STATE_PATH]) await expectRejected(stack.site, target, token, name);
  }
});

test('nobody gets a draft without a token in its header', async ({ editableStack: stack }) => {
  await saveFries(stack);
  const good = await openPreview(stack);
  const requests: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${good}` },
    { cookie: `x-preview-token=${good}` },
    { 'x-preview': good },
  ];
  const { path } = queries.sides;
  for (const headers of requests)
    for (const origin of [stack.cms, stack.site])
      for (const target of [path, `${path}/hand-cut-fries`])
        for (const query of ['', '?status=draft', '?status[]=draft']) {
          const { body } = await ask(origin, target + query, headers);
          expect(body.toString(), `${origin}${target}${query} ${Object.keys(headers)}`).not.toContain(DRAFT);
        }
  for (const origin of [stack.cms, stack.site])
    expect((await ask(origin, PREVIEW_STATE_PATH)).status, origin).toBe(403);
});

test('a preview token reads drafts by their exact status only', async ({ editableStack: stack }) => {
  await saveFries(stack);
  const headers = withToken(await openPreview(stack));
  const query = async (search: string) => {
    const { status, body } = await ask(stack.cms, queries.sides.path + search, headers);
    return { status, hasDraft: body.toString().includes(DRAFT) };
  };
  expect(await query('?status=draft')).toEqual({ status: 200, hasDraft: true });
  for (const search of ['', '?status=published'])
    expect(await query(search), search).toEqual({ status: 200, hasDraft: false });
  for (const search of [
    '?status[]=draft',
    '?status[0]=draft',
    '?status=draft&status=draft',
    '?status=',
    '?status=modified',
    '?status=Draft',
    '?status[$eq]=draft',
  ])
    expect(await query(search), search).toEqual({ status: 403, hasDraft: false });
});

test('a preview token gives access to nothing but drafts', async ({ editableStack: stack }) => {
  await saveFries(stack);
  const headers = withToken(await openPreview(stack));
  expect((await ask(stack.cms, '/api/menu-sides/hand-cut-fries', headers, 'PUT')).status).toBe(405);
  expect((await ask(stack.cms, '/api/upload/files', headers)).status).toBe(401);
  expect((await ask(stack.site, '/menu', headers)).body.toString()).not.toContain(DRAFT);
});

test('no cache may store a response to a preview', async ({ editableStack: stack }) => {
  await saveFries(stack);
  const token = withToken(await openPreview(stack));
  const { path } = queries.sides;
  const { etag = '', vary } = (await ask(stack.site, path)).headers;
  expect(vary).toContain('x-preview-token');
  for (const headers of [token, { ...token, 'if-none-match': etag }]) {
    const draft = await ask(stack.site, `${path}?status=published`, headers);
    expect(draft.status).toBe(200);
    expect(draft.body.toString()).toContain(DRAFT);
    expect(draft.headers['cache-control']).toBe('no-store');
    expect(draft.headers['cdn-cache-control']).toBeUndefined();
    expect(draft.headers.etag).toBeUndefined();
    expect(draft.headers.vary).toContain('x-preview-token');
  }
  for (const [origin, target] of [
    [stack.cms, `${path}?status=draft`],
    [stack.cms, PREVIEW_STATE_PATH],
    [stack.site, PREVIEW_STATE_PATH],
  ] as const)
    expect((await ask(origin, target, token)).headers['cache-control'], origin + target).toBe('no-store');
});

test('a preview leaves the responses to visitors as they are', async ({ editableStack: stack }) => {
  await saveFries(stack);
  const visit = async (path: string) => {
    const { status, headers, body } = await ask(stack.site, path);
    return { status, etag: headers.etag, body: body.toString() };
  };
  const visitAll = () => Promise.all([queries.sides.path, '/menu'].map(visit));
  const before = await visitAll();
  await querySides(stack, await openPreview(stack));
  expect(await visitAll()).toEqual(before);
  const headers = { 'if-none-match': before[0]?.etag ?? '' };
  expect((await ask(stack.site, queries.sides.path, headers)).status).toBe(304);
});

test('previews send at most four requests at once to a CMS that never answers', async ({ cms, site }) => {
  cms.fault = 'never responds';
  cms.clearCounts();
  const token = withToken(`${Date.now() + HOUR_MS}.${'a'.repeat(43)}`);
  const statuses = Array.from({ length: 50 }, () =>
    // Only previews send it to the CMS.
    ask(site.address, PREVIEW_STATE_PATH, token).then(
      ({ status }) => status,
      // The site is stopped before it has answered all of them.
      () => undefined,
    ),
  );
  // The first response is a rejection because the queue is full.
  expect(await Promise.race(statuses)).toBe(503);
  await expect.poll(() => cms.requestCount(PREVIEW_STATE_PATH)).toBe(4);

  await test.step('visitors do not wait for them', async () => {
    expect(await site.fetchText('/menu')).toContain(PUBLISHED);
  });
});
