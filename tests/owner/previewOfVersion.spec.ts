import { queries } from '../../web/src/content/queries.ts';
import { cmsTypes } from '../support/contentTypes.ts';
import { ask, queryPaths, test } from '../support/site.ts';
import { accounts, expect, type Stack, signIn } from '../support/stack.ts';

const DRAFT = 'a soup that is not ready yet';
const STORY = { type: 'homepage', documentId: 'home-story-1' };
const FRIES = { type: 'menu-side', documentId: 'hand-cut-fries' };

type Entry = Record<string, unknown> & { documentId: string };

interface Picture {
  id: number;
  url: string;
}

const uidOf = (type: string) => `api::${type}.${type}`;

async function readJson<Answer>(stack: Stack, path: string): Promise<Answer> {
  const response = await stack.asAdmin('GET', path);
  expect(response.status, path).toBe(200);
  return response.json();
}

/** Saves a draft of an entry, as the admin's Save button does. */
const saveDraft = (stack: Stack, { type, documentId }: typeof STORY, data: object) =>
  stack.asAdmin('PUT', `/content-manager/collection-types/${uidOf(type)}/${documentId}`, data);

/** Lists the ids of an entry's versions, newest first. */
async function listVersions(stack: Stack, { type, documentId }: typeof STORY): Promise<number[]> {
  const path = `/versions?uid=${uidOf(type)}&documentId=${documentId}`;
  return (await readJson<{ id: number }[]>(stack, path)).map(({ id }) => id);
}

/** Opens the preview of a version; returns the path and the token of its page. */
async function look(stack: Stack, id: number | undefined) {
  const { url } = await readJson<{ url: string }>(stack, `/versions/${id}/look`);
  const { pathname, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('preview') ?? '';
  return { page: stack.site + pathname + hash, headers: { 'x-preview-token': token } };
}

/** Reads the entries of a type as the page of a preview does. */
async function readEntries(
  stack: Stack,
  path: string,
  headers: Record<string, string> = {},
): Promise<Entry[]> {
  const { status, body } = await ask(stack.site, path, headers);
  expect(status, path).toBe(200);
  return JSON.parse(body.toString()).data;
}

test('Look shows an earlier version with its words and its picture on the page, while visitors see the published one', async ({
  page,
  context,
  editableStack: stack,
}) => {
  const { data: story } = await readJson<{ data: { description: string; images: Picture[] } }>(
    stack,
    `/content-manager/collection-types/${uidOf(STORY.type)}/${STORY.documentId}`,
  );
  const [picture] = story.images;
  const { results } = await readJson<{ results: Picture[] }>(stack, '/upload/files');
  const other = results.find(({ id }) => id !== picture?.id);
  await stack.publish(STORY.type, STORY.documentId, { description: 'New words', images: [other?.id] });
  await saveDraft(stack, STORY, { description: DRAFT });

  const [, first] = await listVersions(stack, STORY);
  await page.goto((await look(stack, first)).page);
  await expect(page.getByRole('status')).toHaveText(
    /^This is how it was from .+ \d{4} at .+\. Only you see it here; the site stays as it is\.$/,
  );
  const paragraph = story.description.split('\n')[0] ?? '';
  await expect(page.getByText(paragraph)).toBeInViewport();
  const file = picture?.url.replace(/\.\w+$/, '').replace(/^.*\//, '') ?? '';
  const image = page
    .locator(`#${STORY.documentId} img`)
    .or(page.locator(`img[src*="${file}"]`))
    .first();
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.currentSrc)).toContain(file);
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth))
    .toBeGreaterThan(0);
  for (const text of [DRAFT, 'New words']) await expect(page.getByText(text)).toHaveCount(0);

  const visitor = await context.newPage();
  await visitor.goto(stack.site);
  await expect(visitor.getByText('New words')).toBeAttached();
  await expect(visitor.getByText(paragraph)).toHaveCount(0);
});

