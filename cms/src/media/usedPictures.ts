import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isAllowed, PICTURE, selectAllowed } from '../permissions/entryPermissions';
import { describeDate } from '../shared/hours/describeHours';
import { listPictureIds } from '../site/entryContent';
import type { PlannedChange } from '../site/plannedChange';
import { findPlans, OPEN } from '../site/storedPlans';
import { findRequestAccount } from '../strapi/permissions';
import { addMiddlewares, listUploadRoutes } from '../strapi/routes';

/** An entry that contains a picture, or a row of a component of one, which has no document id. */
interface Related {
  __type: UID.ContentType;
  documentId?: string;
  place?: string;
}

interface UsedPicture {
  id: number;
  documentId: string;
  name: string;
  alternativeText: string | null;
  /** The entries that contain the picture, both drafts and published ones. */
  related?: Related[];
}

const UNREADABLE = 'a place that your account may not see';

/** Names a place on the site in the owner's terms, if the account of the request may read its entry. */
async function namePlace(strapi: Core.Strapi, { __type: uid, documentId, place }: Related): Promise<string> {
  const account = documentId === undefined ? undefined : findRequestAccount(strapi);
  const use = { uid, actions: ['read'], fields: [] } as const;
  if (account && !(await isAllowed(strapi, account, use, { documentId: documentId ?? '' })))
    return UNREADABLE;
  return place ?? strapi.getModel(uid).info.displayName;
}

/** Names the scheduled changes that will show a picture, in the owner's terms. */
const namePlans = (changes: PlannedChange[], pictureId: number): string[] =>
  changes
    .filter(({ entries }) => listPictureIds(entries).includes(pictureId))
    .map(({ title, localTime }) => `planned for ${describeDate(localTime.slice(0, 10), '')}: ${title}`);

/**
 * Finds pictures of the media library and, for each, the places on the site that use it, in the owner's
 * terms.
 */
export async function findPlaces(strapi: Core.Strapi, where: object) {
  const pictures: UsedPicture[] = await strapi.db
    .query('plugin::upload.file')
    .findMany({ where, populate: ['related'] });
  const changes = pictures.length ? await findPlans(strapi, OPEN) : [];
  return Promise.all(
    pictures.map(async ({ id, documentId, name, alternativeText, related = [] }) => {
      const named = await Promise.all(related.map((entry) => namePlace(strapi, entry)));
      const places = [...named, ...namePlans(changes, id)];
      return { documentId, name, alternativeText, places: [...new Set(places)] };
    }),
  );
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
 * that use it. Rejects the whole request, so that nothing is deleted. An account that may not delete one of the pictures is not
 * told their names.
 */
export function protectUsedPictures(strapi: Core.Strapi): void {
  const rejectIfUsed: Core.MiddlewareHandler = async (ctx, next) => {
    const { fileIds = ctx.params.id, folderIds } = ctx.request.body ?? {};
    const pictures = await findPlaces(strapi, await selectDeleted(strapi, { fileIds, folderIds }));
    const account = findRequestAccount(strapi);
    const use = { uid: PICTURE, actions: ['delete'] } as const;
    const allowed = account ? await selectAllowed(strapi, account, use, pictures) : pictures;
    if (allowed.length < pictures.length) throw new errors.ForbiddenError();
    for (const { name, places } of pictures)
      if (places.length)
        throw new errors.ApplicationError(
          `“${name}” is in use (${places.join('; ')}): take it out there and publish, then delete it here.`,
        );
    return next();
  };
  const routes = [...listUploadRoutes(strapi, 'admin'), ...listUploadRoutes(strapi, 'content-api')];
  for (const route of routes)
    if (route.method === 'DELETE' || route.path === '/actions/bulk-delete')
      addMiddlewares(route, { after: [rejectIfUsed] });
}
