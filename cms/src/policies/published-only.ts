import { errors } from '@strapi/utils';

interface PolicyContext {
  request: { query: Record<string, unknown> };
}

/**
 * Keeps drafts from the public: Strapi itself gives `?status=draft`, and any unknown status, to everyone who may read.
 * @throws ForbiddenError for every status but `published`
 */
export default ({ request }: PolicyContext): boolean => {
  const { status = 'published' } = request.query;
  if (status !== 'published') throw new errors.ForbiddenError('Only published words can be read here.');
  return true;
};
