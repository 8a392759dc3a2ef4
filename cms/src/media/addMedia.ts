import type { Core } from '@strapi/strapi';
import { forceAutoOrientation } from '../strapi/services';
import { protectUsedAlternativeText, requireAlternativeTextToPublish } from './alternativeText';
import { addAvifFormats } from './avifFormats';
import { keepPictures } from './keepPictures';
import { protectUsedPictures } from './usedPictures';
import { explainDamagedImages } from './validateImage';
import { validateUploads } from './validateUploads';

/** Adds what checks, converts and keeps pictures. */
export function addMedia(strapi: Core.Strapi): void {
  validateUploads(strapi);
  explainDamagedImages(strapi);
  protectUsedPictures(strapi);
  keepPictures(strapi);
  requireAlternativeTextToPublish(strapi);
  protectUsedAlternativeText(strapi);
  void forceAutoOrientation(strapi);
  addAvifFormats(strapi);
}
