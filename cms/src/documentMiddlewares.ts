import type { Core } from '@strapi/strapi';
import { acceptRemovedComponents } from './conflicts/componentIds';
import { lockDiscardedDrafts } from './conflicts/lockDiscardedDrafts';
import { validateStatements } from './dishes/validateStatements';
import { placeItems } from './items/placeItems';
import { requireAlternativeTextToPublish } from './media/alternativeText';
import { hideUnreadableDrafts } from './preview/draftReader';
import { replaceByOtherContent } from './preview/otherContent';
import { endReturns } from './schedule/endReturns';
import { validateContactFields } from './validation/contactFields';
import { limitFields } from './validation/fieldLimits';
import { guardFixedRecords } from './validation/fixedRecords';
import { requireOwnFields } from './validation/requireOwnFields';
import { recordVersions } from './versions/recordVersions';

/**
 * What each change and each query of an entry passes, whoever makes it: each calls the next one, and the last one Strapi. None of
 * them depends on its place.
 */
const DOCUMENT_MIDDLEWARES = [
  guardFixedRecords,
  limitFields,
  requireOwnFields,
  validateContactFields,
  validateStatements,
  acceptRemovedComponents,
  lockDiscardedDrafts,
  // In one transaction with the change. That of a form begins earlier, in `rejectOutdatedForms`.
  recordVersions,
  endReturns,
  requireAlternativeTextToPublish,
  placeItems,
  // Queries of previews.
  hideUnreadableDrafts,
  replaceByOtherContent,
];

/** Adds all document middlewares of the project to Strapi. */
export function addDocumentMiddlewares(strapi: Core.Strapi): void {
  for (const createMiddleware of DOCUMENT_MIDDLEWARES) strapi.documents.use(createMiddleware(strapi));
}
