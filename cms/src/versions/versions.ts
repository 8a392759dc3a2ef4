import type { Core, UID } from '@strapi/strapi';
import { restoreContent } from '../content/entryContent';
import type { EntryTarget } from '../permissions/entryPermissions';
import { findContentType } from '../shared/content/contentTypes';
import { buildPopulate } from '../strapi/buildPopulate';
import { requireVersion } from './bringBack';
import type { Removed } from './recordVersions';
import {
  findAuthor,
  findHeads,
  findNewest,
  storeVersion,
  updateVersion,
  type VersionedEntry,
  type VersionHead,
} from './storedVersions';

/** A move that comes later than this after the one before begins a new version of the order. */
const MAX_PAUSE_MS = 5 * 60_000;

/** What a version records: what was published, that something was taken off the site or deleted, or the order of dishes. */
export type VersionKind = 'publish' | 'unpublish' | 'delete' | 'order';

/** A request of the admin that undoes a change. */
export interface Undo {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: object;
}

/** A version as the owner sees it in a list. */
export interface VersionSummary {
  id: number;
  uid: UID.ContentType;
  /** `null` for the order of a type's dishes. */
  documentId: string | null;
  kind: VersionKind;
  /** When this became the state of the site, in ISO 8601. */
  time: string;
  /** The name of the account; `null` for what the site had when it was updated. */
  author: string | null;
  /** What changed, in one line, such as “Description: “Fresh pasta…” → “Hand-made pasta…””. */
  change: string;
  /** Whether the site shows this version now. */
  isCurrent: boolean;
  /**
   * What bringing it back changes on the site, in one line; `''` when nothing. `undefined` for the current version, and where
   * `change` says it: for an order, and in the menu's list for what was taken off or deleted.
   */
  restores?: string;
  /** The labels of fields that end by themselves, whose present values stay although the version has others. */
  stays?: string;
}

/** A version with its content, as Strapi's document service returns a populated entry. */
export interface Version extends VersionSummary {
  content: Record<string, unknown>;
  /** Sentences for the owner about content that has no place any more, such as a removed field. */
  lost: string[];
}

const toSummary = (head: VersionHead, isNewest: boolean): VersionSummary => ({
  id: head.id,
  uid: head.uid,
  documentId: head.documentId,
  kind: head.kind,
  time: head.time,
  author: head.author,
  change: head.change,
  isCurrent: isNewest && (head.kind === 'publish' || head.kind === 'order'),
});

/** Returns the entries that bringing a version back changes: an order is that of all dishes of a type. */
export const targetOf = ({ documentId }: Pick<VersionedEntry, 'documentId'>): EntryTarget =>
  documentId === null ? 'every' : { documentId };

/** The response to the request that brings a version back. */
export interface BringBackAnswer {
  /** `null` when nothing has changed. */
  undo: Undo | null;
  /** What has changed on the site, in one line; `''` when the site shows no more than before. */
  change: string;
}

/** Lists the versions of an entry, newest first. */
export async function listVersions(
  strapi: Core.Strapi,
  { uid, documentId }: { uid: UID.ContentType; documentId: string },
): Promise<VersionSummary[]> {
  const heads = await findHeads(strapi, { uid, documentId });
  return heads.map((head, index) => toSummary(head, index === 0));
}

/**
 * Lists for several types the orders of their entries, the deletions and what was taken off the site as long as it is away,
 * and for single types all versions; newest first.
 */
export async function listMenuVersions(
  strapi: Core.Strapi,
  uids: UID.ContentType[],
): Promise<VersionSummary[]> {
  const heads = await findHeads(strapi, { uid: { $in: uids } });
  const seen = new Set<string>();
  return heads.flatMap((head) => {
    const { uid, documentId, kind } = head;
    const key = `${uid} ${documentId}`;
    const isNewest = !seen.has(key);
    seen.add(key);
    const isListed =
      kind === 'order' || (kind === 'publish' ? findContentType(uid)?.kind === 'single' : isNewest);
    return isListed ? [toSummary(head, isNewest)] : [];
  });
}

/**
 * Reads a version with its content: pictures are the files as they are now.
 * @throws NotFoundError with a sentence for the owner
 */
export async function readVersion(strapi: Core.Strapi, id: number): Promise<Version> {
  const version = await requireVersion(strapi, id);
  const { uid, documentId, kind } = version;
  const newest = await findNewest(strapi, { uid, documentId });
  const summary = toSummary(version, newest?.id === id);
  if (documentId === null) return { ...summary, content: version.content, lost: [] };
  const { published, draft }: Removed = kind === 'publish' ? { published: version.content } : version.content;
  const current = await strapi
    .documents(uid)
    .findOne({ documentId, status: 'published', populate: await buildPopulate(strapi, uid) });
  const { values, lost } = await restoreContent(strapi, uid, published ?? draft ?? {});
  return { ...summary, content: { ...current, ...values, documentId }, lost };
}

/**
 * Records the order of a type's dishes, as a version without a document id; the moves that an account makes in one go are one
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
  if (continues) await updateVersion(strapi, last.id, { ...order, change: 'Several dishes moved', time });
  else await storeVersion(strapi, { ...order, change });
}
