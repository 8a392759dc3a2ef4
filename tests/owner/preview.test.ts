// What previews get from the CMS. What their page does with it is tested in web/src/preview.test.ts, and in the admin in preview.spec.ts.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { PREVIEW_STATE_PATH } from '../../cms/src/shared/requests/siteRequests.ts';
import type { VersionSummary } from '../../cms/src/site/version.ts';
import { queries } from '../../web/src/content/queries.ts';
import { cms, requireCompiled } from '../support/cms.ts';
import { type Entry, Owner, owner } from '../support/owner.ts';
import { createUploadForm } from '../support/pictures.ts';
import { accounts } from '../support/seededCopy.ts';

const { createPreviewToken } =
  requireCompiled<typeof import('../../cms/src/preview/previewToken.ts')>('preview/previewToken');

const FRIES: Entry = { type: 'menu-side', documentId: 'hand-cut-fries' };
const CORN: Entry = { type: 'menu-side', documentId: 'sweet-corn' };
const STORY: Entry = { type: 'homepage', documentId: 'home-story-1' };
const SIDES = queries.sides.path;
const DRAFT = 'a soup that is not ready yet';

const saveFries = () => owner.saveDraft(FRIES, { description: DRAFT });
/** Asks for the state of the content as a preview does; the status is 403 when it has ended. */
const statusOf = async (token: string) => (await cms.readInPreview(PREVIEW_STATE_PATH, token)).status;
const readState = async (token: string) => (await cms.readInPreview(PREVIEW_STATE_PATH, token)).body;

/** Signs in as the admin does on a device, and opens a preview; `renew` replaces the session's row, as each load of the admin does. */
async function openSession() {
  const deviceId = randomUUID();
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(cms.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { data }: { data: { token: string } } = await response.json();
    return {
      ...data,
      cookie: response.headers
        .getSetCookie()
        .map((value) => value.split(';')[0])
        .join('; '),
    };
  };
  const credentials = { email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD };
  const { token, cookie } = await post('/admin/login', { ...credentials, deviceId, rememberMe: true });
  const session = new Owner(accounts.OWNER_EMAIL, token);
  return {
    owner: session,
    preview: await session.openPreview(FRIES),
    renew: async () => expect((await post('/admin/access-token', {}, { cookie })).token).not.toBe(token),
    signOut: () => session.send('POST', '/admin/logout', { deviceId }),
    /** Ends the newest session of this sign-in, and leaves what its renewals have replaced. */
    endNewest: () =>
      cms.strapi.db.query('admin::session').deleteMany({ where: { deviceId, status: 'active' } }),
  };
}

test('a preview is told of each draft whether the site shows the entry', async () => {
  await owner.switchItem('menu-side', CORN.documentId, false);
  const token = await owner.openPreview(FRIES);
  const read = async (path: string) =>
    JSON.parse((await cms.readInPreview(`${path}?status=draft&pagination[pageSize]=100`, token)).body);
  expect((await read(queries.siteName.path)).data.publishedAt).toEqual(expect.any(String));
  const { data }: { data: Record<string, unknown>[] } = await read(SIDES);
  expect(data.filter(({ publishedAt }) => publishedAt === null)).toMatchObject(
    [CORN].map(({ documentId }) => ({ documentId })),
  );
  expect(data.length).toBeGreaterThan(1);
});

test('each change of content changes the state that previews ask for, and reading does not @postgres', async () => {
  const token = await owner.openPreview(FRIES);
  let state = await readState(token);
  await cms.readInPreview(`${SIDES}?status=draft`, token);
  expect(await readState(token)).toBe(state);
  expect(state.length).toBeLessThan(100);
  const { results } = await owner.send<{ results: { id: number }[] }>('GET', '/upload/files?pageSize=1');
  const caption = createUploadForm({ alternativeText: 'Another description' });
  for (const [name, change] of Object.entries({
    save: () => owner.saveDraft(FRIES, { description: DRAFT }),
    publish: () => owner.publish(FRIES),
    unpublish: () => owner.unpublish(FRIES),
    delete: () => owner.delete(FRIES),
    notice: () => owner.putNoticeUp('Closed tonight', '2037-11-26T12:00'),
    'no notice': () => owner.takeNoticeDown(),
    picture: () => owner.send('POST', `/upload?id=${results[0]?.id}`, caption),
  })) {
    await change();
    const changed = await readState(token);
    expect(changed, name).not.toBe(state);
    state = changed;
  }
});

test('signing out ends the previews of this sign-in, and no others', async () => {
  const [session, other] = [await openSession(), await openSession()];
  await session.renew();
  expect(await statusOf(session.preview)).toBe(200);
  await session.signOut();
  expect(await statusOf(session.preview)).toBe(403);
  expect(await statusOf(other.preview)).toBe(200);
});

