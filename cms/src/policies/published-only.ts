import { errors } from '@strapi/utils';
import { isPreviewToken, PREVIEW_TOKEN_HEADER } from '../access/previewToken';

interface PolicyContext {
  request: { query: Record<string, unknown>; headers: Record<string, unknown> };
  response: { set(header: string, value: string): void };
}

/**
 * Hides drafts from anonymous clients: Strapi itself returns them to everyone who may read, for
 * `?status=draft` and for any unknown status.
 * @throws ForbiddenError unless the status is `published`, or `draft` with a valid preview token
 */
export default ({ request, response }: PolicyContext): boolean => {
  const { status = 'published' } = request.query;
  if (status === 'published') return true;
  response.set('cache-control', 'no-store');
  if (status === 'draft' && isPreviewToken(request.headers[PREVIEW_TOKEN_HEADER])) return true;
  throw new errors.ForbiddenError('Only published words can be read here.');
};
