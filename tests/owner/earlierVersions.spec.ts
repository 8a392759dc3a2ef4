import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { toRequest } from '../../cms/src/shared/requests/changeCommands.ts';
import { expectOnSite } from '../support/expectOnSite.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { expect, type Stack, test } from '../support/stack.ts';

const STORY = 'home-story-1';
const VERSIONS = `/versions?uid=api::homepage.homepage&documentId=${STORY}`;

interface Version {
  id: number;
  change: string;
  isCurrent: boolean;
}

const readJson = async (stack: Stack, path: string) => (await stack.asAdmin('GET', path)).json();

const listVersions = (stack: Stack): Promise<Version[]> => readJson(stack, VERSIONS);

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the owner undoes a published mistake with three taps from the first screen, takes that back, and looks at a version', async ({
    page,
    editableStack: stack,
  }) => {
    const [before] = await listVersions(stack);
    const { content } = await readJson(stack, `/versions/${before?.id}`);
    await stack.publish('homepage', STORY, { description: 'This was published by mistake.' });
    await openAdmin(page, stack);
    // The links of the first screen are tested with it.
    await page.getByRole('link', { name: 'First story' }).tap();
    await expect(page.getByLabel('Text')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Earlier versions' })).toBeVisible();
    expect(await listMisfits(page, true)).toEqual([]);
    await page.getByRole('link', { name: 'Earlier versions' }).tap();
    const items = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
    const mistake = items.first();
    // The day is another one when midnight passes before the list is there.
    await expect(mistake).toContainText(
      /^(Today|\w+, \w+ \d+(, \d+)?), \d+:\d\d [ap]m by .+Text: “.+” → “This was published by mistake\.”/,
    );
    await expect(mistake).toContainText('On the site now');
    await expect(mistake.getByRole('button')).toHaveCount(0);
    await expect(page.getByText('Home: first story block')).toBeVisible();
    expect(await listMisfits(page, true)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await listAxeViolations(page), colorScheme).toEqual([]);
    }

    await items.nth(1).getByRole('button', { name: 'Bring back' }).tap();
    const done = page.getByRole('status').filter({ hasText: 'Done: the site shows this version.' });
    await expect(done).toBeVisible();
    await expectOnSite(stack, '/', 'This was published by mistake.', false);
    await expect(items).toHaveCount(3);
    await expect(items.first()).toContainText('On the site now');
    expect(await listAxeViolations(page)).toEqual([]);
    expect(await listMisfits(page, true)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(page.getByText('Done: the site is as it was before.')).toBeVisible();
    await expectOnSite(stack, '/', 'This was published by mistake.');

    // Only the address of the site is another one here, because its port is chosen when it starts.
    await page.route(`**/versions/${before?.id}/look`, async (route) => {
      const { pathname, hash } = new URL((await (await route.fetch()).json()).url);
      await route.fulfill({ json: { url: stack.site + pathname + hash } });
    });
    const opened = page.context().waitForEvent('page');
    await items.last().getByRole('button', { name: 'Look' }).tap();
    const site = await opened;
    await expect(site.getByRole('status')).toContainText('This is how it was from');
    await expect(site.getByText(content.description.split('\n')[0])).toBeAttached();
    await expect(site.getByText('This was published by mistake.')).toHaveCount(0);
  });

  test('the owner reads what bringing a name back changes, before and after, and is offered no press that changes nothing', async ({
    page,
    editableStack: stack,
  }) => {
    const uid = 'api::website-name.website-name';
    const { data } = await readJson(stack, `/content-manager/single-types/${uid}`);
    const link = (label: string) => ({ label, address: 'https://tables.example/' });
    await stack.publish('website-name', undefined, {
      websiteName: 'The Old Table',
      links: [link('Reserve')],
    });
    await stack.publish('website-name', undefined, { websiteName: 'Scioto Table', links: [link('Order')] });
    const notice = { text: 'Come in', until: '2099-01-01T12:00:00.000Z' };
    await stack.publish('website-name', undefined, { notice });
    await openAdmin(page, stack);
    await page.goto(`${stack.cms}/admin/versions/${uid}/${data.documentId}`);
    const items = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
    await expect(items).toHaveCount(4);
    await expect(items.nth(0)).toContainText('On the site now');
    await expect(items.nth(1)).toContainText(
      'Nothing to bring back: the site shows the same. Stays as it is now: Notice.',
    );
    await expect(items.nth(1).getByRole('button')).toHaveText(['Look']);
    const changes = 'Name: “Scioto Table” → “The Old Table”; Links: “Order” → “Reserve”.';
    await expect(items.nth(2)).toContainText(
      `Bringing it back changes: ${changes} Stays as it is now: Notice.`,
    );
    expect(await listMisfits(page, true)).toEqual([]);
    expect(await listAxeViolations(page)).toEqual([]);

    await items.nth(2).getByRole('button', { name: 'Bring back' }).tap();
    await expect(page.getByRole('status').filter({ hasText: 'Done' })).toHaveText(
      `Done: the site shows this version. Changed: ${changes} Stays as it is now: Notice.`,
    );
    await expectOnSite(stack, '/', 'Come in');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Done: the site is as it was before.')).toBeVisible();
    await expectOnSite(stack, '/', 'The Old Table', false);
  });
});

