import { open, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import sharp from 'sharp';

/** The largest upload, in bytes: well above what a phone makes of twenty megapixels. */
export const LARGEST = 30_000_000;
/** What a browser adds to a file that it sends. */
const ENVELOPE = 10_000;
const MOST_PIXELS = 100_000_000;
const EXTENSIONS = ['', '.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif'];
const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG/, /^RIFF.{4}WEBP/s, /^GIF8/, /^.{4}ftyp.*avi[fs]/s];
const HEIC = /^.{4}ftyp.*(hei|hev|mif1|msf1)/s;

interface Upload {
  filepath: string;
  originalFilename: string | null;
  size: number;
}

interface Route {
  method: string;
  path: string;
  config?: { middlewares?: unknown[] };
}

const routesOf = (strapi: Core.Strapi) =>
  strapi.plugin('upload').routes as unknown as Record<'admin' | 'content-api', { routes: Route[] }>;

function addTo(route: Route, middleware: Core.MiddlewareHandler): void {
  route.config = { ...route.config, middlewares: [...(route.config?.middlewares ?? []), middleware] };
}

const refuse = (name: string, reason: string): never => {
  throw new errors.ApplicationError(`“${name}” ${reason}`);
};

const refuseDamaged = (name: string) =>
  refuse(
    name,
    'is damaged, or of a kind that can’t be read: copy it from the phone or camera once more, or save it as a JPEG.',
  );

/** The first bytes of a file, which say what it is, whatever its name says. */
async function readBeginning(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(40), 0, 40, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** @throws ApplicationError with a sentence for the owner, when a file is no picture that the site can show */
async function checkUpload({ filepath, originalFilename, size }: Upload): Promise<void> {
  const name = originalFilename ?? 'The file';
  if (size === 0) refuse(name, 'is empty: choose the photograph once more.');
  const beginning = await readBeginning(filepath);
  const isPicture = BEGINNINGS.some((kind) => kind.test(beginning));
  if (!isPicture && HEIC.test(beginning)) {
    refuse(
      name,
      'is an HEIC photograph, which most browsers can’t show: export it as a JPEG (Mac: Preview, File → Export; Windows: Photos, Save as; iPhone: Settings → Camera → Formats → Most Compatible).',
    );
  }
  if (!isPicture || !EXTENSIONS.includes(extname(name).toLowerCase()))
    refuse(name, 'is no picture that the site can show: choose a JPEG, PNG, WebP or AVIF.');
  const { width, height, pages } = await sharp(filepath, { limitInputPixels: false })
    .metadata()
    .catch(() => refuseDamaged(name));
  if (width * height * (pages ?? 1) > MOST_PIXELS) {
    const pixels = `${width} × ${height} pixels${(pages ?? 1) > 1 ? ` in ${pages} pictures` : ''}`;
    refuse(name, `is too large, with ${pixels}: save it with at most 100 megapixels.`);
  }
}

/**
 * Has files read only where the media library takes them, only when it is known who sends them, and none of them left
 * behind; strangers could fill the disk otherwise.
 * @throws Error when Strapi reads bodies in another way
 */
function receiveUploads(strapi: Core.Strapi): void {
  const readFiles = strapi.middleware('strapi::body')({ formidable: { maxFileSize: LARGEST } }, { strapi });
  if (!readFiles) throw new Error('Strapi has no middleware strapi::body to read uploads with.');

  const receive: Core.MiddlewareHandler = async (ctx, next) => {
    if (!ctx.is('multipart')) return next();
    const length = Number(ctx.get('content-length'));
    if (length > LARGEST + ENVELOPE)
      throw new errors.PayloadTooLargeError(
        `This file has ${Math.ceil((length - ENVELOPE) / 1e6)} MB, and a picture may have ${LARGEST / 1e6} MB at most: save it as a JPEG, or with fewer pixels.`,
      );
    return readFiles(ctx, async () => {
      const uploads: Upload[] = Object.values(ctx.request.files ?? {}).flat();
      try {
        for (const upload of uploads) await checkUpload(upload);
        await next();
      } finally {
        for (const { filepath } of uploads) await rm(filepath, { force: true });
      }
    });
  };
  // The media library sends forms with PUT as well, when only the texts of a picture change.
  for (const route of routesOf(strapi).admin.routes.filter(({ method }) => ['POST', 'PUT'].includes(method)))
    addTo(route, receive);
}

/** Refuses what is no sound picture with a sentence that says what to do, before Strapi refuses, or keeps, it in its own way. */
export function checkPhotographs(strapi: Core.Strapi): void {
  receiveUploads(strapi);
  const services = strapi.get('services');
  // What she brings by its address.
  services.extend(
    'plugin::upload.file',
    (service: { fetchUrlToInputFile(...request: unknown[]): Promise<{ file: Upload }> }) => ({
      ...service,
      async fetchUrlToInputFile(...request: unknown[]) {
        const fetched = await service.fetchUrlToInputFile(...request);
        await checkUpload(fetched.file);
        return fetched;
      },
    }),
  );
  services.extend(
    'plugin::upload.image-manipulation',
    (service: { isFaultyImage(picture: { name: string }): Promise<boolean> }) => ({
      ...service,
      isFaultyImage: async (picture: { name: string }) =>
        (await service.isFaultyImage(picture)) && refuseDamaged(picture.name),
    }),
  );
}

interface StoredPicture {
  name: string;
  alternativeText: string | null;
  /** The entries that it is in, drafts and what is published. */
  related?: { __type: string; place?: string }[];
}

/** Finds pictures of the media library with the places in which their entries show, in the owner's terms. */
export async function findPlaces(strapi: Core.Strapi, where: object) {
  const pictures: StoredPicture[] = await strapi.db
    .query('plugin::upload.file')
    .findMany({ where, populate: ['related'] });
  return pictures.map(({ name, alternativeText, related = [] }) => {
    const places = related.map(
      ({ __type, place }) => place ?? strapi.getModel(__type as UID.Schema).info.displayName,
    );
    return { name, alternativeText, places: [...new Set(places)] };
  });
}

const idsOf = (ids: unknown) => [ids].flat().map(Number).filter(Number.isSafeInteger);

/** Refuses to delete pictures that are in an entry, all that were chosen with them too, and says where they show. */
export function keepUsedPhotographs(strapi: Core.Strapi): void {
  const keepUsed: Core.MiddlewareHandler = async (ctx, next) => {
    const { fileIds = ctx.params.id, folderIds } = ctx.request.body ?? {};
    const folders: { path: string }[] = await strapi.db
      .query('plugin::upload.folder')
      .findMany({ where: { id: { $in: idsOf(folderIds) } } });
    const chosen = [
      { id: { $in: idsOf(fileIds) } },
      ...folders.flatMap(({ path }) => [{ folderPath: path }, { folderPath: { $startsWith: `${path}/` } }]),
    ];
    for (const { name, places } of await findPlaces(strapi, { $or: chosen }))
      if (places.length)
        refuse(name, `is in use (${places.join('; ')}): take it out there and publish, then delete it here.`);
    return next();
  };
  const { admin, 'content-api': api } = routesOf(strapi);
  for (const route of [...admin.routes, ...api.routes])
    if (route.method === 'DELETE' || route.path === '/actions/bulk-delete') addTo(route, keepUsed);
}
