import type { Core, UID } from '@strapi/strapi';
import { findAuthor } from '../auditLog/accountName';
import { findNewest, storeVersion, updateVersion } from './storedVersions';

/** A move that comes later than this after the one before begins a new version of the order. */
const MAX_PAUSE_MS = 5 * 60_000;

/**
 * Records the order of a type's items, as a version without a document id; the moves that an account makes in one go are one
 * version. Call it in the transaction of the change.
 */
export async function recordOrder(
  strapi: Core.Strapi,
  {
    uid,
    documentIds,
    change,
    userId,
  }: { uid: UID.ContentType; documentIds: string[]; change: string; userId: number },
): Promise<void> {
  const author = await findAuthor(strapi, userId);
  const order = { uid, documentId: null, kind: 'order', author, content: { documentIds } } as const;
  const last = await findNewest(strapi, { uid, documentId: null });
  const time = new Date();
  // Negative when the clock was set back.
  const pause = last ? +time - Date.parse(last.time) : 0;
  const continues = last && author !== null && last.author === author && Math.abs(pause) < MAX_PAUSE_MS;
  if (continues) await updateVersion(strapi, last.id, { ...order, change: 'Several were moved', time });
  else await storeVersion(strapi, { ...order, change });
}
