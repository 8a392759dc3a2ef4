import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findRequestAuthor } from '../auditLog/accountName';
import { recordLine } from '../auditLog/auditLog';
import { isDiskFull } from '../environment/diskFull';
import { findContentType } from '../shared/content/contentTypes';
import { errorMessage } from '../shared/errorMessage';
import { quote } from '../shared/shortenTexts';
import { lockEntry } from '../site/lockEntries';
import { recordPublished } from '../site/recordVersions';
import { UncertainCommitError } from '../strapi/commits';
import { addMiddlewares, findRoute } from '../strapi/routes';
import {
  deletePictureRow,
  type Replacement,
  type StoredFile,
  type StoredPicture,
  wrapMediaLibrary,
} from '../strapi/services';
import { createUploadFolder, getUploadsFolder } from '../strapi/uploads';
import { rejectEmptyAlternativeText } from './alternativeText';
import { copyIfExists } from './failedUploads';
import { selectDeleted } from './usedPictures';
import { findVersionsWithPicture, replacePicture } from './versionPictures';

/** The folder of the media library in which the owner finds the pictures that only earlier versions show. */
const FOLDER_NAME = 'Kept for earlier versions';

/** An entry that shows a picture. */
interface RelatedEntry {
  __type: UID.ContentType;
  documentId: string;
  publishedAt: unknown;
}

interface Folder {
  id: number;
  path: string;
}

const findFolder = (strapi: Core.Strapi): Promise<Folder | null> =>
  strapi.db.query('plugin::upload.folder').findOne({ where: { name: FOLDER_NAME, parent: null } });

const findPicture = (strapi: Core.Strapi, id: number): Promise<StoredPicture | null> =>
  strapi.db.query('plugin::upload.file').findOne({ where: { id } });

/** A picture that the versions show in the place of one that is about to be replaced or deleted. */
interface Copy {
  id: number;
  /** The paths of its files. */
  files: string[];
}

/** Copies the files of a picture, and returns the values of the copy's row. Adds the paths to `copies`. */
async function copyFiles(strapi: Core.Strapi, picture: StoredPicture, copies: string[]) {
  const uploads = getUploadsFolder(strapi);
  const suffix = randomBytes(5).toString('hex');
  const copy = async <File extends StoredFile>(file: File): Promise<File> => {
    // Before 1.14, a hash could be as long as the name of a file may be.
    const hash = `${file.hash.slice(0, 200)}_${suffix}`;
    const path = join(uploads, `${hash}${file.ext}`);
    copies.push(path);
    // Nothing is lost by a file that is missing, and its replacement repairs the site.
    await copyIfExists(join(uploads, `${file.hash}${file.ext}`), path);
    return { ...file, hash, url: `/uploads/${hash}${file.ext}` };
  };
  const formats: Record<string, StoredFile> = {};
  for (const [key, format] of Object.entries(picture.formats ?? {})) formats[key] = await copy(format);
  const { id: _id, documentId: _documentId, ...values } = await copy(picture);
  return { ...values, formats };
}

async function deletePaths(paths: string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

/**
 * Copies a picture that versions show to the folder of kept pictures, and makes these versions show the copy.
 * @throws ApplicationError with a sentence for the owner, or the error of a full disk; nothing has changed then
 */
async function keepForVersions(strapi: Core.Strapi, picture: StoredPicture): Promise<Copy | undefined> {
  if (!(await findVersionsWithPicture(strapi, picture.id)).length) return undefined;
  const files: string[] = [];
  try {
    const values = await copyFiles(strapi, picture, files);
    return await strapi.db.transaction(async () => {
      const folder: Folder = (await findFolder(strapi)) ?? (await createUploadFolder(strapi, FOLDER_NAME));
      const copy: { id: number } = await strapi.db
        .query('plugin::upload.file')
        .create({ data: { ...values, folder: folder.id, folderPath: folder.path } });
      // Again, because a version may have been recorded while the files were copied.
      const versions = await findVersionsWithPicture(strapi, picture.id);
      await replacePicture(strapi, versions, picture.id, copy.id);
      return { id: copy.id, files };
    });
  } catch (error) {
    // The copy may be stored, and need its files.
    if (error instanceof UncertainCommitError) throw error;
    await deletePaths(files);
    if (isDiskFull(error)) throw error;
    strapi.log.error(
      `The picture "${picture.name}" can't be copied for the earlier versions: ${errorMessage(error)}`,
    );
    throw new errors.ApplicationError(
      `“${picture.name}” can’t be kept for the earlier versions that show it, so nothing has changed. Ask whoever looks after the site.`,
    );
  }
}

/** Lists the entries that show a picture, as drafts and as published ones. */
async function listEntries(strapi: Core.Strapi, id: number): Promise<RelatedEntry[]> {
  const picture: { related?: RelatedEntry[] } | null = await strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { id }, populate: ['related'] });
  return picture?.related ?? [];
}