test('a preview ends with the newest session of its sign-in, also while the session that it replaced is stored', async () => {
  const session = await openSession();
  await session.renew();
  expect(await statusOf(session.preview)).toBe(200);
  await session.endNewest();
  expect(await statusOf(session.preview)).toBe(403);
});

test('drafts are read with a valid token in its header, and by their exact status only', async () => {
  await saveFries();
  const token = await owner.openPreview(FRIES);
  const read = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(cms.url + path, { headers });
    return [response.status, (await response.text()).includes(DRAFT)];
  };
  const withToken = { 'x-preview-token': token };
  expect(await read(`${SIDES}?status=draft`, withToken)).toEqual([200, true]);
  for (const search of ['', '?status=published'])
    expect(await read(SIDES + search, withToken), search).toEqual([200, false]);
  for (const search of ['?status[]=draft', '?status=draft&status=draft', '?status=', '?status[$eq]=draft'])
    expect(await read(SIDES + search, withToken), search).toEqual([403, false]);
  const invalid: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${token}` },
    { cookie: `x-preview-token=${token}` },
    { 'x-preview-token': createPreviewToken({ sessionId: 'a'.repeat(32) }) },
    { 'x-preview-token': token.slice(0, -1) },
    { 'x-preview-token': `${token}, ${token}` },
  ];
  for (const headers of invalid)
    for (const path of [`${SIDES}?status=draft`, `${SIDES}/hand-cut-fries?status=draft`, PREVIEW_STATE_PATH])
      expect(await read(path, headers), path).toEqual([403, false]);
  expect(await read('/api/upload/files', withToken)).toEqual([401, false]);
});

test('a preview of a version reads what is published, with this version in place of its entry, and no draft', async () => {
  interface Side {
    documentId: string;
    description: string;
  }
  const listSides = (text: string): Side[] => JSON.parse(text).data;
  const isFries = ({ documentId }: Side) => documentId === FRIES.documentId;
  const before = listSides(await cms.readContent('menu-side')).find(isFries);
  await owner.publish(FRIES, { sideName: 'Fries', description: 'New words' });
  for (const entry of [FRIES, STORY, CORN]) await owner.saveDraft(entry, { description: DRAFT });
  const token = await owner.lookAtVersion((await owner.listVersions(FRIES))[1]);
  const read = async (path: string) => (await cms.readInPreview(path, token)).body;

  const { path, query } = queries.sides;
  const previewed = listSides(await read(`${path}?${query}&status=draft`));
  const published = listSides(await cms.readContent('menu-side'));
  expect(previewed.find(isFries)?.description).toBe(before?.description);
  expect(previewed.filter((side) => !isFries(side))).toEqual(published.filter((side) => !isFries(side)));
  expect(Object.keys(previewed.find(isFries) ?? {})).toEqual(Object.keys(published.find(isFries) ?? {}));

  for (const target of [
    ...Object.values(queries).map((each) => `${each.path}?${each.query}&status=draft`),
    `${path}?status=draft&filters[description][$contains]=soup`,
    `${path}/${CORN.documentId}?status=draft`,
    `${path}/${FRIES.documentId}?status=draft`,
    `${queries.home.path}/${STORY.documentId}?status=draft&populate=*`,
  ])
    expect(await read(target), target).not.toContain(DRAFT);
  const count = `${path}?status=draft&pagination[withCount]=true&filters[description][$contains]=soup`;
  expect(JSON.parse(await read(count)).meta.pagination.total).toBe(0);
});

test('the previews of an earlier order and of a deleted dish show them on the menu', async () => {
  /** Looks at a version; returns the address without its token, and the sides in their order. */
  const look = async (version: VersionSummary | undefined) => {
    const { url } = await owner.send<{ url: string }>('GET', `/versions/${version?.id}/look`);
    const token = await owner.lookAtVersion(version);
    const { body } = await cms.readInPreview(`${SIDES}?status=draft`, token);
    const { data }: { data: { documentId: string; position: number }[] } = JSON.parse(body);
    const sides = data.toSorted((one, other) => one.position - other.position);
    return { url, ids: sides.map(({ documentId }) => documentId) };
  };
  const ids = (await owner.listItems('menu-side')).map(({ id }) => id);
  await owner.move('menu-side', ids.toReversed());
  const isOrder = ({ uid, kind }: VersionSummary) => uid.endsWith('menu-side') && kind === 'order';
  const earlier = await look((await owner.listMenuVersions()).findLast(isOrder));
  expect(earlier).toEqual({ url: expect.stringMatching(/\/menu#.*&at=menu-sides&from=\d/), ids });
  await owner.delete(FRIES);
  const deleted = await look((await owner.listVersions(FRIES))[0]);
  expect(deleted.url).toMatch(/\/menu#.*&at=hand-cut-fries&until=\d/);
  expect(deleted.ids).toContain('hand-cut-fries');
});
