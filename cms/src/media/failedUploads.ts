import { AsyncLocalStorage } from 'node:async_hooks';
import { constants, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Core } from '@strapi/strapi';
import { isRecord } from '../shared/isRecord';
import { type StoredFile, type StoredPicture, wrapFileStorage, wrapMediaLibrary } from '../strapi/services';
import { getUploadsFolder } from '../strapi/uploads';

/** Copies a file if it exists. */
export async function copyIfExists(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!isRecord(error) || error.code !== 'ENOENT') throw error;
  }
}

/**
 * Leaves the files as they were when the row of a picture can't be stored after them: those of an upload are deleted, and those of a
 * picture that could not be replaced are put back.
 */
export function undoFailedUploads(strapi: Core.Strapi): void {
  const pathOf = ({ hash, ext }: StoredFile) => join(getUploadsFolder(strapi), `${hash}${ext}`);
  /** The files that are written during an upload. */
  const written = new AsyncLocalStorage<StoredFile[]>();

  /** Deletes files that belong to no row: of several pictures at once, some may have theirs. */
  const deleteUnused = async (files: StoredFile[]) => {
    const rows: StoredPicture[] = await strapi.db
      .query('plugin::upload.file')
      .findMany({ where: { hash: { $in: files.map(({ hash }) => hash) } } });
    const used = new Set(rows.flatMap((row) => [row, ...Object.values(row.formats ?? {})].map(pathOf)));
    for (const path of files.map(pathOf)) if (!used.has(path)) await rm(path, { force: true });
  };

  wrapFileStorage(strapi, (storage) => ({
    async upload(file: StoredFile) {
      written.getStore()?.push({ ...file });
      return storage.upload(file);
    },
  }));
  wrapMediaLibrary(strapi, (library) => ({
    async upload(upload: object, options?: object) {
      const files: StoredFile[] = [];
      try {
        return await written.run(files, () => library.upload(upload, options));
      } catch (error) {
        await deleteUnused(files);
        throw error;
      }
    },
    async replace(id, replacement, options) {
      const read = (): Promise<(StoredPicture & { updatedAt: string }) | null> =>
        strapi.db.query('plugin::upload.file').findOne({ where: { id: Number(id) } });
      const picture = await read();
      if (!picture) return library.replace(id, replacement, options);
      const paths = [picture, ...Object.values(picture.formats ?? {})].map(pathOf);
      const files: StoredFile[] = [];
      const folder = await mkdtemp(join(tmpdir(), 'replaced-'));
      try {
        for (const path of paths) await copyIfExists(path, join(folder, basename(path)));
        return await written.run(files, () => library.replace(id, replacement, options));
      } catch (error) {
        // When its COMMIT got no answer, the replacement may be stored.
        if ((await read())?.updatedAt !== picture.updatedAt) throw error;
        for (const path of files.map(pathOf)) await rm(path, { force: true });
        for (const path of paths) await copyIfExists(join(folder, basename(path)), path);
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  }));
}
