import { rm } from 'node:fs/promises';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { addMiddlewares, listUploadRoutes } from '../strapi/routes';
import { createUploadParser } from '../strapi/uploads';
import { type Upload, validateImage } from './validateImage';

/** More than a phone's JPEG of 20 megapixels needs. */
export const MAX_UPLOAD_BYTES = 30_000_000;
/** Room for the multipart boundaries and headers around the file. */
const MAX_MULTIPART_OVERHEAD_BYTES = 10_000;

/**
 * Parses uploaded files in the upload plugin's own routes, after authentication: a global body parser would
 * let anonymous clients fill the disk. Rejects those that the site can't show, before Strapi stores them, and deletes each
 * file after the request.
 * @throws MissingPartError when Strapi can parse no uploads
 */
export function validateUploads(strapi: Core.Strapi): void {
  const parseMultipart = createUploadParser(strapi, MAX_UPLOAD_BYTES);

  const receive: Core.MiddlewareHandler = async (ctx, next) => {
    if (!ctx.is('multipart')) return next();
    const length = Number(ctx.get('content-length'));
    if (length > MAX_UPLOAD_BYTES + MAX_MULTIPART_OVERHEAD_BYTES)
      throw new errors.PayloadTooLargeError(
        `This file has ${Math.ceil((length - MAX_MULTIPART_OVERHEAD_BYTES) / 1e6)} MB, and a picture may have ${MAX_UPLOAD_BYTES / 1e6} MB at most: save it as a JPEG, or with fewer pixels.`,
      );
    return parseMultipart(ctx, async () => {
      const uploads: Upload[] = Object.values(ctx.request.files ?? {}).flat();
      try {
        for (const upload of uploads) await validateImage(upload);
        await next();
      } finally {
        for (const { filepath } of uploads) await rm(filepath, { force: true });
      }
    });
  };
  // The media library sends a multipart PUT even when only the texts of a picture change.
  for (const route of listUploadRoutes(strapi, 'admin'))
    if (route.method === 'POST' || route.method === 'PUT') addMiddlewares(route, { after: [receive] });
}
