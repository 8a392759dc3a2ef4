import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { type EntryId, pathOf, publishInCms, saveDraft, send } from '../support/entries.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { clickPublish, openAdmin } from '../support/openAdmin.ts';
import { createPicture, createUploadForm } from '../support/pictures.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const STORY: EntryId = { uid: 'api::homepage.homepage', documentId: 'home-story-1' };
const SIGN: EntryId = { ...STORY, documentId: 'home-special-1' };

const HEIC = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(2_000, 7),
]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

/** So small that its formats take little time. */
const createSmallPicture = () => createPicture('#a33', 60, 40);

/** A JPEG large enough to be truncated in the middle of its image data. */
const createPhotograph = () =>
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

const cutInHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

/** A JPEG of a few kilobytes whose header claims other dimensions. */
async function createPhotographWithSize(width: number, height: number): Promise<Buffer> {
  const bytes = await createPhotograph();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

interface Picture {
  id: number;
  url: string;
  hash: string;
}

/** Uploads a picture to the media library. */
async function upload(stack: Stack, fileInfo: Parameters<typeof createUploadForm>[0], bytes?: Buffer) {
  const form = createUploadForm(fileInfo, bytes ?? (await createSmallPicture()));
  const response = await stack.asAdmin('POST', '/upload', form);
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(201);
  const [picture]: [Picture & { width: number; height: number }] = answer;
  return picture;
}

/** Sends a request that may be rejected; returns its status and the sentence for the owner. */
async function sendRequest(stack: Stack, method: string, path: string, body?: unknown) {
  const response = await stack.asAdmin(method, path, body);
  const answer: { error?: { message: string } } = await response.json();
  return { status: response.status, message: answer.error?.message ?? '' };
}

const deletePicture = (stack: Stack, { id }: { id: number }) =>
  sendRequest(stack, 'DELETE', `/upload/files/${id}`);

const deletePictures = (stack: Stack, body: { fileIds?: number[]; folderIds?: number[] }) =>
  sendRequest(stack, 'POST', '/upload/actions/bulk-delete', body);

/** How many files the media library lists, and the names of those on the disk. */
async function listStoredFiles(stack: Stack) {
  const path = '/upload/files?pageSize=100';
  const { pagination } = await send<{ pagination: { total: number } }>(stack, 'GET', path);
  return { library: pagination.total, files: readdirSync(join(stack.dataDir, 'public', 'uploads')) };
}

test('rejects unsupported, damaged and oversized files, and stores nothing of them', async ({
  editableStack: stack,
}) => {
  const whole = await createPhotograph();
  const before = await listStoredFiles(stack);
  // The unit tests of validateImage.ts have more files.
  for (const [name, bytes, message, status] of [
    ['IMG_1.HEIC', HEIC, /^“IMG_1\.HEIC” .*HEIC.*JPEG/, 400],
    ['logo.png', SVG, /^“logo\.png” is no picture.*JPEG, PNG, WebP or AVIF/, 400],
    ['page.html', whole, /^“page\.html” is no picture/, 400],
    ['half.jpg', cutInHalf(whole), /^“half\.jpg” is damaged/, 400],
    ['beginning.jpg', whole.subarray(0, 60), /^“beginning\.jpg” is damaged/, 400],
    ['empty.jpg', Buffer.alloc(0), /empty/, 400],
    [
      'bomb.jpg',
      await createPhotographWithSize(30_000, 30_000),
      /^“bomb\.jpg” is too large.*30000 × 30000 pixels/,
      400,
    ],
    ['big.jpg', Buffer.concat([whole, Buffer.alloc(40_000_000 - whole.length)]), /40 MB.*30 MB/, 413],
  ] as const) {
    const response = await stack.asAdmin('POST', '/upload', createUploadForm({ name }, bytes));
    const text = await response.text();
    expect(response.status, name).toBe(status);
    expect(JSON.parse(text).error.message, name).toMatch(message);
    expect(text, name).not.toMatch(/node_modules|\.js:/);
  }
  expect(await listStoredFiles(stack)).toEqual(before);
  // A file that can't be parsed is deleted after the response.
  await expect.poll(() => stack.temporaryFiles).toEqual([]);
});

test('rejects an unsupported or a damaged file on every route that receives files', async ({
  editableStack: stack,
}) => {
  const { results } = await send<{ results: Picture[] }>(stack, 'GET', '/upload/files');
  const before = await listStoredFiles(stack);
  for (const path of ['/upload', `/upload?id=${results[0]?.id}`, '/upload/files'])
    for (const [name, bytes] of [
      ['photograph.heic', HEIC],
      ['half.jpg', cutInHalf(await createPhotograph())],
    ] as const) {
      const rejected = await sendRequest(stack, 'POST', path, createUploadForm({ name }, bytes));
      expect(rejected, path).toEqual({ status: 400, message: expect.stringContaining(`“${name}”`) });
    }
  expect(await listStoredFiles(stack)).toEqual(before);
});

test('rejects an upload as a whole when one of its files is not supported', async ({
  editableStack: stack,
}) => {
  const before = await listStoredFiles(stack);
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(await createSmallPicture())]), 'good.jpg');
  form.append('files', new Blob([Uint8Array.from(HEIC)]), 'bad.heic');
  const rejected = await sendRequest(stack, 'POST', '/upload', form);
  expect(rejected).toEqual({ status: 400, message: expect.stringContaining('“bad.heic”') });
  expect(await listStoredFiles(stack)).toEqual(before);
});

