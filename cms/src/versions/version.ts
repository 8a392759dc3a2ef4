import type { UID } from '@strapi/strapi';
import type { Content } from '../content/entryContent';
import type { VersionCommand } from '../shared/requests/changeCommands';

/** What a version records: what was published, that something was taken off the site or deleted, or the order of dishes. */
export type VersionKind = 'publish' | 'unpublish' | 'delete' | 'order';

/** A version as the owner sees it in a list. */
export interface VersionSummary {
  id: number;
  uid: UID.ContentType;
  /** `null` for the order of a type's dishes. */
  documentId: string | null;
  kind: VersionKind;
  /** When this became the state of the site, in ISO 8601. */
  time: string;
  /** The same by the clock of the restaurant, such as 'Today at 4:12 pm'. */
  when: string;
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

/** An entry of a content type. */
export interface EntryId {
  uid: UID.ContentType;
  documentId: string;
}

/** Groups entries by their types, in the order of the types' names. */
export function groupByType<Entry extends EntryId>(entries: Entry[]): [UID.ContentType, Entry[]][] {
  const groups = new Map<UID.ContentType, Entry[]>();
  for (const entry of entries) groups.set(entry.uid, [...(groups.get(entry.uid) ?? []), entry]);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** An entry, or with `null` the order of the dishes of a type. */
export interface VersionedEntry {
  uid: UID.ContentType;
  documentId: string | null;
}

export interface StoredVersion extends VersionedEntry {
  id: number;
  kind: VersionKind;
  time: string;
  author: string | null;
  content: Content;
  change: string;
}

export type NewVersion = Omit<StoredVersion, 'id' | 'time'>;

/** A version without its content. */
export type VersionHead = Omit<StoredVersion, 'content'>;

/** What a version of the kind `unpublish` or `delete` stores: what was taken away, to bring it back. */
export interface Removed extends Content {
  published?: Content;
  /** The draft, if it differed from the published content. */
  draft?: Content;
  /** When a deleted entry was added: the menu publishes dishes that are new, and those that were taken off before stay off. */
  createdAt?: unknown;
  /** The id of the account that had added a deleted entry: it is still the creator when the entry is brought back. */
  createdBy?: number;
}

/** Returns what a version brings back of an entry. */
export const removedIn = ({ kind, content }: Pick<NewVersion, 'kind' | 'content'>): Removed =>
  kind === 'publish' ? { published: content } : content;

/** The response to the request that brings a version back. */
export interface BringBackAnswer {
  /** The command that undoes it; `null` when nothing has changed. */
  undo: VersionCommand | null;
  /** What has changed on the site, in one line; `''` when the site shows no more than before. */
  change: string;
}
