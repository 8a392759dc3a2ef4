import { uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import { queries } from '../../web/src/content/queries.ts';
import { type EntryId, listVersions, pathOf, publishInCms, saveDraft, send } from '../support/entries.ts';
import { look, readToken, withToken } from '../support/previews.ts';
import { accounts } from '../support/seededCopy.ts';
import { ask, queryPaths, test } from '../support/site.ts';
import { expect, type Stack, signIn } from '../support/stack.ts';

const DRAFT = 'a soup that is not ready yet';
const SIDE = uidOf('menu-side');
const STORY: EntryId = { uid: uidOf('homepage'), documentId: 'home-story-1' };
const FRIES: EntryId = { uid: SIDE, documentId: 'hand-cut-fries' };
const CORN: EntryId = { uid: SIDE, documentId: 'sweet-corn' };

interface Picture {
  id: number;
  url: string;
}

interface Side {
  documentId: string;
  sideName: string;
  description: string;
  position: number;
}

/** Reads the published sides as the site does. */
async function readSides(stack: Stack): Promise<Side[]> {
  const { data }: { data: Side[] } = JSON.parse(await stack.readContent('menu-side'));
  return data;
}

/** Reads the sides as the page of a preview does. */
async function readPreviewedSides(stack: Stack, headers: Record<string, string>): Promise<Side[]> {
  const { status, body } = await ask(stack.site, queries.sides.path, headers);
  expect(status).toBe(200);
  return JSON.parse(body.toString()).data;
}

const isFries = ({ documentId }: Side) => documentId === FRIES.documentId;

/** Changes the fries and saves drafts of several entries; returns the headers of a preview of the fries' first version. */
async function previewFirstVersion(stack: Stack) {
  await publishInCms(stack, FRIES, { sideName: 'Fries', description: 'New words' });
  for (const entry of [FRIES, STORY, CORN]) await saveDraft(stack, entry, { description: DRAFT });
  const [, first] = await listVersions(stack, FRIES);
  return withToken(readToken(await look(stack, first?.id)));
}

test('Look shows the text and the picture of an earlier version on the page', async ({
  page,
  editableStack: stack,
}) => {
  const { data: story } = await send<{ data: { description: string; images: Picture[] } }>(
    stack,
    'GET',
    pathOf(STORY),
  );
  const [picture] = story.images;
  const { results } = await send<{ results: Picture[] }>(stack, 'GET', '/upload/files');
  const other = results.find(({ id }) => id !== picture?.id);
  await publishInCms(stack, STORY, { description: 'New words', images: [other?.id] });
  await saveDraft(stack, STORY, { description: DRAFT });

  const [, first] = await listVersions(stack, STORY);
  await page.goto(await look(stack, first?.id));
  await expect(page.getByRole('status')).toHaveText(/how it was from \w+ \d+, \d{4} at /);
  await expect(page.getByText(story.description.split('\n')[0] ?? '')).toBeInViewport();
  for (const text of [DRAFT, 'New words']) await expect(page.getByText(text)).toHaveCount(0);

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
});

test('a preview of a version reads what is published, with this version in place of its entry', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = (await readSides(stack)).find(isFries);
  const previewed = await readPreviewedSides(stack, await previewFirstVersion(stack));
  const published = await readSides(stack);
  expect(previewed.find(isFries)?.description).toBe(before?.description);
  expect(previewed.filter((side) => !isFries(side))).toEqual(published.filter((side) => !isFries(side)));
  expect(Object.keys(previewed.find(isFries) ?? {})).toEqual(Object.keys(published.find(isFries) ?? {}));
});

test('a preview of a version gets no draft, whatever it queries', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const headers = await previewFirstVersion(stack);
  for (const path of queryPaths)
    expect((await ask(stack.site, path, headers)).body.toString(), path).not.toContain(DRAFT);

  const { path } = queries.sides;
  const { id } = JSON.parse((await ask(stack.cms, path)).body.toString()).data[0];
  for (const target of [
    `${path}?status=draft&populate=*`,
    `${path}?status=draft&status=draft`,
    `${path}?status[]=draft`,
    `${path}?status=draft&filters[description][$contains]=soup`,
    `${path}?status=draft&filters[id][$ne]=${id}`,
    `${path}/${CORN.documentId}?status=draft`,
    `${path}/${FRIES.documentId}?status=draft`,
    `${queries.home.path}/${STORY.documentId}?status=draft&populate=*`,
  ])
    expect((await ask(stack.cms, target, headers)).body.toString(), target).not.toContain(DRAFT);

  const count = `${path}?status=draft&pagination[withCount]=true&filters[description][$contains]=soup`;
  expect(JSON.parse((await ask(stack.cms, count, headers)).body.toString()).meta.pagination.total).toBe(0);
});

/** Finds the oldest version of the sides of a kind in the list of the menu. */
async function findMenuVersion(stack: Stack, kind: string): Promise<number | undefined> {
  const versions = await send<{ id: number; uid: string; kind: string }[]>(stack, 'GET', '/versions/menu');
  return versions.findLast((version) => version.uid === SIDE && version.kind === kind)?.id;
}

test('Look shows a deleted dish on the menu', async ({ page, editableStack: stack }) => {
  await send(stack, 'DELETE', pathOf(FRIES));
  await page.goto(await look(stack, await findMenuVersion(stack, 'delete')));
  await expect(page.getByRole('status')).toHaveText(/how it was until /);
  await expect(page.getByRole('heading', { name: 'Hand-Cut Fries' })).toBeInViewport();
});

const sortSides = (sides: Side[]) => sides.toSorted((one, other) => one.position - other.position);

test('Look shows an earlier order on the menu', async ({ page, editableStack: stack }) => {
  const before = sortSides(await readSides(stack));
  const seen = before.map(({ documentId }) => documentId);
  await send(stack, 'PUT', '/menu/menu-side/order', { ids: seen.toReversed(), seen });
  expect(sortSides(await readSides(stack))).not.toEqual(before);
  await page.goto(await look(stack, await findMenuVersion(stack, 'order')));
  await expect(page.getByRole('status')).toHaveText(/how it was from /);
  await expect(page.locator('#menu-sides h3')).toHaveText(before.map(({ sideName }) => sideName));
});

test('Look needs a sign-in and a version that is kept', async ({ stack }) => {
  const [version] = await listVersions(stack, FRIES);
  const owner = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const statusOf = async (id: number | string | undefined, headers = {}) =>
    (await fetch(`${stack.cms}/versions/${id}/look`, { headers })).status;
  const asOwner = { authorization: `Bearer ${owner}` };
  expect(await statusOf(version?.id, asOwner)).toBe(200);
  expect(await statusOf(version?.id)).toBe(401);
  for (const missing of ['0', '999999', 'x', '-1', '1e3'])
    expect(await statusOf(missing, asOwner), missing).toBe(404);
});
