import type { Core, Modules, UID } from '@strapi/strapi';
import { findContentType } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { buildPopulate } from '../strapi/entries';
import { type Content, toContent } from './entryContent';

/** An entry of a content type. */
export interface EntryId {
  uid: UID.ContentType;
  documentId: string;
}

/** The two sides of an entry as versions store them, with the position. */
export interface Sides {
  /** What the site shows; `undefined` when the entry is off the site. */
  published?: Content;
  draft?: Content;
  createdAt?: unknown;
  /** The id of the account that has added the entry. */
  createdBy?: number;
}

type Document = Modules.Documents.AnyDocument | null | undefined;

/** Groups entries by their types, in the order of the types' names. */
export function groupByType<Entry extends EntryId>(entries: Entry[]): [UID.ContentType, Entry[]][] {
  const groups = new Map<UID.ContentType, Entry[]>();
  for (const entry of entries) groups.set(entry.uid, [...(groups.get(entry.uid) ?? []), entry]);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

export const toKeyOf = ({ uid, documentId }: { uid: string; documentId: string | null }): string =>
  `${uid} ${documentId}`;

/** Reads the sides of several entries, by type instead of one by one; an entry that was deleted has none. */
export async function readEntries(
  strapi: Core.Strapi,
  entries: EntryId[],
): Promise<(entry: EntryId) => Sides> {
  const sides = new Map<string, Sides>();
  for (const [uid, group] of groupByType(entries)) {
    const populate = await buildPopulate(strapi, uid);
    const filters = { documentId: { $in: group.map(({ documentId }) => documentId) } };
    const read = async (status: 'draft' | 'published') => {
      const found = await strapi.documents(uid).findMany({ status, populate, filters });
      return new Map(found.map((document) => [document.documentId, document]));
    };
    const [published, drafts] = [await read('published'), await read('draft')];
    for (const { documentId } of group)
      sides.set(
        toKeyOf({ uid, documentId }),
        toSides(strapi, uid, published.get(documentId), drafts.get(documentId)),
      );
  }
  return (entry) => sides.get(toKeyOf(entry)) ?? {};
}

/** Reads the sides of an entry; none when it was deleted. */
export const readEntry = async (strapi: Core.Strapi, entry: EntryId): Promise<Sides> =>
  (await readEntries(strapi, [entry]))(entry);

const toSides = (strapi: Core.Strapi, uid: UID.ContentType, published: Document, draft: Document): Sides => ({
  ...(published && { published: toContent(strapi, uid, published) }),
  ...(draft && {
    draft: toContent(strapi, uid, draft),
    createdAt: draft.createdAt,
    ...(isRecord(draft.createdBy) && { createdBy: Number(draft.createdBy.id) }),
  }),
});

/** Returns what the owner calls an entry: its title, or the label of its type. */
export function nameEntry(uid: UID.ContentType, content: Content = {}): string {
  const type = findContentType(uid);
  const title = type?.title && content[type.title];
  return typeof title === 'string' && title.trim() ? title.trim() : (type?.linkLabel ?? '');
}
