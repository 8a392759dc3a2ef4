import type { Core, Modules } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { type PictureInfo, wrapMediaLibrary } from '../strapi/services';
import { findPlaces } from './usedPictures';

interface Picture {
  name: string;
  alternativeText?: string | null;
}

/**
 * Rejects publishing an entry while one of its pictures has no alternative text. Uploading and saving don't
 * need one.
 */
export function requireAlternativeTextToPublish(
  strapi: Core.Strapi,
): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    // The seed publishes outside of a request.
    if (context.action !== 'publish' || !strapi.requestContext.get()) return next();
    const mediaFields = Object.entries(context.contentType.attributes)
      .filter(([, { type }]) => type === 'media')
      .map(([name]) => name);
    if (!mediaFields.length) return next();
    const { documentId } = context.params;
    const draft: Record<string, Picture | Picture[] | null> | null = await strapi
      .documents(context.uid)
      .findOne({ documentId, status: 'draft', populate: mediaFields });
    const undescribed = mediaFields
      .flatMap((name) => draft?.[name] ?? [])
      .find((picture) => !picture.alternativeText?.trim());
    if (undescribed) {
      throw new errors.ApplicationError(
        `“${undescribed.name}” has no alternative text yet: press the pencil on it, write what it shows for people who can’t see it, and publish again.`,
      );
    }
    return next();
  };
}

/**
 * Rejects an empty alternative text for a picture in use, because a change in the media library is public at
 * once.
 * @throws ApplicationError with a sentence for the owner
 */
export async function rejectEmptyAlternativeText(
  strapi: Core.Strapi,
  id: number,
  { alternativeText }: PictureInfo = {},
): Promise<void> {
  if (alternativeText === undefined || alternativeText?.trim()) return;
  for (const picture of await findPlaces(strapi, { id }))
    if (picture.alternativeText?.trim() && picture.places.length)
      throw new errors.ApplicationError(
        `“${picture.name}” is in use (${picture.places.join('; ')}), so its alternative text can’t be empty: write what the picture shows, for guests who can’t see it.`,
      );
}

/** Rejects empty alternative texts of pictures in use when the texts of a picture are changed. */
export const protectUsedAlternativeText = (strapi: Core.Strapi): void =>
  wrapMediaLibrary(strapi, (library) => ({
    async updateFileInfo(id, info, options) {
      await rejectEmptyAlternativeText(strapi, id, info);
      return library.updateFileInfo(id, info, options);
    },
  }));