test('a hundred versions are all in the list', async ({ page, stack }) => {
  const [newest] = await listVersions(stack);
  const versions = Array.from({ length: 100 }, (_, index) => ({
    ...newest,
    id: 1_000 - index,
    change: `Change ${100 - index}`,
    isCurrent: index === 0,
  }));
  await page.route('**/versions?*', (route) => route.fulfill({ json: versions }));
  await openAdmin(page, stack);
  await page.goto(`${stack.cms}/admin/versions/api::homepage.homepage/${STORY}`);
  const items = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
  await expect(items).toHaveCount(100);
  await expect(items.first().getByText('Change 100', { exact: true })).toBeVisible();
  await expect(items.last().getByText('Change 1', { exact: true })).toBeVisible();
  await expect(items.last().getByRole('button', { name: 'Bring back' })).toBeVisible();
});

test('the list is used with the keyboard alone, and says why nothing came back', async ({
  page,
  editableStack: stack,
}) => {
  await stack.publish('homepage', STORY, { description: 'A second text.' });
  const [, earlier] = await listVersions(stack);
  await openAdmin(page, stack);
  await page.goto(`${stack.cms}/admin/content-manager/collection-types/api::homepage.homepage/${STORY}`);
  await page.getByRole('link', { name: 'Earlier versions' }).press('Enter');
  const bringBack = page.getByRole('button', { name: 'Bring back' });
  await expect(bringBack).toBeVisible();
  await page.route('**/bring-back', (route) => route.abort(), { times: 1 });
  while (!(await bringBack.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^It is not certain that this worked/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expectOnSite(stack, '/', 'A second text.', false);
  await page.route('**/bring-back', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^It is not certain that this worked/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Done: the site is as it was before.')).toBeVisible();
  await expect(bringBack.last()).toBeFocused();
  await expectOnSite(stack, '/', 'A second text.');

  // Another window has deleted what this one lists.
  await page.route(`**/versions/${earlier?.id}`, (route) =>
    route.fulfill({ status: 404, json: { error: { status: 404, name: 'NotFoundError', message: 'Gone.' } } }),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText('Gone.')).toBeVisible();
  await page.route('**/look', (route) =>
    route.fulfill({
      status: 403,
      json: { error: { status: 403, name: 'ForbiddenError', message: 'Forbidden' } },
    }),
  );
  await page.getByRole('button', { name: 'Look' }).last().press('Enter');
  await expect(page.getByText(/^Your account may not do this\./)).toBeVisible();
});

const createPhotograph = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Uploads a photograph, or with an id replaces one. */
async function upload(stack: Stack, background: string, id?: number): Promise<{ id: number; url: string }> {
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(await createPhotograph(background))]), 'hearth.jpg');
  form.append('fileInfo', JSON.stringify({ name: 'hearth.jpg', alternativeText: 'The hearth' }));
  const response = await stack.asAdmin('POST', id ? `/upload?id=${id}` : '/upload', form);
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
  return [answer].flat()[0];
}

test('a picture that was replaced or deleted stays in the versions that show it, until it is deleted for good', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const readFile = async (url: string) =>
    Buffer.from(await (await fetch(stack.cms + url)).arrayBuffer()).toString('base64');
  const readVersion = async (id = 0) => {
    const { content, lost } = await readJson(stack, `/versions/${id}`);
    return { pictures: content.images, lost };
  };
  const shownPictures = async () => {
    const answer = await fetch(`${stack.cms}/api/homepages/${STORY}?populate=images`);
    return (await answer.json()).data.images.map(({ url }: { url: string }) => url);
  };

  const red = await upload(stack, '#a33');
  const redBytes = await readFile(red.url);
  await stack.publish('homepage', STORY, { images: [red.id] });
  const blue = await upload(stack, '#33a', red.id);
  expect(blue).toMatchObject({ id: red.id, url: red.url });
  const blueBytes = await readFile(blue.url);
  expect(blueBytes).not.toBe(redBytes);

  const [replaced, published] = await listVersions(stack);
  expect(replaced).toMatchObject({ change: 'Picture: replaced', isCurrent: true });
  expect((await readVersion(replaced?.id)).pictures).toMatchObject([{ id: red.id }]);
  const [kept] = (await readVersion(published?.id)).pictures;
  expect(await readFile(kept.url)).toBe(redBytes);
  expect(Object.keys(kept.formats)).toContain('avif_400');
  for (const { url } of Object.values<{ url: string }>(kept.formats))
    expect((await fetch(stack.cms + url)).status, url).toBe(200);

  const { undo } = await (await stack.asAdmin('POST', `/versions/${published?.id}/bring-back`, {})).json();
  expect(await shownPictures()).toEqual([kept.url]);
  const request = toRequest(undo);
  await stack.asAdmin(request.method, request.path, request.body);
  expect(await shownPictures()).toEqual([blue.url]);

  await stack.publish('homepage', STORY, { images: [] });
  expect((await stack.asAdmin('DELETE', `/upload/files/${blue.id}`)).status).toBe(200);
  expect((await stack.asAdmin('GET', `/upload/files/${blue.id}`)).status).toBe(404);
  const afterDeletion = await readVersion(replaced?.id);
  expect(afterDeletion.lost).toEqual([]);
  expect(await readFile(afterDeletion.pictures[0].url)).toBe(blueBytes);

  const [folder] = (await readJson(stack, '/upload/folders')).data;
  expect(folder).toMatchObject({ name: 'Kept for earlier versions', files: { count: 2 } });
  await stack.asAdmin('POST', '/upload/actions/bulk-delete', { folderIds: [folder.id] });
  expect(await readVersion(replaced?.id)).toEqual({
    pictures: [],
    lost: ['The picture “hearth.jpg” was deleted.'],
  });
  expect((await fetch(stack.cms + kept.url)).status).toBe(404);
});
