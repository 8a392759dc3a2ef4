import type { Core, Modules, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findContentType } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { buildPopulate } from '../strapi/entries';
import { updateRows } from '../strapi/rows';
import { type Content, isSame, toContent } from './entryContent';

/** An entry of a content type. */
export interface EntryId {
  uid: UID.ContentType;
  documentId: string;
}

/** Parses the entry that a request names. */
export function parseEntry({ uid, documentId }: { uid?: unknown; documentId?: unknown }): EntryId {
  if (!isTypeUid(uid)) throw new errors.NotFoundError();
  return { uid, documentId: String(documentId ?? '') };
}

const isTypeUid = (uid: unknown): uid is UID.ContentType =>
  typeof uid === 'string' && findContentType(uid) !== undefined;

/** An entry with its two sides as versions store them, with the position. */
export interface Entry extends EntryId {
  draft: Content;
  /** What the site shows; `undefined` when the entry is off the site. */
  published?: Content | undefined;
  createdAt?: unknown;
  /** The id of the account that has added the entry. */
  createdBy?: number | undefined;
  /** When the draft was changed, in milliseconds since 1970. */
  updatedAt: number;
  /** The id of the account that has changed the draft. */
  updatedBy?: number | undefined;
  /** When what the site shows was changed, in milliseconds since 1970. */
  shownAt?: number | undefined;
}

/** The sides of an entry; none of one that was deleted. */
export type Sides = Partial<Omit<Entry, keyof EntryId>>;

/** Groups entries by their types, in the order of the types' names. */
export function groupByType<Entry extends EntryId>(entries: Entry[]): [UID.ContentType, Entry[]][] {
  const groups = new Map<UID.ContentType, Entry[]>();
  for (const entry of entries) groups.set(entry.uid, [...(groups.get(entry.uid) ?? []), entry]);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

export const toKeyOf = ({ uid, documentId }: { uid: string; documentId: string | null }): string =>
  `${uid} ${documentId}`;

const idOf = (account: unknown) => (isRecord(account) ? Number(account.id) : undefined);

/** Reads the entries of a type that match, in the order of their rows. */
export async function findEntries(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  filters: object = {},
): Promise<Entry[]> {
  const populate = await buildPopulate(strapi, uid);
  const find = (status: 'draft' | 'published') =>
    strapi.documents(uid).findMany({ status, populate, filters, sort: 'id' });
  const timeOf = ({ updatedAt }: Modules.Documents.AnyDocument) => new Date(updatedAt ?? 0).getTime();
  const published = new Map((await find('published')).map((row) => [row.documentId, row]));
  return (await find('draft')).map((draft) => {
    const { documentId, createdAt, createdBy, updatedBy } = draft;
    const shown = published.get(documentId);
    return {
      uid,
      documentId,
      draft: toContent(strapi, uid, draft),
      ...(shown && { published: toContent(strapi, uid, shown), shownAt: timeOf(shown) }),
      createdAt,
      createdBy: idOf(createdBy),
      updatedAt: timeOf(draft),
      updatedBy: idOf(updatedBy),
    };
  });
}

/** Reads the sides of several entries, by type instead of one by one; an entry that was deleted has none. */
export async function readEntries(
  strapi: Core.Strapi,
  entries: EntryId[],
): Promise<(entry: EntryId) => Sides> {
  const found = new Map<string, Sides>();
  for (const [uid, group] of groupByType(entries)) {
    const documentId = { $in: group.map((entry) => entry.documentId) };
    for (const entry of await findEntries(strapi, uid, { documentId })) found.set(toKeyOf(entry), entry);
  }
  return (entry) => found.get(toKeyOf(entry)) ?? {};
}

/** Reads the sides of an entry; none when it was deleted. */
export const readEntry = async (strapi: Core.Strapi, entry: EntryId): Promise<Sides> =>
  (await readEntries(strapi, [entry]))(entry);

/** Whether an entry is off the site, so that it can come back: not one that is there, and not one that was deleted. */
export async function isOff(strapi: Core.Strapi, entry: EntryId): Promise<boolean> {
  const { draft, published } = await readEntry(strapi, entry);
  return draft !== undefined && published === undefined;
}

/** Returns what the owner calls an entry: the title in the first of its contents that has one, or the label of its type. */
export function nameEntry(uid: UID.ContentType, ...contents: (Content | undefined)[]): string {
  const type = findContentType(uid);
  const titles = contents.map((content) => String((type?.title && content?.[type.title]) ?? '').trim());
  return titles.find(Boolean) ?? type?.linkLabel ?? '';
}

/** Makes the admin call an entry that the site shows modified exactly if the content of its draft differs. */
export async function updateModifiedState(strapi: Core.Strapi, { uid, documentId }: EntryId): Promise<void> {
  const [entry] = await findEntries(strapi, uid, { documentId });
  if (entry?.shownAt === undefined) return;
  const { draft, published, updatedAt, shownAt } = entry;
  // The admin calls an entry modified when its draft is newer than its published version.
  const time = isSame(draft, published) ? shownAt : Math.max(updatedAt, shownAt + 1);
  const where = { documentId, publishedAt: { $null: true } };
  await updateRows(strapi, uid, where, { updatedAt: new Date(time) });
}