test('a preview of a version reads published content with this version only, in the shape of published content @both', async ({
  editableStack: stack,
}) => {
  const path = queries.sides.path;
  const published = await readEntries(stack, path);
  await stack.publish(FRIES.type, FRIES.documentId, { sideName: 'Fries', description: 'New words' });
  for (const { type, documentId } of [FRIES, STORY, { type: 'menu-side', documentId: 'sweet-corn' }])
    expect((await saveDraft(stack, { type, documentId }, { description: DRAFT })).status).toBe(200);
  const [, first] = await listVersions(stack, FRIES);
  const { headers } = await look(stack, first);

  const earlier = await readEntries(stack, path, headers);
  const isFries = ({ documentId }: Entry) => documentId === FRIES.documentId;
  expect(earlier.find(isFries)?.description).toBe(published.find(isFries)?.description);
  const current = await readEntries(stack, path);
  expect(earlier.filter((entry) => !isFries(entry))).toEqual(current.filter((entry) => !isFries(entry)));
  expect(Object.keys(earlier.find(isFries) ?? {})).toEqual(Object.keys(current.find(isFries) ?? {}));

  for (const queryPath of queryPaths)
    expect((await ask(stack.site, queryPath, headers)).body.toString(), queryPath).not.toContain(DRAFT);
  const { id } = JSON.parse((await ask(stack.cms, path)).body.toString()).data[0];
  for (const target of [
    `${path}?status=draft&populate=*`,
    `${path}?status=draft&status=draft`,
    `${path}?status[]=draft`,
    `${path}?status=draft&filters[description][$contains]=soup`,
    `${path}?status=draft&filters[id][$ne]=${id}`,
    `${path}/sweet-corn?status=draft`,
    `${path}/${FRIES.documentId}?status=draft`,
    `${queries.home.path}/${STORY.documentId}?status=draft&populate=*`,
  ])
    expect((await ask(stack.cms, target, headers)).body.toString(), target).not.toContain(DRAFT);
  const counted = await ask(
    stack.cms,
    `${path}?status=draft&pagination[withCount]=true&filters[description][$contains]=soup`,
    headers,
  );
  expect(JSON.parse(counted.body.toString()).meta.pagination.total).toBe(0);
});

test('Look shows a deleted dish and an earlier order on the menu', async ({ page, editableStack: stack }) => {
  await page.goto(`${stack.site}/menu`);
  const names = page.locator('#menu-sides h3');
  const before = await names.allTextContents();
  const last = before.at(-1) ?? '';
  const { documentId } =
    (await readEntries(stack, queries.sides.path)).find(({ sideName }) => sideName === last) ?? {};
  await stack.publish(FRIES.type, documentId, { position: 1 });
  await stack.asAdmin('DELETE', `/content-manager/collection-types/${uidOf(FRIES.type)}/${FRIES.documentId}`);
  await stack.waitForSite(FRIES.type);
  const versions = await readJson<{ id: number; uid: string; kind: string }[]>(stack, '/versions/menu');
  const ofSides = (kind: string) =>
    versions.filter((version) => version.uid === uidOf(FRIES.type) && version.kind === kind);

  // Otherwise only the fragment of the page's address would change, which loads nothing.
  await page.goto('about:blank');
  await page.goto((await look(stack, ofSides('delete')[0]?.id)).page);
  await expect(page.getByRole('status')).toHaveText(/^This is how it was until /);
  await expect(page.getByRole('heading', { name: 'Hand-Cut Fries' })).toBeInViewport();

  await page.goto('about:blank');
  await page.goto((await look(stack, ofSides('order').at(-1)?.id)).page);
  await expect(page.getByRole('status')).toHaveText(/^This is how it was from /);
  await expect(names).toHaveText(before.filter((name) => name !== 'Hand-Cut Fries'));
});

test('Look needs a sign-in, the permission to read the entry, and a version', async ({
  editableStack: stack,
}) => {
  const [id] = await listVersions(stack, FRIES);
  const request = async (path: string, accessToken?: string) =>
    fetch(stack.cms + path, accessToken ? { headers: { authorization: `Bearer ${accessToken}` } } : {});
  const statusOf = async (path: string, accessToken?: string) => (await request(path, accessToken)).status;
  const owner = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  expect(await statusOf(`/versions/${id}/look`, owner)).toBe(200);
  expect(await statusOf(`/versions/${id}/look`)).toBe(401);
  for (const missing of ['0', '999999', 'x', '-1', '1e3'])
    expect(await statusOf(`/versions/${missing}/look`, owner), missing).toBe(404);
  const { headers } = await look(stack, id);
  expect((await ask(stack.site, '/api/preview-state', headers)).status).toBe(200);

  // An account that may read the home page only.
  const role = await stack.asAdmin('POST', '/admin/roles', {
    name: 'Helper',
    description: 'Reads the home page.',
  });
  const { id: roleId } = (await role.json()).data;
  const permission = {
    action: 'plugin::content-manager.explorer.read',
    subject: uidOf(STORY.type),
    properties: { fields: Object.keys(cmsTypes.homepage.fields) },
    conditions: [],
  };
  await stack.asAdmin('PUT', `/admin/roles/${roleId}/permissions`, { permissions: [permission] });
  const account = { email: 'helper@test.example', firstname: 'Helper', roles: [roleId] };
  const { data } = await (await stack.asAdmin('POST', '/admin/users', account)).json();
  const changes = { isActive: true, password: accounts.OWNER_PASSWORD };
  expect((await stack.asAdmin('PUT', `/admin/users/${data.id}`, changes)).status).toBe(200);
  const helper = await signIn(stack.cms, account.email, accounts.OWNER_PASSWORD);
  const [story] = await listVersions(stack, STORY);
  expect(await statusOf(`/versions/${story}/look`, helper)).toBe(200);
  const refused = await request(`/versions/${id}/look`, helper);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ data: null, error: { status: 403, message: 'Forbidden' } });
});
