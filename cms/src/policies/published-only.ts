import { errors } from '@strapi/utils';
import { isPreviewToken, PREVIEW_TOKEN_HEADER } from '../access/previewToken';

interface PolicyContext {
  request: { query: Record<string, unknown>; headers: Record<string, unknown> };
  response: { set(header: string, value: string): void };
}

/**
 * Keeps drafts from the public: Strapi itself gives `?status=draft`, and any unknown status, to everyone who may read.
 * @throws ForbiddenError for every status but `published`, and `draft` with a preview's token
 */
export default ({ request, response }: PolicyContext): boolean => {
  const { status = 'published' } = request.query;
  if (status === 'published') return true;
  response.set('cache-control', 'no-store');
  if (status === 'draft' && isPreviewToken(request.headers[PREVIEW_TOKEN_HEADER])) return true;
  throw new errors.ForbiddenError('Only published words can be read here.');
};
