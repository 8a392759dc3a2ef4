import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { expect, type Stack } from './stack.ts';

type Content = Record<string, unknown>;

interface Picture {
  id: number;
  name: string;
  url: string;
}

/** Returns the path of an entry of a collection type in the admin's API. */
export const entryPath = (type: string, documentId: string): string =>
  `/content-manager/collection-types/api::${type}.${type}/${documentId}`;

/** Reads an entry as the admin's form has it. */
export const readForm = async (stack: Stack, path: string): Promise<Content> =>
  (await (await stack.asAdmin('GET', path)).json()).data;

/**
 * Changes the text of an entry, replaces the file of its picture, and expects that bringing the version from before back returns
 * both.
 */
export async function expectUndo(stack: Stack, type: string, documentId: string): Promise<void> {
  const path = entryPath(type, documentId);
  const readEntry = async () => {
    const { data }: { data: { description: string; images: Picture[] } } = await (
      await stack.asAdmin('GET', `${path}?status=published`)
    ).json();
    const [picture] = data.images;
    if (!picture) throw new Error(`${documentId} has no picture`);
    // From the CMS, because the site shows a replaced picture only with the content that names it.
    const file = Buffer.from(await (await fetch(stack.cms + picture.url)).arrayBuffer()).toString('base64');
    return { description: data.description, picture, file };
  };
  const before = await readEntry();
  const versions: { id: number }[] = await (
    await stack.asAdmin('GET', `/versions?uid=api::${type}.${type}&documentId=${documentId}`)
  ).json();

  await stack.publish(type, documentId, { description: 'A mistake' });
  const form = new FormData();
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#33a' } })
    .jpeg()
    .toBuffer();
  form.append('files', new Blob([Uint8Array.from(picture)]), 'mistake.jpg');
  form.append('fileInfo', JSON.stringify({ name: before.picture.name }));
  expect((await stack.asAdmin('POST', `/upload?id=${before.picture.id}`, form)).status).toBe(200);
  const mistake = await readEntry();
  expect(mistake.description).toBe('A mistake');
  expect(mistake.file).not.toBe(before.file);

  expect((await stack.asAdmin('POST', `/versions/${versions[0]?.id}/bring-back`, {})).status).toBe(200);
  const { description, file } = await readEntry();
  expect({ description, file }).toEqual({ description: before.description, file: before.file });
}

/** Publishes a form with a change, and expects 409 and that nothing of it is written. */
export async function expectOutdated(
  stack: Stack,
  path: string,
  opened: Content,
  change: Content,
  fields: object[],
): Promise<void> {
  const readAll = () => Promise.all([readForm(stack, path), readForm(stack, `${path}?status=published`)]);
  const before = await readAll();
  const body = { ...change, _openedContent: opened };
  const response = await stack.asAdmin('POST', `${path}/actions/publish`, body);
  expect(response.status).toBe(409);
  expect((await response.json()).error.details.fields).toMatchObject(fields);
  expect(await readAll()).toEqual(before);
}
