import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isRequiredEntry } from '../shared/content/contentTypes';
import { findMenuType, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { mergeStatements } from '../shared/diet/mergeStatements';
import { deletePublishedRow, requireValidValues, writePublishedRow } from '../strapi/entries';
import { checkValues } from '../validation/checkValues';
import { requireName } from '../validation/requireName';
import { isSame, listChangedFields } from './compareContent';
import { type EntryId, readEntry, type Sides } from './entry';
import { type Content, omitPosition, restoreContent, toContent } from './entryContent';
import { DELETED, lockExisting } from './lockEntries';
import { mergeFields } from './merge';
import { updateModifiedState } from './modifiedState';
import { type Author, findLastShown, recordPublished, recordRemoved } from './recordVersions';

/** A change of what the site shows of an entry: made now, at a time that was planned, or backwards. */
export interface SiteChange extends EntryId {
  /** The fields that change, as versions store them; none of an entry that only goes on or off the site. */
  fields: Content;
  /**
   * What the site had in these fields when the change was decided; `null` when it had never shown the entry, and by default what it
   * has now.
   */
  base?: Content | null;
  /** Whether the entry is on the site afterwards; by default it stays as it is, and a new one goes on the site. */
  shown?: boolean;
  /** Whether the site showed it when the change was decided: one that was taken off since stays off. */
  wasShown?: boolean;
  /** Whether it undoes a publication: the draft keeps its words, and an entry that goes off the site counts as never shown. */
  isUndo?: boolean;
}

/** What the site and the draft of an entry have after a change. */
interface SiteAfter {
  /** What the site showed before, or showed last. */
  shown: Content | undefined;
  /** Whether it was on the site before. */
  wasShown: boolean;
  isShown: boolean;
  /** What the site shows, or would show if it were on, without the position. */
  content: Content;
  /** The same with the position, as Strapi's document service accepts it. */
  values: Content;
  /** The fields of the draft that follow: where it equalled the site. */
  draftContent: Content;
  /** Sentences about what has no place any more, such as a picture that was deleted. */
  lost: string[];
}

/** An entry before a change. */
interface Before extends Sides {
  draft: Content;
  /** What the site shows, or showed last. */
  shown: Content | undefined;
}

async function readBefore(strapi: Core.Strapi, entry: EntryId): Promise<Before> {
  const { draft, ...sides } = await readEntry(strapi, entry);
  if (!draft) throw new errors.NotFoundError(DELETED);
  return { ...sides, draft, shown: sides.published ?? (await findLastShown(strapi, entry)) };
}

/**
 * Returns what the site shows of an item that comes back to the menu: what it showed last. The owner may have stated something else
 * since, and a switch or a time does not choose between the two.
 */
function toReturning(shown: Content, draft: Content): Content {
  const [own, other] = [shown, draft].map(({ dietaryStatement }) => dietaryStatement);
  if (isSame(own, other)) return shown;
  const parse = (stored: unknown) => parseStoredStatement(stored) ?? null;
  return { ...shown, dietaryStatement: mergeStatements(parse(own), parse(other)) };
}

/** What the site has of an entry after a change; where somebody else has changed the same since, the change counts. */
function computeSite({ published, shown, draft }: Before, { fields, base = shown, ...change }: SiteChange) {
  const wasTakenOff = !published && (change.wasShown || (!base && shown));
  const isShown = change.shown ?? !wasTakenOff;
  const returns = change.shown && !published;
  const present = shown && (returns ? toReturning(shown, draft) : shown);
  const changed = present ? mergeFields(base ?? null, fields, present) : fields;
  return { isShown, present: present ?? draft, changed };
}

/** Returns the fields of a draft that change with the site; where both have changed, the draft keeps its own. */
function followInDraft({ shown, draft }: Before, content: Content): Content {
  if (!shown) return {};
  const changed = listChangedFields(omitPosition(shown), content);
  const own = Object.fromEntries(changed.map((name) => [name, draft[name]]));
  const followed = mergeFields(shown, own, content);
  const names = listChangedFields(own, followed);
  return Object.fromEntries(names.map((name) => [name, followed[name] ?? null]));
}

async function computeAfter(strapi: Core.Strapi, before: Before, change: SiteChange): Promise<SiteAfter> {
  const { uid } = change;
  const { shown, published, draft } = before;
  const { isShown, present, changed } = computeSite(before, change);
  const [old, own] = [await restoreContent(strapi, uid, present), await restoreContent(strapi, uid, changed)];
  // A field whose kind has changed since keeps its present value.
  const values = { ...old.values, ...own.values };
  const content = omitPosition(toContent(strapi, uid, values));
  return {
    shown,
    wasShown: published !== undefined,
    isShown,
    content,
    values: 'position' in draft ? { ...values, position: (published ?? draft).position } : values,
    draftContent: change.isUndo ? {} : followInDraft(before, content),
    lost: [...(published ? [] : old.lost), ...own.lost],
  };
}

/** @throws ApplicationError with a sentence for the owner when the site can't show the values */
async function checkAfter(
  strapi: Core.Strapi,
  { uid, documentId }: EntryId,
  { shown = {}, content, values }: SiteAfter,
): Promise<void> {
  const type = findMenuType(uid);
  if (type && !isRequiredEntry(uid, documentId)) requireName(String(values[nameFieldOf(type)] ?? ''));
  // What the site shows already may be from before a limit, and does not stop a change of something else.
  const names = listChangedFields(omitPosition(shown), content);
  const changed = Object.fromEntries(names.map((name) => [name, values[name]]));
  await checkValues(strapi, { uid, documentId, values: changed, isPublished: false });
  await checkValues(strapi, { uid, documentId, values, isPublished: true, isStored: true });
  await requireValidValues(strapi, uid, values);
}

/**
 * Reads an entry, and returns a function that computes what it would become if a change were made now.
 * @throws NotFoundError with a sentence for the owner when the entry was deleted
 */
export async function openPreview(
  strapi: Core.Strapi,
  entry: EntryId,
): Promise<(change: SiteChange) => Promise<SiteAfter>> {
  const before = await readBefore(strapi, entry);
  return (change) => computeAfter(strapi, before, change);
}

/** Reads what an entry would become if a change were made now, as `openPreview` does. */
export const previewChange = async (strapi: Core.Strapi, change: SiteChange): Promise<SiteAfter> =>
  (await openPreview(strapi, change))(change);

/**
 * Checks whether a change could be made now.
 * @throws ApplicationError with a sentence for the owner
 */
export const checkChange = async (strapi: Core.Strapi, change: SiteChange): Promise<void> =>
  checkAfter(strapi, change, await previewChange(strapi, change));

/** What a change has done. */
interface Applied {
  /** Whether the site shows something else than before. */
  hasChanged: boolean;
  /** Sentences about what has no place any more. */
  lost: string[];
}

/**
 * Changes what the site shows of an entry, and in its draft what equalled the site. The rest of the draft waits for its own Publish:
 * Strapi alone can only publish a whole draft. The change is recorded as a version.
 * @param keepsNewest whether the newest version stays although the new one has the same text, because an undo needs it
 * @throws ApplicationError with a sentence for the owner; nothing has changed then
 */
export async function applyChange(
  strapi: Core.Strapi,
  change: SiteChange,
  author: Author,
  keepsNewest = false,
): Promise<Applied> {
  const { uid, documentId } = change;
  const entry = { uid, documentId };
  return strapi.db.transaction(async () => {
    await lockExisting(strapi, entry);
    const before = await readBefore(strapi, entry);
    const { published, shown, draft } = before;
    const after = await computeAfter(strapi, before, change);
    const { isShown, content, values, draftContent, lost } = after;
    const changed = shown ? listChangedFields(omitPosition(shown), content) : [];
    if (isShown === Boolean(published) && changed.length === 0) {
      if (published) await updateModifiedState(strapi, entry);
      return { hasChanged: false, lost };
    }
    const row = await strapi.db
      .query(uid)
      .findOne({ where: { documentId, publishedAt: { $notNull: true } } });
    if (isShown) {
      await checkAfter(strapi, entry, after);
      const written = published
        ? Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
        : { ...values, createdBy: before.createdBy };
      const signed = { ...written, updatedBy: author.userId };
      await writePublishedRow(strapi, uid, { documentId, row, values: signed });
      await recordPublished(strapi, entry, author, keepsNewest);
    } else {
      // A change of one that was taken off counts when it comes back.
      if (!row) await checkAfter(strapi, entry, after);
      else await deletePublishedRow(strapi, uid, row);
      const kind = change.isUndo && change.shown === false ? 'undoFirst' : 'unpublish';
      await recordRemoved(strapi, entry, author, kind, {
        published: { ...content, position: draft.position },
      });
    }
    if (Object.keys(draftContent).length > 0) {
      const followed = await restoreContent(strapi, uid, draftContent);
      const data = { ...followed.values, updatedBy: author.userId };
      await strapi.documents(uid).update({ documentId, data });
    }
    if (isShown) await updateModifiedState(strapi, entry);
    return { hasChanged: true, lost };
  });
}