/** Makes the versions show a picture again that was not deleted, and deletes its copy unless an entry shows it by now. */
async function deleteCopy(strapi: Core.Strapi, picture: StoredPicture, { id, files }: Copy): Promise<void> {
  try {
    const isDeleted = await strapi.db.transaction(async () => {
      if ((await listEntries(strapi, id)).length) return false;
      await replacePicture(strapi, await findVersionsWithPicture(strapi, id), id, picture.id);
      await strapi.db.query('plugin::upload.file').delete({ where: { id } });
      return true;
    });
    if (isDeleted) await deletePaths(files);
  } catch (error) {
    // The owner gets the reason why the deletion failed.
    strapi.log.error(
      `The copy of "${picture.name}" for the earlier versions can't be deleted: ${errorMessage(error)}`,
    );
  }
}

/** Deletes the files of a picture that has no row any more. */
async function deleteFiles(strapi: Core.Strapi, picture: StoredPicture): Promise<void> {
  try {
    const files = [picture, ...Object.values(picture.formats ?? {})];
    await deletePaths(files.map(({ hash, ext }) => join(getUploadsFolder(strapi), `${hash}${ext}`)));
  } catch (error) {
    // The picture is deleted for the owner, and the files are in nobody's way.
    strapi.log.error(`The files of "${picture.name}" can't be deleted: ${errorMessage(error)}`);
  }
}

/** Records a replaced picture as a new version of each entry that shows it on the site. */
async function recordReplacement(strapi: Core.Strapi, { id, name }: StoredPicture): Promise<void> {
  const author = { userId: null, name: findRequestAuthor(strapi) };
  try {
    for (const { __type: uid, documentId, publishedAt } of await listEntries(strapi, id))
      if (publishedAt && findContentType(uid))
        await strapi.db.transaction(async () => {
          await lockEntry(strapi, { uid, documentId });
          await recordPublished(strapi, { uid, documentId }, author);
        });
  } catch (error) {
    // The picture is on the site already, and the next start records it.
    strapi.log.error(
      `The replacement of "${name}" can't be recorded as an earlier version: ${errorMessage(error)}`,
    );
  }
}

/**
 * Keeps the pictures that versions show: before one is replaced or deleted, these versions get a copy of it. A replacement is
 * on the site at once, so it is a version too. To delete the copy is for good. Several pictures and folders are deleted
 * together or not at all: all are kept first, and their files are deleted last.
 */
export function keepPictures(strapi: Core.Strapi): void {
  let latest: Promise<unknown> = Promise.resolve();
  /** Changes the versions of one picture at a time, because two of them can be in the same version. */
  const enqueue = <Result>(change: () => Promise<Result>): Promise<Result> => {
    const changed = latest.then(change);
    latest = changed.catch(() => {});
    return changed;
  };
  const keep = async (picture: StoredPicture) => {
    if (picture.folderPath === (await findFolder(strapi))?.path) return undefined;
    return enqueue(() => keepForVersions(strapi, picture));
  };
  let deleteRow: (picture: StoredPicture) => Promise<unknown> = async () => {};
  /** The pictures that a request deletes together. */
  const deletion = new AsyncLocalStorage<StoredPicture[]>();
  const deleteTogether: Core.MiddlewareHandler = async ({ request }, next) => {
    const pictures: StoredPicture[] = await strapi.db
      .query('plugin::upload.file')
      .findMany({ where: await selectDeleted(strapi, request.body ?? {}) });
    const deleted: StoredPicture[] = [];
    const copies: [StoredPicture, Copy][] = [];
    try {
      for (const picture of pictures) {
        const copy = await keep(picture);
        if (copy) copies.push([picture, copy]);
      }
      await strapi.db.transaction(async () => {
        await deletion.run(deleted, next);
        for (const picture of deleted) await deleteRow(picture);
      });
    } catch (error) {
      for (const [picture, copy] of copies) await enqueue(() => deleteCopy(strapi, picture, copy));
      throw error;
    }
    for (const picture of deleted) await deleteFiles(strapi, picture);
  };
  addMiddlewares(findRoute(strapi, 'upload', 'POST', '/actions/bulk-delete'), { after: [deleteTogether] });
  wrapMediaLibrary(strapi, (library) => {
    deleteRow = (picture) => deletePictureRow(library.remove, picture);
    return {
      async replace(id: number | string, replacement: Replacement, options?: object) {
        const picture = await findPicture(strapi, Number(id));
        if (!picture) return library.replace(id, replacement, options);
        await rejectEmptyAlternativeText(strapi, picture.id, replacement.data.fileInfo);
        // It stays when the replacement fails: by then, it may be the only whole one.
        await enqueue(() => keepForVersions(strapi, picture));
        const replaced = await library.replace(id, replacement, options);
        await recordLine(strapi, `replaced the picture ${quote(picture.name)}`);
        await recordReplacement(strapi, picture);
        return replaced;
      },
      async remove(picture: StoredPicture) {
        const deleted = deletion.getStore();
        // Strapi deletes several at once, and would not stop when one fails.
        if (deleted) return deleted.push(picture);
        await keep(picture);
        const removed = await library.remove(picture);
        await recordLine(strapi, `deleted the picture ${quote(picture.name)}`);
        return removed;
      },
    };
  });
}
