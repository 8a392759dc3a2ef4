import type { Core } from '@strapi/strapi';
import { addPublicationTimes, hideUnreadableDrafts } from './preview/draftReader';
import { replaceByOtherContent } from './preview/otherContent';
import { acceptRemovedRows } from './site/acceptRemovedRows';
import { keepItemPlaces } from './site/keepItemPlaces';
import { recordFormChanges } from './site/recordFormChanges';
import { checkWrittenValues } from './validation/checkValues';
import { guardFixedRecords } from './validation/fixedRecords';

/**
 * What each change and each query of an entry passes: each calls the next one, and the last one Strapi. None of them depends on its
 * place.
 */
const DOCUMENT_MIDDLEWARES = [
  checkWrittenValues(),
  acceptRemovedRows,
  // Queries of previews.
  addPublicationTimes,
  hideUnreadableDrafts,
  replaceByOtherContent,
];

/** What each change passes after the content of this version is prepared, which creates required entries and records itself. */
const FORM_MIDDLEWARES = [
  guardFixedRecords,
  // In one transaction with the change. That of a form begins earlier, in `rejectOutdatedForms`.
  recordFormChanges,
  keepItemPlaces,
];

/** Adds the document middlewares that hold from the start. */
export function addDocumentMiddlewares(strapi: Core.Strapi): void {
  for (const createMiddleware of DOCUMENT_MIDDLEWARES) strapi.documents.use(createMiddleware(strapi));
}

/** Adds the document middlewares that hold once the content is prepared. */
export function addFormMiddlewares(strapi: Core.Strapi): void {
  for (const createMiddleware of FORM_MIDDLEWARES) strapi.documents.use(createMiddleware(strapi));
}
