import type { Core } from '@strapi/strapi';
import { PREVIEW_TOKEN_HEADER } from '../shared/requests/siteRequests';
import type { Account } from '../strapi/permissions';
import { findSignedInUser } from '../strapi/sessions';
import { type PreviewAccess, readPreviewToken } from './previewToken';

/** A preview, and the account that has opened it. */
export interface Preview extends PreviewAccess {
  user: Account['user'];
}

/**
 * Finds what the preview that sent a request may read; `undefined` when its token is not valid, or when the sign-in that
 * opened it has ended.
 */
export async function findPreview(
  strapi: Core.Strapi,
  headers: Record<string, unknown>,
): Promise<Preview | undefined> {
  const access = readPreviewToken(headers[PREVIEW_TOKEN_HEADER]);
  const user = access && (await findSignedInUser(strapi, access.sessionId));
  return user && { ...access, user };
}
