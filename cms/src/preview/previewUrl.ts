import { readSiteUrl } from '../environment/settings';
import type { PagePath } from '../shared/contact/noticeLink';
import { findContentType, previewPathOf } from '../shared/content/contentTypes';
import type { PreviewFragment } from '../shared/requests/siteRequests';
import { createPreviewToken, type PreviewAccess } from './previewToken';

/** Returns the id of the element in which the page shows an entry, or all entries of a type. */
export function elementIdOf(uid: string, documentId: string | null): string {
  const type = findContentType(uid);
  // The page shows a list under a heading of its own as one element, with the id of the heading.
  const [headingId] = type?.kind === 'open' ? Object.keys(type.records ?? {}) : [];
  // The section of other items has the name of their type in the plural.
  return headingId ?? documentId ?? `${uid.split('.').at(-1)}s`;
}

/**
 * Creates the URL of a preview: the page of the site that shows a type, scrolled to an entry.
 * @param documentId `null` for all entries of the type
 * @param label the parameters with which the page describes an earlier version or a scheduled change
 * @returns `undefined` for Strapi's own types, which no page shows
 */
export function createPreviewUrl(
  uid: string,
  documentId: string | null,
  access: PreviewAccess,
  label: Pick<PreviewFragment, 'from' | 'until' | 'on'> = {},
): string | undefined {
  const path = previewPathOf(uid);
  return path && createPageUrl(path, access, { at: elementIdOf(uid, documentId), ...label });
}

/** Creates the URL of the preview of a page. */
export function createPageUrl(
  path: PagePath,
  access: PreviewAccess,
  parameters: Omit<PreviewFragment, 'preview'>,
): string {
  const url = new URL(path, readSiteUrl());
  // The token is in the fragment, which browsers don't send to servers: no log contains it, and no crawler can read a preview.
  const fragment: PreviewFragment = { preview: createPreviewToken(access), ...parameters };
  url.hash = new URLSearchParams({ ...fragment }).toString();
  return url.href;
}
