import type { Core } from '@strapi/strapi';
import { forceAutoOrientation } from '../strapi/services';
import { protectUsedAlternativeText } from './alternativeText';
import { addAvifFormats } from './avifFormats';
import { undoFailedUploads } from './failedUploads';
import { keepPictures } from './keepPictures';
import { removeMetadata } from './removeMetadata';
import { protectUsedPictures } from './usedPictures';
import { validateUploads } from './validateUploads';

/** Adds what checks, converts and keeps uploaded pictures. */
export function addMedia(strapi: Core.Strapi): void {
  validateUploads(strapi);
  protectUsedPictures(strapi);
  undoFailedUploads(strapi);
  keepPictures(strapi);
  protectUsedAlternativeText(strapi);
  void forceAutoOrientation(strapi);
  // Before those that are made of the original.
  removeMetadata(strapi);
  addAvifFormats(strapi);
}
