import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import { MissingPartError } from './parts';

/** Returns the folder of the media library's files. */
export const getUploadsFolder = (strapi: Core.Strapi): string => join(strapi.dirs.static.public, 'uploads');

interface Picture {
  name: string;
  alternativeText: unknown;
  caption?: unknown;
  filepath: string;
  mimetype: string;
  /** In bytes. */
  size: number;
}

/**
 * Uploads a file to the media library outside of a request.
 * @returns the id of the picture
 */
export async function uploadPicture(
  strapi: Core.Strapi,
  { name, alternativeText, caption, filepath, mimetype, size }: Picture,
): Promise<number> {
  const [uploaded] = await strapi
    .plugin('upload')
    .service('upload')
    .upload({
      data: { fileInfo: { name, alternativeText, caption } },
      files: { filepath, originalFilename: `${name}.${mimetype.replace('image/', '')}`, mimetype, size },
    });
  return uploaded.id;
}

/** Creates a folder at the top of the media library. */
export const createUploadFolder = (
  strapi: Core.Strapi,
  name: string,
): Promise<{ id: number; path: string }> =>
  strapi.plugin('upload').service('folder').create({ name, parent: null });

/**
 * Creates a middleware that parses uploaded files up to a size, in bytes.
 * @throws MissingPartError when Strapi has no middleware that does so
 */
export function createUploadParser(strapi: Core.Strapi, maxFileSize: number): Core.MiddlewareHandler {
  const parser = strapi.middleware('strapi::body')({ formidable: { maxFileSize } }, { strapi });
  if (!parser) throw new MissingPartError('createUploadParser');
  return parser;
}
