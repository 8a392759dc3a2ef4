import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { clickPublish, openAdmin } from '../support/openAdmin.ts';
import { expect, type Stack, test } from '../support/stack.ts';

const HEIC = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(2_000, 7),
]);
const HEIC_NOT_SUPPORTED =
  /^“.+” is an HEIC photograph, which most browsers can’t show: export it as a JPEG \(Mac: /;
const NOT_A_PICTURE = /^“.+” is no picture that the site can show: choose a JPEG, PNG, WebP or AVIF\.$/;
const DAMAGED = /^“.+” is damaged, or of a kind that can’t be read: /;

/** A JPEG large enough to be truncated in the middle of its image data. */
const photograph = () =>
  sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      background: '#a33',
      noise: { type: 'gaussian', sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

/** A JPEG of a few kilobytes whose header claims other dimensions. */
async function photographWithSize(width: number, height: number): Promise<Buffer> {
  const bytes = await photograph();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

async function upload(stack: Stack, name: string, bytes: Uint8Array, path = '/upload') {
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(bytes)]), name);
  form.append('fileInfo', JSON.stringify({ name }));
  const response = await stack.asAdmin('POST', path, form);
  return { status: response.status, body: await response.json() };
}

/** How many files the media library lists, and the names of those on the disk. */
const storedFiles = async (stack: Stack) => ({
  library: (await (await stack.asAdmin('GET', '/upload/files?pageSize=100')).json()).pagination.total,
  files: readdirSync(join(stack.dataDir, 'public', 'uploads')),
});

test('rejects unsupported, damaged and oversized files with one sentence, and stores nothing of them', async ({
  editableStack: stack,
}) => {
  const whole = await photograph();
  const before = await storedFiles(stack);
  const [picture] = (await (await stack.asAdmin('GET', '/upload/files?pageSize=100')).json()).results;
  for (const [name, bytes, sentence] of [
    ['IMG_1.HEIC', HEIC, HEIC_NOT_SUPPORTED],
    ['renamed.jpg', HEIC, HEIC_NOT_SUPPORTED],
    ['menu.pdf', Buffer.from('%PDF-1.7'), NOT_A_PICTURE],
    ['menu.jpg', Buffer.from('%PDF-1.7'), NOT_A_PICTURE],
    ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), NOT_A_PICTURE],
    ['logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), NOT_A_PICTURE],
    ['words.jpg', Buffer.from('Only words'), NOT_A_PICTURE],
    ['page.html', whole, NOT_A_PICTURE],
    ['half.jpg', whole.subarray(0, whole.length >> 1), DAMAGED],
    ['beginning.jpg', whole.subarray(0, 60), DAMAGED],
    ['empty.jpg', Buffer.alloc(0), /empty/],
    [
      'bomb.jpg',
      await photographWithSize(30_000, 30_000),
      /^“bomb.jpg” is too large, with 30000 × 30000 pixels: /,
    ],
    [
      'big.jpg',
      Buffer.concat([whole, Buffer.alloc(40_000_000 - whole.length)]),
      /^This file has 40 MB, and a picture may have 30 MB/,
    ],
  ] as const) {
    for (const path of ['/upload', `/upload?id=${picture.id}`, '/upload/files']) {
      const { status, body } = await upload(stack, name, bytes, path);
      expect(status, `${name} ${path}`).toBe(name === 'big.jpg' ? 413 : 400);
      expect(body.error.message, `${name} ${path}`).toMatch(sentence);
      expect(JSON.stringify(body)).not.toMatch(/node_modules|\.js:/);
    }
  }
  expect(await storedFiles(stack)).toEqual(before);
  // A file that can't be parsed is deleted after the response.
  await expect.poll(() => stack.temporaryFiles).toEqual([]);
});

