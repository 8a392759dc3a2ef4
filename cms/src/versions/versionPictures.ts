import type { Core } from '@strapi/strapi';
import { contentTypes, uidOf } from '../content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { findHeads, findVersions, type StoredVersion, updateContent } from './storedVersions';
import { isPicture, listPictureIds } from './versionContent';

/** Finds all versions that show a picture. */
export async function findVersionsWithPicture(
  strapi: Core.Strapi,
  pictureId: number,
): Promise<StoredVersion[]> {
  const found: StoredVersion[] = [];
  // One type at a time, because the versions of all are many megabytes.
  for (const name of Object.keys(contentTypes)) {
    const heads = await findHeads(strapi, { uid: uidOf(name), documentId: { $notNull: true } });
    const versions = await findVersions(
      strapi,
      heads.map(({ id }) => id),
    );
    found.push(...versions.filter(({ content }) => listPictureIds(content).includes(pictureId)));
  }
  return found;
}

/** Puts a picture in the place of another. */
function replaceIn(value: unknown, from: number, to: number): unknown {
  if (isPicture(value)) return value.pictureId === from ? { ...value, pictureId: to } : value;
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, from, to));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceIn(item, from, to)]));
}

/** Lets versions show a picture in the place of another. Call it in a transaction. */
export async function replacePicture(
  strapi: Core.Strapi,
  versions: StoredVersion[],
  from: number,
  to: number,
): Promise<void> {
  for (const { id, content } of versions)
    await updateContent(
      strapi,
      id,
      Object.fromEntries(Object.entries(content).map(([name, value]) => [name, replaceIn(value, from, to)])),
    );
}
