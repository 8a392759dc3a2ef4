import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findPreview } from '../preview/findPreview';

interface PolicyContext {
  request: { query: Record<string, unknown>; headers: Record<string, unknown> };
  response: { set(header: string, value: string): void };
}

/**
 * Hides drafts from anonymous clients: for `?status=draft` and any unknown status, Strapi itself returns drafts
 * to all clients that can read published entries.
 * @throws ForbiddenError unless the status is `published`, or `draft` with a valid preview token
 */
export default async (
  { request, response }: PolicyContext,
  _config: unknown,
  { strapi }: { strapi: Core.Strapi },
): Promise<boolean> => {
  const { status = 'published' } = request.query;
  if (status === 'published') return true;
  response.set('cache-control', 'no-store');
  if (status === 'draft' && (await findPreview(strapi, request.headers))) return true;
  throw new errors.ForbiddenError('Reading drafts requires a valid preview token.');
};
