import type { Core, UID } from '@strapi/strapi';
import { contentTypes, uidOf } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { isPicture, listPictureIds } from '../site/entryContent';
import { findHeads, findVersions, updateVersion } from '../site/storedVersions';
import type { StoredVersion } from '../site/version';

/** Whether entries of a type, or rows of a component, can have pictures. */
const hasPictures = (strapi: Core.Strapi, uid: UID.Schema): boolean =>
  Object.values(strapi.getModel(uid).attributes).some(
    (attribute) =>
      attribute.type === 'media' ||
      (attribute.type === 'component' && hasPictures(strapi, attribute.component)),
  );

/** Finds all versions that show a picture. */
export async function findVersionsWithPicture(
  strapi: Core.Strapi,
  pictureId: number,
): Promise<StoredVersion[]> {
  const found: StoredVersion[] = [];
  // One entry at a time, because the versions of all are many megabytes.
  for (const name of Object.keys(contentTypes)) {
    const uid = uidOf(name);
    if (!hasPictures(strapi, uid)) continue;
    const documentIds = new Set((await findHeads(strapi, { uid })).map(({ documentId }) => documentId));
    for (const documentId of documentIds) {
      const versions = await findVersions(strapi, { uid, documentId });
      found.push(...versions.filter(({ content }) => listPictureIds(content).includes(pictureId)));
    }
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

/** Makes versions show a picture in the place of another. Call it in a transaction. */
export async function replacePicture(
  strapi: Core.Strapi,
  versions: StoredVersion[],
  from: number,
  to: number,
): Promise<void> {
  for (const { id, content } of versions)
    await updateVersion(strapi, id, {
      content: Object.fromEntries(
        Object.entries(content).map(([name, value]) => [name, replaceIn(value, from, to)]),
      ),
    });
}