test('accepts JPEG, PNG, WebP and AVIF photographs', async ({ editableStack: stack }) => {
  const image = sharp(await createSmallPicture());
  for (const [name, bytes] of [
    ['a.jpg', await image.clone().jpeg().toBuffer()],
    ['b.JPEG', await image.clone().jpeg({ progressive: true }).toBuffer()],
    ['c.png', await image.clone().png().toBuffer()],
    ['d.webp', await image.clone().webp().toBuffer()],
    ['e.avif', await image.clone().avif({ effort: 0 }).toBuffer()],
  ] as const)
    expect(await upload(stack, { name }, bytes), name).toMatchObject({ width: 60, height: 40 });
});

test('refuses to publish a picture until it has an alternative text', async ({ editableStack: stack }) => {
  const { id } = await upload(stack, { name: 'dish.jpg' });
  const images = [id];
  const publish = () => sendRequest(stack, 'POST', `${pathOf(STORY)}/actions/publish`, { images });

  await saveDraft(stack, STORY, { images });
  expect(await publish()).toEqual({
    status: 400,
    message: expect.stringMatching(/^“dish\.jpg” has no alternative text.*pencil/),
  });

  const form = createUploadForm({ alternativeText: 'A bowl of chili' });
  expect((await sendRequest(stack, 'POST', `/upload?id=${id}`, form)).status).toBe(200);
  expect((await publish()).status).toBe(200);
});

test('refuses to delete a picture until neither a draft nor a published entry uses it', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const folder = await stack.asAdmin('POST', '/upload/folders', { name: 'Dishes', parent: null });
  const { id: folderId } = (await folder.json()).data;
  const chili = { name: 'chili.jpg', alternativeText: 'A bowl of chili', folder: folderId };
  const used = await upload(stack, chili);
  const unused = await upload(stack, { name: 'spare.jpg' });
  await publishInCms(stack, STORY, { images: [used.id] });
  const before = await listStoredFiles(stack);
  const REFUSED = {
    status: 400,
    message: expect.stringMatching(/^“chili\.jpg” is in use \(Home: first story block\).*take it out/),
  };

  await test.step('it is published', async () => {
    expect(await deletePicture(stack, used)).toEqual(REFUSED);
    for (const request of [
      { fileIds: [unused.id, used.id] },
      { folderIds: [folderId] },
      { fileIds: [unused.id], folderIds: [folderId] },
    ])
      expect(await deletePictures(stack, request), JSON.stringify(request)).toEqual(REFUSED);
    expect(await listStoredFiles(stack)).toEqual(before);
  });

  await test.step('the draft is without it, and the published entry still shows it', async () => {
    await saveDraft(stack, STORY, { images: [] });
    expect(await deletePicture(stack, used)).toEqual(REFUSED);
    expect(await listStoredFiles(stack)).toEqual(before);
  });

  await test.step('nothing uses it', async () => {
    await publishInCms(stack, STORY, { images: [] });
    expect((await deletePicture(stack, unused)).status).toBe(200);
    expect((await deletePictures(stack, { folderIds: [folderId] })).status).toBe(200);
    expect((await stack.asAdmin('GET', `/upload/files/${used.id}`)).status).toBe(404);
  });
});

