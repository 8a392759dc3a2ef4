import { errors } from '@strapi/utils';
import { isPreviewToken, PREVIEW_TOKEN_HEADER } from '../access/previewToken';

interface PolicyContext {
  request: { query: Record<string, unknown>; headers: Record<string, unknown> };
  response: { set(header: string, value: string): void };
}

/**
 * Hides drafts from anonymous clients: for `?status=draft` and any unknown status, Strapi itself returns drafts
 * to all clients that can read published entries.
 * @throws ForbiddenError unless the status is `published`, or `draft` with a valid preview token
 */
export default ({ request, response }: PolicyContext): boolean => {
  const { status = 'published' } = request.query;
  if (status === 'published') return true;
  response.set('cache-control', 'no-store');
  if (status === 'draft' && isPreviewToken(request.headers[PREVIEW_TOKEN_HEADER])) return true;
  throw new errors.ForbiddenError('Reading drafts requires a valid preview token.');
};
