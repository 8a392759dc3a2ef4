import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { ImageType } from '../shared/content/imageSignatures';
import { isRecord } from '../shared/isRecord';
import { parseJson } from '../shared/parseJson';
import { addMiddlewares, type Context, listUploadRoutes } from '../strapi/routes';
import { wrapImageProcessing } from '../strapi/services';
import { createUploadParser } from '../strapi/uploads';
import { type Upload, validateImage } from './validateImage';

/** More than a phone's JPEG of 20 megapixels needs. */
export const MAX_UPLOAD_BYTES = 30_000_000;
/** Room for the multipart boundaries and headers around the file. */
const MAX_MULTIPART_OVERHEAD_BYTES = 10_000;
/** The length of the column in the database. */
const MAX_NAME_LENGTH = 255;
/** With it, the names of a picture's smaller files and copies are short enough for every file system. */
const MAX_SLUG_LENGTH = 100;

/** Reads the name of the first file from the beginning of a multipart body, and drops the rest. */
async function readFirstName(request: IncomingMessage): Promise<string | undefined> {
  await once(request, 'readable');
  const [, name] = /filename="([^"]+)"/.exec(String(request.read() ?? '')) ?? [];
  // A browser reads the answer only when it has sent everything.
  request.resume();
  return name;
}

/** The name under which the owner finds a picture: that of its file, unless she has written another one. */
function chooseName(written: unknown, { originalFilename }: Upload): string {
  const name = [written, originalFilename].find((text) => typeof text === 'string' && text.trim() !== '');
  const normal = String(name ?? 'picture').normalize();
  return normal.length > MAX_NAME_LENGTH ? `${[...normal].slice(0, 100).join('')}…` : normal;
}

/**
 * Makes Strapi store files as what they contain: it takes type and extension from their names, and refuses names with some
 * characters. So each file gets a plain name, and the owner's name is sent as hers.
 */
function nameByContent(request: Context['request'], types: ReadonlyMap<Upload, ImageType>): void {
  const uploads: Upload[] = [request.files?.files ?? []].flat();
  const infos = [request.body?.fileInfo ?? []]
    .flat()
    .flatMap((info) => (typeof info === 'string' ? parseJson(info) : info))
    .filter(isRecord);
  const named = uploads.map((upload) => {
    // The parser does not keep the order of the files.
    const index = infos.findIndex(({ name }) => name === upload.originalFilename);
    const [info] = infos.splice(Math.max(index, 0), 1);
    return { ...info, name: chooseName(info?.name, upload) };
  });
  for (const upload of uploads) {
    const { mime, extensions } = types.get(upload) ?? { mime: '', extensions: [''] };
    const extension = extname(upload.originalFilename ?? '');
    const isRight = extensions.includes(extension.toLowerCase());
    Object.assign(upload, {
      mimetype: mime,
      originalFilename: `picture${isRight ? extension : extensions[0]}`,
    });
  }
  // With one more than there are files, Strapi takes several in their order instead of looking for their names.
  if (uploads.length)
    request.body = { ...request.body, fileInfo: uploads.length > 1 ? [...named, {}] : named[0] };
}

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
    if (length > MAX_UPLOAD_BYTES + MAX_MULTIPART_OVERHEAD_BYTES) {
      const name = await readFirstName(ctx.req);
      throw new errors.PayloadTooLargeError(
        `${name ? `“${name}”` : 'This file'} has ${Math.ceil((length - MAX_MULTIPART_OVERHEAD_BYTES) / 1e6)} MB, and a picture may have ${MAX_UPLOAD_BYTES / 1e6} MB at most: save it as a JPEG, or with fewer pixels.`,
      );
    }
    return parseMultipart(ctx, async () => {
      const uploads: Upload[] = Object.values(ctx.request.files ?? {}).flat();
      try {
        const types = new Map<Upload, ImageType>();
        for (const upload of uploads) types.set(upload, await validateImage(upload));
        nameByContent(ctx.request, types);
        await next();
      } finally {
        for (const { filepath } of uploads) await rm(filepath, { force: true });
      }
    });
  };
  // The media library sends a multipart PUT even when only the texts of a picture change.
  for (const route of listUploadRoutes(strapi, 'admin'))
    if (route.method === 'POST' || route.method === 'PUT') addMiddlewares(route, { after: [receive] });

  void wrapImageProcessing(strapi, (processing) => ({
    // It has been decoded before.
    isFaultyImage: async () => false,
    generateFileName(name) {
      const hash = processing.generateFileName(name);
      const suffix = hash.lastIndexOf('_');
      return hash.slice(0, Math.min(suffix, MAX_SLUG_LENGTH)) + hash.slice(suffix);
    },
  }));
}
