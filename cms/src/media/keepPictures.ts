import { randomBytes } from 'node:crypto';
import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findContentType } from '../content/contentTypes';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { recordPublished } from '../versions/recordVersions';
import { findVersionsWithPicture, replacePicture } from '../versions/versionPictures';

/** The folder of the media library in which the owner finds the pictures that only earlier versions show. */
const FOLDER_NAME = 'Kept for earlier versions';

/** A file on the disk: a picture, or one of its smaller formats. */
interface StoredFile {
  hash: string;
  ext: string;
  url: string;
}

/** A row of the media library. */
interface Picture extends StoredFile {
  id: number;
  documentId?: string;
  name: string;
  folderPath: string;
  formats: Record<string, StoredFile> | null;
}

interface Folder {
  id: number;
  path: string;
}

interface Replacement {
  file: { filepath: string; originalFilename: string | null };
  data: { fileInfo?: { name?: string | null } };
}

/** The methods of the upload plugin's service `upload` that are wrapped here. */
interface UploadService {
  /** The id is a text when it comes from the address of a request. */
  replace(id: number | string, replacement: Replacement, options?: object): Promise<unknown>;
  remove(picture: Picture): Promise<unknown>;
}

const findFolder = (strapi: Core.Strapi): Promise<Folder | null> =>
  strapi.db.query('plugin::upload.folder').findOne({ where: { name: FOLDER_NAME, parent: null } });

const findPicture = (strapi: Core.Strapi, id: number): Promise<Picture | null> =>
  strapi.db.query('plugin::upload.file').findOne({ where: { id } });

/** Copies the files of a picture, and returns the values of the copy's row. Adds the paths of the new files to `copies`. */
async function copyFiles(strapi: Core.Strapi, picture: Picture, copies: string[]) {
  const uploads = join(strapi.dirs.static.public, 'uploads');
  const suffix = randomBytes(5).toString('hex');
  const copy = async <File extends StoredFile>(file: File): Promise<File> => {
    const hash = `${file.hash}_${suffix}`;
    const path = join(uploads, `${hash}${file.ext}`);
    copies.push(path);
    try {
      await copyFile(join(uploads, `${file.hash}${file.ext}`), path, constants.COPYFILE_FICLONE);
    } catch (error) {
      // Nothing is lost by a file that is missing, and its replacement repairs the site.
      if (!isRecord(error) || error.code !== 'ENOENT') throw error;
    }
    return { ...file, hash, url: `/uploads/${hash}${file.ext}` };
  };
  const formats: Record<string, StoredFile> = {};
  for (const [key, format] of Object.entries(picture.formats ?? {})) formats[key] = await copy(format);
  const { id: _id, documentId: _documentId, ...values } = await copy(picture);
  return { ...values, formats };
}

/**
 * Copies a picture that versions show to the folder of kept pictures, and lets these versions show the copy.
 * @throws ApplicationError with a sentence for the owner; nothing has changed then
 */
async function keepForVersions(strapi: Core.Strapi, picture: Picture): Promise<void> {
  const versions = await findVersionsWithPicture(strapi, picture.id);
  if (!versions.length) return;
  const copies: string[] = [];
  try {
    const values = await copyFiles(strapi, picture, copies);
    await strapi.db.transaction(async () => {
      const folder: Folder =
        (await findFolder(strapi)) ??
        (await strapi.plugin('upload').service('folder').create({ name: FOLDER_NAME, parent: null }));
      const copy: { id: number } = await strapi.db
        .query('plugin::upload.file')
        .create({ data: { ...values, folder: folder.id, folderPath: folder.path } });
      await replacePicture(strapi, versions, picture.id, copy.id);
    });
  } catch (error) {
    for (const path of copies) await rm(path, { force: true });
    strapi.log.error(
      `The picture "${picture.name}" can't be copied for the earlier versions: ${errorMessage(error)}`,
    );
    throw new errors.ApplicationError(
      `“${picture.name}” can’t be kept for the earlier versions that show it, so nothing has changed. Ask whoever looks after the site.`,
    );
  }
}

/** Records a replaced picture as a new version of each entry that shows it on the site. */
async function recordReplacement(strapi: Core.Strapi, id: number): Promise<void> {
  const picture: { related?: { __type: UID.ContentType; documentId: string; publishedAt: unknown }[] } =
    await strapi.db.query('plugin::upload.file').findOne({ where: { id }, populate: ['related'] });
  for (const { __type: uid, documentId, publishedAt } of picture.related ?? [])
    if (publishedAt && findContentType(uid))
      await strapi.db.transaction(() => recordPublished(strapi, { uid, documentId }));
}

/**
 * Keeps the pictures that versions show: before one is replaced or deleted, these versions get a copy of it. A replacement is
 * on the site at once, so it is a version too. To delete the copy is for good.
 */
export function keepPictures(strapi: Core.Strapi): void {
  let latest = Promise.resolve();
  /** Keeps one picture at a time, because two of them can be in the same version. */
  const keep = (picture: Picture): Promise<void> => {
    const kept = latest.then(() => keepForVersions(strapi, picture));
    latest = kept.catch(() => {});
    return kept;
  };
  strapi.get('services').extend('plugin::upload.upload', (service: UploadService) => ({
    ...service,
    async replace(id: number | string, replacement: Replacement, options?: object) {
      const picture = await findPicture(strapi, Number(id));
      if (picture) {
        const { file, data } = replacement;
        const name = data.fileInfo?.name ?? file.originalFilename;
        // Strapi would reject a damaged picture only after the copy.
        await strapi
          .plugin('upload')
          .service('image-manipulation')
          .isFaultyImage({ ...file, name });
        await keep(picture);
      }
      const replaced = await service.replace(id, replacement, options);
      await recordReplacement(strapi, Number(id));
      return replaced;
    },
    async remove(picture: Picture) {
      if (picture.folderPath !== (await findFolder(strapi))?.path) await keep(picture);
      return service.remove(picture);
    },
  }));
}