test('rejects an upload of several files as a whole when one is not supported, and names that file', async ({
  editableStack: stack,
}) => {
  const before = await storedFiles(stack);
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(await photograph())]), 'good.jpg');
  form.append('files', new Blob([Uint8Array.from(HEIC)]), 'bad.heic');
  const response = await stack.asAdmin('POST', '/upload', form);
  expect(response.status).toBe(400);
  expect((await response.json()).error.message).toContain('“bad.heic”');
  expect(await storedFiles(stack)).toEqual(before);
});

test('accepts JPEG, PNG, WebP and AVIF photographs', async ({ editableStack: stack }) => {
  const image = sharp(await photograph());
  for (const [name, bytes] of [
    ['a.jpg', await image.clone().jpeg().toBuffer()],
    ['b.JPEG', await image.clone().jpeg({ progressive: true }).toBuffer()],
    ['c.png', await image.clone().png().toBuffer()],
    ['d.webp', await image.clone().webp().toBuffer()],
    ['e.avif', await image.clone().avif({ effort: 0 }).toBuffer()],
  ] as const) {
    const { status, body } = await upload(stack, name, bytes);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body[0], name).toMatchObject({ width: 600, height: 400 });
  }
});

test('saves an entry whose picture has no alternative text, and refuses to publish it', async ({
  editableStack: stack,
}) => {
  const { body } = await upload(stack, 'dish.jpg', await photograph());
  const [{ id }] = body;
  const story = '/content-manager/collection-types/api::homepage.homepage/home-story-1';
  expect((await stack.asAdmin('PUT', story, { images: [id] })).status).toBe(200);
  const refused = await stack.asAdmin('POST', `${story}/actions/publish`, { images: [id] });
  expect(refused.status).toBe(400);
  expect((await refused.json()).error.message).toMatch(
    /^“dish.jpg” has no alternative text yet: press the pencil/,
  );

  const fileInfo = { alternativeText: 'A bowl of chili' };
  const form = new FormData();
  form.append('fileInfo', JSON.stringify(fileInfo));
  expect((await stack.asAdmin('POST', `/upload?id=${id}`, form)).status).toBe(200);
  expect((await stack.asAdmin('POST', `${story}/actions/publish`, { images: [id] })).status).toBe(200);
});

test('refuses to delete a picture, alone or with others, until no draft or published entry uses it', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const story = '/content-manager/collection-types/api::homepage.homepage/home-story-1';
  const folder = await stack.asAdmin('POST', '/upload/folders', { name: 'Dishes', parent: null });
  const { id: folderId } = (await folder.json()).data;
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(await photograph())]), 'chili.jpg');
  const fileInfo = { name: 'chili.jpg', alternativeText: 'A bowl of chili', folder: folderId };
  form.append('fileInfo', JSON.stringify(fileInfo));
  const [{ id: used, url }] = await (await stack.asAdmin('POST', '/upload', form)).json();
  const [{ id: unused }] = (await upload(stack, 'spare.jpg', await photograph())).body;
  await stack.publish('homepage', 'home-story-1', { images: [used] });

  const attempts = [
    ['DELETE', `/upload/files/${used}`, undefined],
    ['POST', '/upload/actions/bulk-delete', { fileIds: [unused, used] }],
    ['POST', '/upload/actions/bulk-delete', { folderIds: [folderId] }],
    ['POST', '/upload/actions/bulk-delete', { fileIds: [unused], folderIds: [folderId] }],
  ] as const;
  const before = await storedFiles(stack);
  const expectRefusals = async () => {
    for (const [method, path, body] of attempts) {
      const response = await stack.asAdmin(method, path, body);
      expect(response.status, `${method} ${path} ${JSON.stringify(body)}`).toBe(400);
      expect((await response.json()).error.message).toBe(
        '“chili.jpg” is in use (Home: first story block): take it out there and publish, then delete it here.',
      );
    }
    expect(await storedFiles(stack)).toEqual(before);
  };
  await expectRefusals();
  expect(await (await fetch(stack.site)).text()).toContain(url);

  // Removed from the draft only: the published entry still shows the picture.
  expect((await stack.asAdmin('PUT', story, { images: [] })).status).toBe(200);
  await expectRefusals();
  await stack.publish('homepage', 'home-story-1', { images: [] });
  expect((await stack.asAdmin('DELETE', `/upload/files/${unused}`)).status).toBe(200);
  expect((await stack.asAdmin(...attempts[2])).status).toBe(200);
  expect((await stack.asAdmin('GET', `/upload/files/${used}`)).status).toBe(404);

  const { logo } = (await (await fetch(`${stack.cms}/api/website-name?populate=logo`)).json()).data;
  const refused = await stack.asAdmin('DELETE', `/upload/files/${logo.id}`);
  expect((await refused.json()).error.message).toContain('is in use (Name and logo)');
});

