import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { requireAllowed } from '../permissions/entryPermissions';
import { showDraftsTo } from '../preview/draftReader';
import { findPreview, type Preview } from '../preview/findPreview';
import { type ShownContent, showOtherContent } from '../preview/otherContent';
import { previewPlanned } from '../site/applyPlanned';
import { readVersion } from '../site/readVersions';
import { requirePlan } from '../site/storedPlans';
import { targetOf } from '../site/storedVersions';
import { type Account, findAccount } from '../strapi/permissions';

interface PolicyContext {
  request: { query: Record<string, unknown>; headers: Record<string, unknown> };
  response: { set(header: string, value: string): void };
  state: object;
}

/** Strapi answers other errors of a policy as if the server had failed. */
const forbid = (error: unknown): never => {
  throw error instanceof errors.NotFoundError ? new errors.ForbiddenError(error.message) : error;
};

/**
 * Reads what a preview shows in place of published content; `undefined` for drafts.
 * @throws NotFoundError when it is not there any more, ForbiddenError when the account may not read it
 */
async function readShown(
  strapi: Core.Strapi,
  account: Account,
  { versionId, changeId }: Preview,
): Promise<ShownContent[] | undefined> {
  if (changeId !== undefined) {
    const contents = await previewPlanned(strapi, await requirePlan(strapi, changeId));
    for (const { uid, documentId } of contents)
      await requireAllowed(strapi, account, { uid, actions: ['read'] }, { documentId });
    return contents;
  }
  if (versionId === undefined) return undefined;
  const version = await readVersion(strapi, versionId);
  await requireAllowed(strapi, account, { uid: version.uid, actions: ['read'] }, targetOf(strapi, version));
  return [version];
}

/**
 * Hides drafts from anonymous clients: for `?status=draft` and any unknown status, Strapi itself returns drafts
 * to all clients that can read published entries. A preview token gets the drafts that its account may read; a token of an earlier
 * version, or of a planned change, gets published content with that.
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
  const shown = await readShown(strapi, account, preview).catch(forbid);
  if (shown === undefined) showDraftsTo(state, account);
  else {
    showOtherContent(state, shown);
    // Whatever else the request asks for, it reads no draft.
    request.query = { ...request.query, status: 'published' };
  }
  return true;
};
