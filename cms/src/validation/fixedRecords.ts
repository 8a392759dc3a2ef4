import type { Core, Modules } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { hasRequiredEntries } from '../shared/content/contentTypes';

const ERROR_MESSAGES: Record<string, string> = {
  create:
    'Every entry here has its own place on the site, so none can be added. Change the words of one that is there.',
  clone:
    'Every entry here has its own place on the site, so none can be copied. Change the words of one that is there.',
  delete:
    'The site needs this entry, so it can’t be deleted. To show nothing in its place, empty its fields and publish.',
  unpublish:
    'The site needs this entry, so it can’t be taken down. To show nothing in its place, empty its fields and publish.',
};

/**
 * Rejects requests that would add, delete or unpublish an entry of a fixed or single type. The seed creates
 * these entries outside of a request.
 */
export function guardFixedRecords(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return (context, next) => {
    const message = ERROR_MESSAGES[context.action];
    if (message && hasRequiredEntries(context.uid) && strapi.requestContext.get()) {
      throw new errors.ApplicationError(message);
    }
    return next();
  };
}
