import type { UID } from '@strapi/strapi';
import type { VersionCommand } from '../shared/requests/changeCommands';
import type { EntryId, Sides } from './entry';
import type { Content } from './entryContent';

/**
 * What a version records: what was published, that something was taken off the site or deleted, that its first publication was undone,
 * the order of dishes, or what one press of *Publish the menu* has published.
 */
export type VersionKind = 'publish' | 'unpublish' | 'delete' | 'undoFirst' | 'order' | 'menu';

/** An entry, or with `null` the order of the dishes of a type or a publication of the menu. */
export interface VersionedEntry {
  uid: UID.ContentType;
  documentId: string | null;
}

/** A version without its content. */
export interface VersionHead extends VersionedEntry {
  id: number;
  kind: VersionKind;
  /** When this became the state of the site, in ISO 8601. */
  time: string;
  /** The name of the account; `null` for what the site had when it was updated. */
  author: string | null;
  /** What changed, in one line, such as “Description: “Fresh pasta…” → “Hand-made pasta…””. */
  change: string;
}

export interface StoredVersion extends VersionHead {
  content: Content;
}

export type NewVersion = Omit<StoredVersion, 'id' | 'time'>;

/** A version as the owner sees it in a list. */
export interface VersionSummary extends VersionHead {
  /** The time by the clock of the restaurant, such as 'Today at 4:12 pm'. */
  when: string;
  /** Whether the site shows this version now. */
  isCurrent: boolean;
  /**
   * What bringing it back changes on the site, in one line; `''` when nothing. `undefined` for the current version, and where
   * `change` says it: for an order, and in the menu's list for what was taken off or deleted.
   */
  restores?: string;
  /** The labels of fields that end by themselves, whose present values stay although the version has others. */
  stays?: string;
  /** What a publication of the menu has published, as far as its versions are kept. */
  entries?: PublishedEntry[];
}

/** A dish or drink that *Publish the menu* has published. */
export interface PublishedEntry extends EntryId {
  name: string;
  /** What has changed on the site, in one line. */
  change: string;
  /** The id of the version that was recorded. */
  version: number;
  /** The id of the version with what the site showed before; `null` when it had never shown the entry. */
  before: number | null;
}

/** A version with its content, as Strapi's document service returns a populated entry. */
export interface Version extends VersionSummary {
  content: Content;
  /** Sentences for the owner about content that has no place any more, such as a removed field. */
  lost: string[];
}

/**
 * Returns what a version has of the sides of an entry. One of the kind `unpublish`, `undoFirst` or `delete` stores what was taken away, to
 * restore it. A deletion has the draft if that differed, and when and by whom the entry was added: the menu publishes items that are new,
 * and those that were taken off before stay off.
 */
export const sidesOf = ({ kind, content }: Pick<NewVersion, 'kind' | 'content'>): Sides =>
  kind === 'publish' ? { published: content } : content;

/** Returns what the site showed by a version; `undefined` of one that was never on the site. */
export const publishedContent = (version: Pick<NewVersion, 'kind' | 'content'>): Content | undefined =>
  sidesOf(version).published;

/** The response to the request that brings a version back. */
export interface RestoreAnswer {
  /** The commands that undo it, one after the other; none when nothing has changed. */
  undo: VersionCommand[];
  /** What has changed on the site, in one line; `''` when the site shows no more than before. */
  change: string;
}