test('names all places of a picture that it refuses to delete, also in single types', async ({
  editableStack: stack,
}) => {
  const { logo } = JSON.parse(await stack.readContent('website-name')).data;
  expect(await deletePicture(stack, logo)).toEqual({
    status: 400,
    message: expect.stringContaining('“logo” is in use (Home: first story block; Name and logo)'),
  });
});

/** Publishes an entry with one picture after the other, and then without one. */
async function addPicturesToVersions(stack: Stack) {
  const add = async (name: string) => {
    const picture = await upload(stack, { name, alternativeText: 'A dish' });
    await publishInCms(stack, STORY, { images: [picture.id] });
    const path = join(stack.dataDir, 'public', 'uploads', `${picture.hash}.jpg`);
    return { id: picture.id, path };
  };
  const pictures = { hearth: await add('hearth.jpg'), bread: await add('bread.jpg') };
  await publishInCms(stack, STORY, { images: [] });
  return pictures;
}

test('keeps pictures that are deleted together for the earlier versions that show them', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const { hearth, bread } = await addPicturesToVersions(stack);
  expect((await deletePictures(stack, { fileIds: [hearth.id, bread.id] })).status).toBe(200);
  const { data: folders } = await send<{ data: object[] }>(stack, 'GET', '/upload/folders');
  expect(folders).toMatchObject([{ name: 'Kept for earlier versions', files: { count: 2 } }]);
  for (const { path } of [hearth, bread]) expect(existsSync(path)).toBe(false);
});

test('deletes none of several pictures when one of them can’t be kept', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const { hearth, bread } = await addPicturesToVersions(stack);
  // A folder in the place of the file: it can't be copied.
  renameSync(bread.path, `${bread.path}.away`);
  mkdirSync(bread.path);
  const before = await listStoredFiles(stack);
  expect(await deletePictures(stack, { fileIds: [hearth.id, bread.id] })).toEqual({
    status: 400,
    message: expect.stringMatching(/^“bread\.jpg” can’t be kept.*nothing has changed/),
  });
  expect(await listStoredFiles(stack)).toEqual(before);
  rmdirSync(bread.path);
  renameSync(`${bread.path}.away`, bread.path);
});

/** Reads the picture of the happy hour sign as the media library has it. */
async function readSign(stack: Stack) {
  type Sign = { data: { images: [{ id: number; name: string; alternativeText: string }] } };
  const [{ id }] = (await send<Sign>(stack, 'GET', pathOf(SIGN))).data.images;
  return send<Sign['data']['images'][0]>(stack, 'GET', `/upload/files/${id}`);
}

test('rejects an empty alternative text of a picture in use on every route that changes it', async ({
  editableStack: stack,
}) => {
  const before = await readSign(stack);
  const { id, name } = before;
  const otherFile = await createSmallPicture();
  const refused = {
    status: 400,
    message: expect.stringMatching(
      RegExp(`^“${name}” is in use \\(Home: happy hour sign\\).*alternative text can’t be empty`),
    ),
  };
  const expectRefused = async (method: string, path: string, body: unknown) =>
    expect(await sendRequest(stack, method, path, body), `${method} ${path}`).toEqual(refused);
  for (const alternativeText of ['', '  ', null]) {
    const fileInfo = { name, alternativeText };
    await expectRefused('POST', `/upload?id=${id}`, createUploadForm(fileInfo));
    await expectRefused('PUT', `/upload/files/${id}`, createUploadForm(fileInfo));
    await expectRefused('POST', `/upload?id=${id}`, createUploadForm(fileInfo, otherFile));
    await expectRefused('POST', `/upload/files/${id}/replace`, createUploadForm(fileInfo, otherFile));
    await expectRefused('POST', '/upload/actions/bulk-update', { updates: [{ id, fileInfo }] });
  }
  expect(await readSign(stack)).toEqual(before);
});

test('accepts other changes of a picture in use', async ({ editableStack: stack }) => {
  const { id, name } = await readSign(stack);
  const path = `/upload?id=${id}`;
  for (const form of [
    createUploadForm({ name, alternativeText: 'A new sentence' }),
    createUploadForm({ name, caption: 'Only a caption' }),
    createUploadForm({ name }, await createSmallPicture()),
  ])
    expect((await sendRequest(stack, 'POST', path, form)).status).toBe(200);
  expect(await readSign(stack)).toMatchObject({
    alternativeText: 'A new sentence',
    caption: 'Only a caption',
  });
});