test('deletes several pictures of earlier versions together, and none when one of them can’t be kept', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const pictures: { id: number; hash: string; url: string }[] = [];
  for (const name of ['hearth.jpg', 'bread.jpg']) {
    const form = new FormData();
    form.append('files', new Blob([Uint8Array.from(await photograph())]), name);
    form.append('fileInfo', JSON.stringify({ name, alternativeText: 'A dish' }));
    const [picture] = await (await stack.asAdmin('POST', '/upload', form)).json();
    pictures.push(picture);
    await stack.publish('homepage', 'home-story-1', { images: [picture.id] });
  }
  await stack.publish('homepage', 'home-story-1', { images: [] });
  const fileIds = pictures.map(({ id }) => id);
  const [hearth, bread] = pictures.map(({ hash }) => join(stack.dataDir, 'public', 'uploads', `${hash}.jpg`));
  if (!hearth || !bread) throw new Error('the pictures were not uploaded');
  const deleteBoth = () => stack.asAdmin('POST', '/upload/actions/bulk-delete', { fileIds });

  // A folder in the place of the file: it can't be copied.
  renameSync(bread, `${bread}.away`);
  mkdirSync(bread);
  const before = await storedFiles(stack);
  const refused = await deleteBoth();
  expect([refused.status, (await refused.json()).error.message]).toEqual([
    400,
    '“bread.jpg” can’t be kept for the earlier versions that show it, so nothing has changed. Ask whoever looks after the site.',
  ]);
  expect(await storedFiles(stack)).toEqual(before);

  rmdirSync(bread);
  renameSync(`${bread}.away`, bread);
  expect((await deleteBoth()).status).toBe(200);
  const names = (await (await stack.asAdmin('GET', '/upload/folders')).json()).data;
  expect(names).toMatchObject([{ name: 'Kept for earlier versions', files: { count: 2 } }]);
  for (const path of [hearth, bread]) expect(existsSync(path)).toBe(false);
});

test('rejects an empty alternative text while an entry shows the picture, and accepts it afterwards', async ({
  editableStack: stack,
}) => {
  const story = '/content-manager/collection-types/api::homepage.homepage/home-special-1';
  const [{ id, name, alternativeText }] = (await (await stack.asAdmin('GET', story)).json()).data.images;
  const change = async (fileInfo: object, file?: Buffer, method = 'POST', path = `/upload?id=${id}`) => {
    const form = new FormData();
    form.append('fileInfo', JSON.stringify(fileInfo));
    if (file) form.append('files', new Blob([Uint8Array.from(file)]), 'other.jpg');
    const response = await stack.asAdmin(method, path, form);
    return { status: response.status, message: (await response.json()).error?.message };
  };
  const storedText = async () =>
    (await (await stack.asAdmin('GET', `/upload/files/${id}`)).json()).alternativeText;
  const refused = {
    status: 400,
    message: `“${name}” is in use (Home: happy hour sign), so its alternative text can’t be empty: write what the picture shows, for guests who can’t see it.`,
  };
  const otherFile = await photograph();
  for (const empty of ['', '  ', null]) {
    const fileInfo = { name, alternativeText: empty };
    expect(await change(fileInfo)).toEqual(refused);
    expect(await change(fileInfo, undefined, 'PUT', `/upload/files/${id}`)).toEqual(refused);
    expect(await change(fileInfo, otherFile)).toEqual(refused);
    expect(await change(fileInfo, otherFile, 'POST', `/upload/files/${id}/replace`)).toEqual(refused);
  }
  const bulkUpdate = await stack.asAdmin('POST', '/upload/actions/bulk-update', {
    updates: [{ id, fileInfo: { name, alternativeText: '' } }],
  });
  expect((await bulkUpdate.json()).error.message).toBe(refused.message);
  expect(await storedText()).toBe(alternativeText);

  expect(await change({ name, alternativeText: 'A new sentence' })).toMatchObject({
    status: 200,
  });
  expect(await change({ name, caption: 'Only a caption' })).toMatchObject({
    status: 200,
  });
  expect(await change({ name }, otherFile)).toMatchObject({ status: 200 });
  expect(await storedText()).toBe('A new sentence');

  await stack.publish('homepage', 'home-special-1', { images: [] });
  expect(await change({ name, alternativeText: '' })).toMatchObject({ status: 200 });
  expect(await storedText()).toBe('');
});

