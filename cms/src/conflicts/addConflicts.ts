import type { Core } from '@strapi/strapi';
import { acceptRemovedComponents } from './componentIds';
import { lockBulkActions } from './lockBulkActions';
import { lockDiscardedDrafts } from './lockDiscardedDrafts';
import { rejectOutdatedForms } from './rejectOutdatedForms';

/** Adds what keeps the changes of two people, or of two windows, to the same entry. */
export function addConflicts(strapi: Core.Strapi): void {
  rejectOutdatedForms(strapi);
  acceptRemovedComponents(strapi);
  lockDiscardedDrafts(strapi);
  lockBulkActions(strapi);
}
