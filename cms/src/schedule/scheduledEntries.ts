import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { listChangedFields } from '../content/compareContent';
import { type Content, omitPosition, restoreContent } from '../content/entryContent';
import { toReturningContent } from '../dishes/returningContent';
import { DELETED } from '../publishing/lockEntries';
import { publishValuesBesideDraft } from '../publishing/publishBesideDraft';
import { findContentType, isRequiredEntry } from '../shared/content/contentTypes';
import { findMenuType, nameFieldOf } from '../shared/content/menuTypes';
import { buildPopulate } from '../strapi/entries';
import { requireName } from '../validation/requireName';
import {
  describeEntryChanges,
  describeReturn,
  findShown,
  readEntries,
  readEntry,
} from '../versions/recordVersions';
import { type EntryId, removedIn } from '../versions/version';
import { keepReturn } from './endReturns';
import { mergeContent } from './mergeContent';
import type { ScheduledEntry, StoredChange } from './scheduledChange';

const pick = (content: Content, names: string[]): Content =>
  Object.fromEntries(names.map((name) => [name, content[name] ?? null]));

/** Reads what the site showed last of an entry that is off the site; `undefined` when it never did. */
async function readLastShown(strapi: Core.Strapi, entry: EntryId): Promise<Content | undefined> {
  const version = await findShown(strapi, entry);
  return version ? removedIn(version).published : undefined;
}

/** Returns what the owner calls an entry: its title, or the label of its type. */
function nameEntry(uid: UID.ContentType, content: Content): string {
  const type = findContentType(uid);
  const title = type?.title && content[type.title];
  return typeof title === 'string' && title.trim() ? title.trim() : (type?.linkLabel ?? '');
}

/**
 * Returns what publishing the draft of an entry would change on the site now.
 * @param sides the entry as it is now
 * @returns `undefined` when that is nothing
 * @throws NotFoundError with a sentence for the owner when the entry was deleted
 */
export async function captureDraft(
  strapi: Core.Strapi,
  { uid, documentId }: EntryId,
  { published, draft }: Awaited<ReturnType<typeof readEntry>>,
): Promise<ScheduledEntry | undefined> {
  if (!draft) throw new errors.NotFoundError(DELETED);
  const content = omitPosition(draft);
  const shown = published ?? (await readLastShown(strapi, { uid, documentId }));
  const changed = published ? listChangedFields(content, omitPosition(published)) : Object.keys(content);
  if (changed.length === 0) return undefined;
  return {
    uid,
    documentId,
    name: nameEntry(uid, content),
    content: pick(content, changed),
    replaced: shown ? pick(shown, changed) : null,
    wasShown: published !== undefined,
  };
}

/** Describes in one line what publishing an entry changes on the site. */
export const describeScheduledEntry = (
  strapi: Core.Strapi,
  { uid, documentId, content, replaced, wasShown }: ScheduledEntry,
): string => {
  if (!replaced) return 'On the site for the first time';
  const change = describeEntryChanges(strapi, { uid, documentId }, replaced, content);
  return wasShown ? change : describeReturn(change);
};

/** What an entry is published with, and whether it stays off the site. */
interface Publication {
  values: Content;
  /** What follows in the draft: the fields, or rows of a list, that were there as on the site. */
  draftValues: Content;
  isOff: boolean;
  /** Sentences about what has no place any more. */
  lost: string[];
}

/**
 * Reads what a scheduled change publishes of an entry now.
 * @throws NotFoundError with a sentence for the owner when the entry was deleted
 */
async function readPublication(
  strapi: Core.Strapi,
  { uid, documentId, content, replaced, wasShown }: ScheduledEntry,
): Promise<Publication> {
  const entry = { uid, documentId };
  const { published, draft } = await readEntry(strapi, entry);
  if (!draft) throw new errors.NotFoundError(DELETED);
  const shown = published ?? (await readLastShown(strapi, entry));
  const wasTakenOff = wasShown || (!replaced && shown !== undefined);
  // A dish that was taken off since then stays off, and comes back with the new words.
  const isOff = !published && wasTakenOff;
  const merged = shown ? { ...(isOff && shown), ...mergeContent(replaced, content, shown) } : content;
  const { values, lost } = await restoreContent(strapi, uid, omitPosition(merged));
  return {
    values: published ? values : { ...values, position: draft.position },
    draftValues: shown ? await followInDraft(strapi, uid, { shown, merged, draft }) : {},
    isOff,
    lost,
  };
}

