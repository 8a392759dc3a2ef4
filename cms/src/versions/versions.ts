import type { Core, UID } from '@strapi/strapi';

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
  uid: string;
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
}

/** A version with its content, as Strapi's document service returns a populated entry. */
export interface Version extends VersionSummary {
  content: Record<string, unknown>;
  /** Sentences for the owner about content that has no place any more, such as a removed field. */
  lost: string[];
}

const NOT_YET = 'Versions are not implemented.';

/** Lists the versions of an entry, newest first. */
export async function listVersions(
  _strapi: Core.Strapi,
  _entry: { uid: UID.ContentType; documentId: string },
): Promise<VersionSummary[]> {
  throw new Error(NOT_YET);
}

/**
 * Reads a version with its content: pictures are the files as they are now.
 * @throws NotFoundError with a sentence for the owner
 */
export async function readVersion(_strapi: Core.Strapi, _id: number): Promise<Version> {
  throw new Error(NOT_YET);
}

/**
 * Makes a version the state of the site: publishes its content without the entry's draft, which stays as it is; restores what
 * was taken off or deleted; or restores an order. The result is a new version, so it can be undone.
 * @returns the request that undoes it, or `null` when nothing changed
 * @throws NotFoundError or ApplicationError with a sentence for the owner; nothing has changed then
 */
export async function bringBack(
  _strapi: Core.Strapi,
  _version: { id: number; userId: number },
): Promise<Undo | null> {
  throw new Error(NOT_YET);
}

/** Records the order of a type's dishes, as a version without a document id. Call it in the transaction of the change. */
export async function recordOrder(
  _strapi: Core.Strapi,
  _order: { uid: UID.ContentType; documentIds: string[]; change: string; userId: number },
): Promise<void> {
  throw new Error(NOT_YET);
}

/** Finds the version of an entry that the site showed last; `undefined` when it never showed one. */
export async function findLastShown(
  _strapi: Core.Strapi,
  _entry: { uid: UID.ContentType; documentId: string },
): Promise<number | undefined> {
  throw new Error(NOT_YET);
}
