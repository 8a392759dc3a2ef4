import { readSiteUrl } from '../environment/settings';
import { previewPathOf } from '../shared/content/contentTypes';
import type { PreviewFragment } from '../shared/requests/siteRequests';
import { createPreviewToken, type PreviewAccess } from './previewToken';

/**
 * Creates the URL of a preview: the page of the site that shows a type, scrolled to an element.
 * @param label the parameters with which the page describes an earlier version or a scheduled change
 * @returns `undefined` for Strapi's own types, which no page shows
 */
export function createPreviewUrl(
  uid: string,
  elementId: string,
  access: PreviewAccess,
  label: Pick<PreviewFragment, 'from' | 'until' | 'on'> = {},
): string | undefined {
  const path = previewPathOf(uid);
  if (path === undefined) return undefined;
  const url = new URL(path, readSiteUrl());
  // The token is in the fragment, which browsers don't send to servers, so that no log contains it.
  const fragment: PreviewFragment = { preview: createPreviewToken(access), at: elementId, ...label };
  url.hash = new URLSearchParams({ ...fragment }).toString();
  return url.href;
}
