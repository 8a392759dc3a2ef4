import type { Core } from '@strapi/strapi';
import { hideUnreadableDrafts } from './draftReader';
import { addEarlierVersions } from './earlierVersion';
import { addPreviewRoutes } from './previewRoutes';

/** Adds the previews of drafts and of earlier versions. */
export function addPreview(strapi: Core.Strapi): void {
  addPreviewRoutes(strapi);
  hideUnreadableDrafts(strapi);
  addEarlierVersions(strapi);
}