/** Returns the fields of a draft that change with the site; where both have changed, the draft keeps its own. */
async function followInDraft(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  { shown, merged, draft }: { shown: Content; merged: Content; draft: Content },
): Promise<Content> {
  const own = omitPosition(pick(draft, Object.keys(merged)));
  const followed = mergeContent(shown, own, { ...shown, ...merged });
  const changed = listChangedFields(own, followed);
  return (await restoreContent(strapi, uid, pick(followed, changed))).values;
}

/** @throws ValidationError with a sentence for the owner when an item would have no name */
function requireNameOf({ uid, documentId }: EntryId, values: Content): void {
  const type = findMenuType(uid);
  if (!type || isRequiredEntry(uid, documentId)) return;
  const field = nameFieldOf(type);
  if (field in values) requireName(String(values[field] ?? ''));
}

/**
 * Publishes an entry as it was scheduled; of its draft, only what equalled the site follows. Call it in a transaction, with the entry locked.
 * @returns sentences about what has no place any more
 * @throws ApplicationError with a sentence for the owner
 */
export async function publishScheduledEntry(
  strapi: Core.Strapi,
  entry: ScheduledEntry,
  userId: number | null,
): Promise<string[]> {
  const { uid, documentId } = entry;
  const { values, draftValues, isOff, lost } = await readPublication(strapi, entry);
  requireNameOf(entry, values);
  const publish = () =>
    publishValuesBesideDraft<Content>(strapi, {
      uid,
      documentId,
      changePublished: () => values,
      changeDraft: () => draftValues,
      userId,
    });
  await (isOff ? keepReturn(publish) : publish());
  if (isOff) await strapi.documents(uid).unpublish({ documentId });
  return lost;
}

/** Lists the entries that were deleted. */
export async function listDeleted(strapi: Core.Strapi, entries: ScheduledEntry[]): Promise<ScheduledEntry[]> {
  const read = await readEntries(strapi, entries);
  return entries.filter((entry) => !read(entry).draft);
}

/** Whether publishing the drafts of entries would change anything on the site after a scheduled change. */
export async function areBehindDrafts(
  strapi: Core.Strapi,
  { entries }: Pick<StoredChange, 'entries'>,
): Promise<boolean> {
  const read = await readEntries(strapi, entries);
  for (const { uid, documentId, content } of entries) {
    const { draft, published } = read({ uid, documentId });
    if (!draft) continue;
    const planned = { ...omitPosition(published ?? {}), ...content };
    if (listChangedFields(omitPosition(draft), planned).length > 0) return true;
  }
  return false;
}

/** Whether the site shows the item of a scheduled return. */
export async function isItemShown(strapi: Core.Strapi, { entries }: StoredChange): Promise<boolean> {
  const [entry] = entries;
  return entry !== undefined && (await readEntry(strapi, entry)).published !== undefined;
}

/** An entry with the content that the site would show, as Strapi's document service returns it. */
type ShownEntry = EntryId & { content: Content };

/** Reads how the site would show the item that comes back. */
async function previewItem(strapi: Core.Strapi, entry: EntryId): Promise<Content> {
  const { uid } = entry;
  const { published, draft } = await readEntry(strapi, entry);
  const shown = await readLastShown(strapi, entry);
  const content = published ?? (shown && draft ? toReturningContent(shown, draft) : (draft ?? {}));
  const { values } = await restoreContent(strapi, uid, omitPosition(content));
  return { ...values, position: draft?.position };
}

/**
 * Reads how the site would show the entries of a scheduled change if it were made now, without those that were deleted or stay off.
 */
export async function previewChange(strapi: Core.Strapi, change: StoredChange): Promise<ShownEntry[]> {
  const shown: ShownEntry[] = [];
  for (const entry of change.entries) {
    const { uid, documentId } = entry;
    const { draft } = await readEntry(strapi, entry);
    if (!draft) continue;
    const publication =
      change.scope === 'item'
        ? { values: await previewItem(strapi, entry), isOff: false }
        : await readPublication(strapi, entry);
    if (publication.isOff) continue;
    const populate = await buildPopulate(strapi, uid);
    const present = await strapi.documents(uid).findOne({ documentId, status: 'published', populate });
    shown.push({ uid, documentId, content: { ...present, ...publication.values, documentId } });
  }
  return shown;
}
