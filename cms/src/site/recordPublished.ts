import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import type { EntryId } from './entry';
import { HOURS } from './openingHours';
import { type Author, recordShown } from './recordVersions';
import { endReturn, followHours } from './storedPlans';

/**
 * Records what the site shows of an entry now as a version, and changes the plans that depend on it: an item that is back has no
 * return, and other returns follow the opening hours. Call it in the transaction of the change.
 * @param keepsNewest whether the newest version stays although the new one has the same text, because an undo needs it
 */
export async function recordPublished(
  strapi: Core.Strapi,
  entry: EntryId,
  author: Author,
  { keepsNewest = false }: { keepsNewest?: boolean } = {},
): Promise<void> {
  await recordShown(strapi, entry, author, keepsNewest);
  await endReturn(strapi, entry, author.plannedId);
  if (entry.documentId === HOURS.documentId) await followHours(strapi, readTimeZone());
}
