import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { requireAllowed } from '../permissions/entryPermissions';
import { showDraftsTo } from '../preview/draftReader';
import { showEarlierVersion } from '../preview/earlierVersion';
import { findPreview } from '../preview/findPreview';
import { findAccount } from '../strapi/permissions';
import { readVersion, targetOf } from '../versions/readVersions';

interface PolicyContext {
  request: { query: Record<string, unknown>; headers: Record<string, unknown> };
  response: { set(header: string, value: string): void };
  state: object;
}

/** @throws ForbiddenError when the version is not kept any more */
const requireVersion = (strapi: Core.Strapi, id: number) =>
  readVersion(strapi, id).catch((error: unknown) => {
    throw error instanceof errors.NotFoundError ? new errors.ForbiddenError(error.message) : error;
  });

/**
 * Hides drafts from anonymous clients: for `?status=draft` and any unknown status, Strapi itself returns drafts
 * to all clients that can read published entries. A preview token gets the drafts that its account may read; a token of an earlier
 * version gets published content with that version.
 * @throws ForbiddenError unless the status is `published`, or `draft` with a valid preview token
 */
export default async (
  { request, response, state }: PolicyContext,
  _config: unknown,
  { strapi }: { strapi: Core.Strapi },
): Promise<boolean> => {
  const { status = 'published' } = request.query;
  if (status === 'published') return true;
  response.set('cache-control', 'no-store');
  const preview = status === 'draft' ? await findPreview(strapi, request.headers) : undefined;
  if (!preview) throw new errors.ForbiddenError('Reading drafts requires a valid preview token.');
  const account = await findAccount(strapi, preview.user);
  if (preview.versionId === undefined) showDraftsTo(state, account);
  else {
    const version = await requireVersion(strapi, preview.versionId);
    await requireAllowed(strapi, account, { uid: version.uid, actions: ['read'] }, targetOf(strapi, version));
    showEarlierVersion(state, version);
    // Whatever else the request asks for, it reads no draft.
    request.query = { ...request.query, status: 'published' };
  }
  return true;
};