test('accepts an empty alternative text of a picture that no entry shows', async ({
  editableStack: stack,
}) => {
  const { id, name } = await readSign(stack);
  await publishInCms(stack, SIGN, { images: [] });
  const form = createUploadForm({ name, alternativeText: '' });
  expect((await sendRequest(stack, 'POST', `/upload?id=${id}`, form)).status).toBe(200);
  const path = `/upload/files/${id}`;
  expect(await send(stack, 'GET', path)).toMatchObject({ alternativeText: '' });
});

const openPhotographs = (page: Page) => page.getByRole('link', { name: 'Photographs', exact: true }).click();

test('the admin tells the owner why a picture needs an alternative text', async ({
  editableStack: stack,
  page,
}) => {
  const { id } = await upload(stack, { name: 'dish.jpg' });
  await saveDraft(stack, STORY, { images: [id] });
  await openAdmin(page, stack);
  const text = page.getByLabel('Alternative text');
  const save = page.getByRole('button', { name: 'Save changes' });

  await test.step('a text that she types in the media library is published', async () => {
    await openPhotographs(page);
    await page.getByRole('button', { name: 'ribeye' }).first().click();
    await text.fill('A steak with rosemary');
    await save.click();
    await expect(page.getByText(/^Saved: the site shows it/)).toBeVisible();
    expect(await stack.readContent('homepage')).toContain('A steak with rosemary');
  });

  await test.step('she can’t empty it, and is told why', async () => {
    await text.fill('');
    await save.click();
    await expect(page.getByText(/“ribeye\.?\w*” is in use .*alternative text can’t be empty/)).toBeVisible();
    expect(await stack.readContent('homepage')).toContain('A steak with rosemary');
  });

  await test.step('she can’t publish a picture without one, and is told why', async () => {
    await page.goto(`${stack.cms}/admin${pathOf(STORY)}`);
    await clickPublish(page);
    await expect(page.getByText('“dish.jpg” has no alternative text')).toBeVisible();
  });
});

/** Writes files to choose in the browser. */
const writeFiles = (files: Record<string, Buffer>) =>
  Object.entries(files).map(([name, bytes]) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, bytes);
    return path;
  });

test('an upload in the admin asks for alternative texts, and says which files the site can’t show', async ({
  editableStack: stack,
  page,
}) => {
  await openAdmin(page, stack);
  await openPhotographs(page);
  const whole = await createPhotograph();
  const files = writeFiles({
    'IMG_1.heic': HEIC,
    'half.jpg': cutInHalf(whole),
    'big.jpg': Buffer.concat([whole, Buffer.alloc(31_000_000)]),
    'dish.jpg': await createSmallPicture(),
    'table.jpg': await createSmallPicture(),
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add pictures' }).click();
  await (await chooser).setFiles(files);
  const question = page.getByRole('dialog', { name: /^What do(es)? th/ });

  await test.step('it asks only about files that can be pictures', async () => {
    await expect(question.getByLabel('dish.jpg')).toBeVisible();
    await expect(question.getByLabel('IMG_1.heic')).toHaveCount(0);
  });

  await test.step('the question has no accessibility violations', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await listAxeViolations(page, 'dialog'), colorScheme).toEqual([]);
    }
  });

  await test.step('it is answered with the keyboard, later for one of them', async () => {
    await question.getByLabel('table.jpg').fill('A table by the window');
    const writeLater = question.getByRole('button', { name: 'Write it later' });
    while (!(await writeLater.evaluate((button) => button === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  });

  await test.step('it says how many pictures were added, and why the others were not', async () => {
    await expect(page.getByText(/^2 pictures added, 3 not/)).toBeVisible();
    for (const reason of [/“IMG_1\.heic” .*HEIC/, /“half\.jpg” is damaged/, /file has 32 MB/])
      await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole('button', { name: 'dish.jpg' })).toBeVisible();
  });

  await test.step('what was written already is stored', async () => {
    const path = '/upload/files?pageSize=100&_q=table.jpg';
    const { results } = await send<{ results: object[] }>(stack, 'GET', path);
    expect(results).toMatchObject([{ alternativeText: 'A table by the window' }]);
  });
});
