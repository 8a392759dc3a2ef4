import { findContentType, uidOf } from './contentTypes';

/** Returns the path that Strapi's content manager has, in the admin and in its API, for an entry or for all entries of a type. */
export function toContentManagerPath(uid: string, documentId?: string): string {
  if (findContentType(uid)?.kind === 'single') return `/content-manager/single-types/${uid}`;
  const list = `/content-manager/collection-types/${uid}`;
  return documentId === undefined ? list : `${list}/${encodeURIComponent(documentId)}`;
}

/** The path of the form with the opening hours and special days, with the focus in the hours. */
export const HOURS_FORM = `${toContentManagerPath(uidOf('contactpage'), 'contact-hours')}#description`;

/** Returns the name of the permission to do something with entries in the content manager, such as `read`. */
export const toPermission = (action: string) => `plugin::content-manager.explorer.${action}`;