test('stores the alternative text that the owner types in the media library, and tells her why it can’t be empty', async ({
  editableStack: stack,
  page,
}) => {
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Photographs', exact: true }).click();
  await page.getByRole('button', { name: 'ribeye' }).first().click();
  const text = page.getByLabel('Alternative text');
  await text.fill('A steak with rosemary');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved: the site shows it in a moment')).toBeVisible();
  const homepage = () =>
    fetch(`${stack.cms}/api/homepages?populate=images`).then((response) => response.text());
  expect(await homepage()).toContain('A steak with rosemary');

  await text.fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('so its alternative text can’t be empty')).toBeVisible();
  expect(await homepage()).toContain('A steak with rosemary');
});

test('the admin shows the owner the error messages while she uploads and publishes', async ({
  editableStack: stack,
  page,
}) => {
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Photographs', exact: true }).click();
  const whole = await photograph();
  const files = {
    'IMG_1.heic': HEIC,
    'half.jpg': whole.subarray(0, whole.length >> 1),
    'big.jpg': Buffer.concat([whole, Buffer.alloc(31_000_000)]),
    'dish.jpg': whole,
    'table.jpg': whole,
  };
  const paths = Object.entries(files).map(([name, bytes]) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, bytes);
    return path;
  });
  await page.locator('input[type=file]').first().setInputFiles(paths);
  const question = page.getByRole('dialog', { name: /^What do(es)? th/ });
  await expect(question.getByLabel('IMG_1.heic')).toHaveCount(0);
  await expect(question.getByLabel('dish.jpg')).toBeVisible();
  // What is written already is kept, however the dialog is closed.
  await question.getByLabel('table.jpg').fill('A table by the window');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listAxeViolations(page, 'dialog'), colorScheme).toEqual([]);
  }
  const writeLater = question.getByRole('button', { name: 'Write it later' });
  while (!(await writeLater.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“IMG_1.heic” is an HEIC photograph')).toBeVisible();
  await expect(page.getByText('“half.jpg” is damaged')).toBeVisible();
  await expect(page.getByText('This file has 32 MB')).toBeVisible();
  await expect(page.getByText('2 pictures added, 3 not: below stands why')).toBeVisible();
  await expect(page.getByRole('button', { name: 'dish.jpg' })).toBeVisible();

  const { results } = await (await stack.asAdmin('GET', '/upload/files?pageSize=100')).json();
  const stored = (name: string) => results.find((file: { name: string }) => file.name === name);
  expect(stored('table.jpg').alternativeText).toBe('A table by the window');
  const images = [stored('dish.jpg').id];
  const story = '/content-manager/collection-types/api::homepage.homepage/home-story-1';
  expect((await stack.asAdmin('PUT', story, { images })).status).toBe(200);
  await page.goto(`${stack.cms}/admin${story}`);
  await clickPublish(page);
  await expect(page.getByText('“dish.jpg” has no alternative text yet')).toBeVisible();
});
