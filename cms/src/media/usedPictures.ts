import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { addMiddleware, listUploadRoutes } from './uploadRoutes';

interface StoredPicture {
  name: string;
  alternativeText: string | null;
  /** The entries that contain the picture, both drafts and published ones. */
  related?: { __type: UID.Schema; place?: string }[];
}

/**
 * Finds pictures of the media library and, for each, the places on the site that use it, in the owner's
 * terms.
 */
export async function findPlaces(strapi: Core.Strapi, where: object) {
  const pictures: StoredPicture[] = await strapi.db
    .query('plugin::upload.file')
    .findMany({ where, populate: ['related'] });
  return pictures.map(({ name, alternativeText, related = [] }) => {
    const places = related.map(({ __type, place }) => place ?? strapi.getModel(__type).info.displayName);
    return { name, alternativeText, places: [...new Set(places)] };
  });
}

const parseIds = (ids: unknown) => [ids].flat().map(Number).filter(Number.isSafeInteger);

/** Returns the condition that selects the pictures which a deletion of pictures and folders deletes. */
export async function selectDeleted(
  strapi: Core.Strapi,
  { fileIds, folderIds }: { fileIds?: unknown; folderIds?: unknown },
): Promise<object> {
  const folders: { path: string }[] = await strapi.db
    .query('plugin::upload.folder')
    .findMany({ where: { id: { $in: parseIds(folderIds) } } });
  const inFolders = folders.flatMap(({ path }) => [
    { folderPath: path },
    { folderPath: { $startsWith: `${path}/` } },
  ]);
  return { $or: [{ id: { $in: parseIds(fileIds) } }, ...inFolders] };
}

/**
 * Rejects the deletion of pictures and folders when an entry uses one of the pictures, and names the places
 * that use it. Rejects the whole request, so that nothing is deleted.
 */
export function protectUsedPictures(strapi: Core.Strapi): void {
  const rejectIfUsed: Core.MiddlewareHandler = async (ctx, next) => {
    const { fileIds = ctx.params.id, folderIds } = ctx.request.body ?? {};
    for (const { name, places } of await findPlaces(
      strapi,
      await selectDeleted(strapi, { fileIds, folderIds }),
    ))
      if (places.length)
        throw new errors.ApplicationError(
          `“${name}” is in use (${places.join('; ')}): take it out there and publish, then delete it here.`,
        );
    return next();
  };
  const routes = [...listUploadRoutes(strapi, 'admin'), ...listUploadRoutes(strapi, 'content-api')];
  for (const route of routes)
    if (route.method === 'DELETE' || route.path === '/actions/bulk-delete')
      addMiddleware(route, rejectIfUsed);
}
