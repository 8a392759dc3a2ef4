import { toRequest } from '../../cms/src/shared/requests/changeCommands.ts';
import type { BringBackAnswer, Version, VersionSummary } from '../../cms/src/versions/version.ts';
import { type EntryId, listVersions, pathOf, publishInCms, send } from '../support/entries.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { createPicture, createUploadForm } from '../support/pictures.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const STORY = { uid: 'api::homepage.homepage', documentId: 'home-story-1' } as const;
const NAME = { uid: 'api::website-name.website-name', documentId: 'website-name' } as const;
const MISTAKE = 'This was published by mistake.';
const UNCERTAIN = /^It is not certain/;
const UNDONE = /^Done: .*as it was/;

const itemsOf = (page: Page) => page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
const bringBackOf = (page: Page) => page.getByRole('button', { name: 'Bring back' });
const undoOf = (page: Page) => page.getByRole('button', { name: 'Undo' });

/** Opens the screen of an entry's versions by its address. */
async function openVersions(page: Page, stack: Stack, { uid, documentId }: EntryId): Promise<void> {
  await page.goto(`${stack.cms}/admin/versions/${uid}/${documentId}`);
  await submitSignInForm(page);
  await expect(itemsOf(page).first()).toBeVisible();
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the owner undoes a published mistake with three taps from the first screen', async ({
    page,
    editableStack: stack,
  }) => {
    await publishInCms(stack, STORY, { description: MISTAKE });
    await openAdmin(page, stack);
    const items = itemsOf(page);

    await test.step('two taps lead to the list, with the mistake at its top', async () => {
      // The links of the first screen are tested with it.
      await page.getByRole('link', { name: 'First story' }).tap();
      await page.getByRole('link', { name: 'Earlier versions' }).tap();
      await expect(page.getByText('Home: first story block')).toBeVisible();
      const mistake = items.first();
      await expect(mistake).toContainText(
        /\d+:\d\d [ap]m by Administrator.*Text: “.+” → “This was published by mistake\.”/,
      );
      await expect(mistake).toContainText('On the site now');
      await expect(mistake.getByRole('button')).toHaveCount(0);
    });

    await test.step('the third tap brings the version before it back', async () => {
      await bringBackOf(page).tap();
      await expect(page.getByText(/^Done: .*: Text: “This was published by mistake\.” → “.+”/)).toBeVisible();
      await expect(items).toHaveCount(3);
      await expect(items.first()).toContainText('On the site now');
      expect(await stack.readContent('homepage')).not.toContain(MISTAKE);
    });

    await test.step('the list fits on the screen and has no accessibility violations', async () => {
      expect(await listMisfits(page, true)).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await listAxeViolations(page), colorScheme).toEqual([]);
      }
    });

    await test.step('another tap undoes that', async () => {
      await undoOf(page).tap();
      await expect(page.getByText(UNDONE)).toBeVisible();
      expect(await stack.readContent('homepage')).toContain(MISTAKE);
    });
  });
});

test('the list is used with the keyboard alone', async ({ page, editableStack: stack }) => {
  await publishInCms(stack, STORY, { description: 'A second text.' });
  const [, earlier] = await listVersions(stack, STORY);
  await openVersions(page, stack, STORY);
  const bringBack = bringBackOf(page);
  const undo = undoOf(page);
  const loseNextRequest = () => page.route('**/bring-back', (route) => route.abort(), { times: 1 });

  await test.step('Enter on a button whose request is lost says so', async () => {
    await loseNextRequest();
    while (!(await bringBack.evaluate((button) => button === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText(UNCERTAIN)).toBeVisible();
  });

  await test.step('Enter once more brings the version back and focuses Undo', async () => {
    await page.keyboard.press('Enter');
    await expect(undo).toBeFocused();
    expect(await stack.readContent('homepage')).not.toContain('A second text.');
  });

  await test.step('Undo stays focused when its request is lost', async () => {
    await loseNextRequest();
    await page.keyboard.press('Enter');
    await expect(page.getByText(UNCERTAIN)).toBeVisible();
    await expect(undo).toBeFocused();
  });

  await test.step('Enter once more undoes it and focuses Bring back', async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByText(UNDONE)).toBeVisible();
    await expect(bringBack.last()).toBeFocused();
    expect(await stack.readContent('homepage')).toContain('A second text.');
  });

  await test.step('the answer of the CMS tells why nothing came back', async () => {
    // As after a deletion in another window.
    await page.route(`**/versions/${earlier?.id}`, (route) =>
      route.fulfill({
        status: 404,
        json: { error: { status: 404, name: 'NotFoundError', message: 'Gone.' } },
      }),
    );
    await page.keyboard.press('Enter');
    await expect(page.getByText('Gone.')).toBeVisible();
  });

  await test.step('Look tells that the account may not do this', async () => {
    await page.route('**/look', (route) =>
      route.fulfill({
        status: 403,
        json: { error: { status: 403, name: 'ForbiddenError', message: 'Forbidden' } },
      }),
    );
    await page.getByRole('button', { name: 'Look' }).last().press('Enter');
    await expect(page.getByText(/^Your account may not/)).toBeVisible();
  });
});

