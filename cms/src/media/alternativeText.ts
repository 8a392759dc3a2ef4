import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { type PictureInfo, wrapMediaLibrary } from '../strapi/services';
import { findPlaces } from './usedPictures';

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
