import type { Core, Modules } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isOpenType, isRequiredEntry } from '../shared/content/contentTypes';
import { findRequestAccount } from '../strapi/permissions';

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

/** For the heading of a list, which can't be empty. */
const HEADING_MESSAGES: Record<string, string> = {
  clone: 'The list has this heading already, so it can’t be copied. Change its words instead.',
  delete: 'The list needs this heading, so it can’t be deleted. Change its words instead.',
  unpublish: 'The list needs this heading, so it can’t be taken down. Change its words instead.',
};

/** Rejects what would add, delete or unpublish an entry that the site needs. */
export function guardFixedRecords(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return (context, next) => {
    const { uid, action, params } = context;
    const message = (isOpenType(uid) ? HEADING_MESSAGES : ERROR_MESSAGES)[action];
    const documentId = 'documentId' in params ? params.documentId : undefined;
    // The seed chooses the id of what it creates; a request may not, although Strapi would let it.
    const isSeeded =
      !findRequestAccount(strapi) && 'data' in params && typeof params.data?.documentId === 'string';
    if (message && !isSeeded && isRequiredEntry(uid, documentId)) throw new errors.ApplicationError(message);
    return next();
  };
}