const CHANGES = 'Name: “Scioto Table” → “The Old Table”; Links: “Order” → “Reserve”';

/** A hundred versions, of which the first is current, the second has only another notice, and the third another name, too. */
function createVersions(): VersionSummary[] {
  const texts = [{}, { restores: '', stays: 'Notice' }, { restores: CHANGES, stays: 'Notice' }];
  return Array.from({ length: 100 }, (_, index) => ({
    ...NAME,
    id: 1_000 - index,
    kind: 'publish',
    time: '2026-06-01T12:00:00.000Z',
    when: 'Monday, June 1 at 8:00 am',
    author: 'Administrator',
    change: `Change ${100 - index}`,
    isCurrent: index === 0,
    ...(texts[index] ?? { restores: 'Name: “Scioto Table” → “The First Table”' }),
  }));
}

test('the list says what bringing back each of a hundred versions changes', async ({ page, stack }) => {
  const versions = createVersions();
  const oldName = versions[2];
  await page.route('**/versions?*', (route) => route.fulfill({ json: versions }));
  await openVersions(page, stack, NAME);
  const items = itemsOf(page);

  await test.step('all of them are in the list', async () => {
    await expect(items).toHaveCount(100);
    await expect(items.first().getByText('Change 100', { exact: true })).toBeVisible();
    await expect(items.last().getByText('Change 1', { exact: true })).toBeVisible();
    await expect(bringBackOf(page)).toHaveCount(98);
  });

  await test.step('one that would change nothing can only be looked at', async () => {
    const same = items.nth(1);
    await expect(same).toContainText(/Nothing to bring back.*Stays.*: Notice\./);
    await expect(same.getByRole('button')).toHaveText(['Look']);
  });

  await test.step('another one says what would change and what would stay', async () => {
    await expect(items.nth(2)).toContainText(`changes: ${CHANGES}. Stays`);
    await expect(items.nth(2)).toContainText(/Stays.*: Notice\./);
  });

  await test.step('once it is back, it says what has changed, what has stayed and what is lost', async () => {
    const version: Partial<Version> = { lost: ['The old logo was deleted.'] };
    const answer: BringBackAnswer = { undo: { type: 'bringBack', version: 1_000 }, change: CHANGES };
    await page.route(`**/versions/${oldName?.id}`, (route) => route.fulfill({ json: version }));
    await page.route(`**/versions/${oldName?.id}/bring-back`, (route) => route.fulfill({ json: answer }));
    await items.nth(2).getByRole('button', { name: 'Bring back' }).click();
    const status = items.nth(2).getByRole('status');
    await expect(status).toContainText(`Changed: ${CHANGES}. Stays`);
    await expect(status).toHaveText(/^Done: .*: Notice\. The old logo was deleted\.$/);
  });

  await test.step('Look opens the page of the site in a new tab, which can’t change the admin', async () => {
    const url = `${stack.site}/healthz#preview=token`;
    await page.route(`**/versions/${oldName?.id}/look`, (route) => route.fulfill({ json: { url } }));
    const opened = page.context().waitForEvent('page');
    await items.nth(2).getByRole('button', { name: 'Look' }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(url);
    expect(await tab.evaluate(() => window.opener)).toBe(null);
  });
});

interface Picture {
  id: number;
  url: string;
  formats: Record<string, { url: string }>;
}

/** Uploads a picture of one colour, or with an id replaces one. */
async function upload(stack: Stack, background: string, replacedId?: number): Promise<Picture> {
  const form = createUploadForm(
    { name: 'hearth.jpg', alternativeText: 'The hearth' },
    await createPicture(background, 400, 300),
  );
  const response = await stack.asAdmin('POST', replacedId ? `/upload?id=${replacedId}` : '/upload', form);
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(replacedId ? 200 : 201);
  return [answer].flat()[0];
}

test('a picture that is replaced or deleted stays in the versions that show it', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const readFile = async (url: string) =>
    Buffer.from(await (await fetch(stack.cms + url)).arrayBuffer()).toString('base64');
  const readVersion = async (version: VersionSummary | undefined) => {
    const { content, lost } = await send<{ content: { images: Picture[] }; lost: string[] }>(
      stack,
      'GET',
      `/versions/${version?.id}`,
    );
    return { pictures: content.images, lost };
  };
  const listShownPictures = async () => {
    const answer = await send<{ data: { images: Picture[] } }>(
      stack,
      'GET',
      `${pathOf(STORY)}?status=published`,
    );
    return answer.data.images.map(({ url }) => url);
  };

  const red = await upload(stack, '#a33');
  const redBytes = await readFile(red.url);
  await publishInCms(stack, STORY, { images: [red.id] });
  const blue = await upload(stack, '#33a', red.id);
  expect(blue).toMatchObject({ id: red.id, url: red.url });
  const blueBytes = await readFile(blue.url);
  expect(blueBytes).not.toBe(redBytes);
  const [replaced, published] = await listVersions(stack, STORY);
  const kept = (await readVersion(published)).pictures[0];
  if (!kept) throw new Error('the version has no picture');

  await test.step('a replacement is a version, and the one before has a copy of the file and its formats', async () => {
    expect(replaced).toMatchObject({ change: 'Picture: replaced', isCurrent: true });
    expect((await readVersion(replaced)).pictures).toMatchObject([{ id: red.id }]);
    expect(await readFile(kept.url)).toBe(redBytes);
    expect(Object.keys(kept.formats)).toContain('avif_400');
    for (const { url } of Object.values(kept.formats))
      expect((await fetch(stack.cms + url)).status, url).toBe(200);
  });

  await test.step('bringing the version back shows the copy, and undoing that the replacement', async () => {
    const path = `/versions/${published?.id}/bring-back`;
    const { undo } = await send<BringBackAnswer>(stack, 'POST', path, {});
    expect(await listShownPictures()).toEqual([kept.url]);
    if (!undo) throw new Error('there is nothing to undo');
    const request = toRequest(undo);
    await send(stack, request.method, request.path, request.body);
    expect(await listShownPictures()).toEqual([blue.url]);
  });

  await test.step('a deleted picture stays in its version', async () => {
    await publishInCms(stack, STORY, { images: [] });
    expect((await stack.asAdmin('DELETE', `/upload/files/${blue.id}`)).status).toBe(200);
    expect((await stack.asAdmin('GET', `/upload/files/${blue.id}`)).status).toBe(404);
    const { pictures, lost } = await readVersion(replaced);
    expect(lost).toEqual([]);
    expect(await readFile(pictures[0]?.url ?? '')).toBe(blueBytes);
  });

  await test.step('it is lost once it is deleted from the folder of kept pictures', async () => {
    const answer = await send<{ data: { id: number }[] }>(stack, 'GET', '/upload/folders');
    const [folder] = answer.data;
    expect(folder).toMatchObject({ name: 'Kept for earlier versions', files: { count: 2 } });
    await send(stack, 'POST', '/upload/actions/bulk-delete', { folderIds: [folder?.id] });
    expect(await readVersion(replaced)).toEqual({
      pictures: [],
      lost: [expect.stringMatching(/picture “hearth\.jpg” was deleted/)],
    });
    expect((await fetch(stack.cms + kept.url)).status).toBe(404);
  });
});
