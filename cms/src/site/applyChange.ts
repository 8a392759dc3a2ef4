import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { fieldsOfEntry, isRequiredEntry } from '../shared/content/contentTypes';
import { findMenuType, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { mergeStatements } from '../shared/diet/mergeStatements';
import { deletePublishedRow, requireValidValues, writePublishedRow } from '../strapi/entries';
import { checkValues } from '../validation/checkValues';
import { requireName } from '../validation/requireName';
import { type Entry, type EntryId, findEntries, updateModifiedState } from './entry';
import {
  type Content,
  isSame,
  listChangedFields,
  omitPosition,
  pickFields,
  restoreContent,
  toContent,
} from './entryContent';
import { DELETED, lockExisting } from './lockEntries';
import { mergeFields } from './merge';
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
  /** Whether it ends what a planned change has published: what somebody has changed since then stays. */
  isEnd?: boolean;
}

/** An entry before a change. */
export interface Before extends Entry {
  /** What the site shows, or showed last. */
  lastShown: Content | undefined;
}

/** What the site and the draft of an entry have after a change. */
export interface SiteAfter {
  /** What the site showed before, or showed last. */
  lastShown: Content | undefined;
  /** Whether it was on the site before. */
  wasShown: boolean;
  isShown: boolean;
  /** What the site shows, or would show if it were on, without the position. */
  content: Content;
  /** The same with the position, as Strapi's document service accepts it. */
  values: Content;
  /** The fields in which that differs from what the site showed last. */
  changedFields: string[];
  /** The fields of the draft that follow: where it equalled the site. */
  draftContent: Content;
  /** Sentences about what has no place any more, such as a picture that was deleted. */
  lost: string[];
}

export async function readBefore(strapi: Core.Strapi, { uid, documentId }: EntryId): Promise<Before> {
  const [entry] = await findEntries(strapi, uid, { documentId });
  if (!entry) throw new errors.NotFoundError(DELETED);
  return { ...entry, lastShown: entry.published ?? (await findLastShown(strapi, entry)) };
}

/**
 * Returns what the site shows of an item that comes back to the menu, or of words that do: what it showed last. The owner may have stated
 * something else since, and a switch or a time does not choose between the two.
 */
export function toReturning(shown: Content, since: Content): Content {
  const [own, other] = [shown, since].map(({ dietaryStatement }) => dietaryStatement);
  if (isSame(own, other)) return shown;
  const parse = (stored: unknown) => parseStoredStatement(stored) ?? null;
  return { ...shown, dietaryStatement: mergeStatements(parse(own), parse(other)) };
}

/** What the site has of an entry after a change; where somebody else has changed the same since, the change counts unless it is an end. */
function computeSite(
  { published, lastShown, draft }: Before,
  { fields, base = lastShown, ...change }: SiteChange,
) {
  const wasTakenOff = !published && (change.wasShown || (!base && lastShown));
  const isShown = change.shown ?? !wasTakenOff;
  const returns = change.shown && !published;
  const present = lastShown && (returns ? toReturning(lastShown, draft) : lastShown);
  if (!present) return { isShown, present: draft, changed: fields };
  const changed = change.isEnd
    ? mergeFields(base ?? null, pickFields(present, Object.keys(fields)), fields)
    : mergeFields(base ?? null, fields, present);
  return { isShown, present, changed };
}

/** Returns the fields of a draft that change with the site; where both have changed, the draft keeps its own. */
function followInDraft({ lastShown, draft }: Before, content: Content): Content {
  if (!lastShown) return {};
  const own = pickFields(draft, listChangedFields(omitPosition(lastShown), content));
  const followed = mergeFields(lastShown, own, content);
  return pickFields(followed, listChangedFields(own, followed));
}

/** Computes what an entry becomes by a change. */
export async function computeAfter(
  strapi: Core.Strapi,
  before: Before,
  change: SiteChange,
): Promise<SiteAfter> {
  const { uid } = change;
  const { lastShown, published, draft } = before;
  const { isShown, present, changed } = computeSite(before, change);
  const [old, own] = [await restoreContent(strapi, uid, present), await restoreContent(strapi, uid, changed)];
  // A field whose kind has changed since keeps its present value.
  const values = { ...old.values, ...own.values };
  const content = omitPosition(toContent(strapi, uid, values));
  return {
    lastShown,
    wasShown: published !== undefined,
    isShown,
    content,
    values: 'position' in draft ? { ...values, position: (published ?? draft).position } : values,
    changedFields: listChangedFields(omitPosition(lastShown ?? {}), content),
    draftContent: change.isUndo ? {} : followInDraft(before, content),
    lost: [...(published ? [] : old.lost), ...own.lost],
  };
}

/** Requires that no text is empty that the admin requires in a form: Strapi publishes it. */
export function requireTexts(strapi: Core.Strapi, { uid, documentId }: EntryId, values: Content): void {
  const type = findMenuType(uid);
  if (type && !isRequiredEntry(uid, documentId)) requireName(String(values[nameFieldOf(type)] ?? ''));
  const { attributes } = strapi.contentType(uid);
  for (const [name, { label }] of Object.entries(fieldsOfEntry(uid, documentId)))
    if (attributes[name]?.required && isSame(values[name], ''))
      throw new errors.ValidationError(`${label}: this can’t be empty.`);
}

/** Requires that the site can show the values. */
async function requireShowable(
  strapi: Core.Strapi,
  { uid, documentId }: EntryId,
  { values, changedFields }: SiteAfter,
): Promise<void> {
  requireTexts(strapi, { uid, documentId }, values);
  // What the site shows already may be from before a limit, and does not stop a change of something else.
  const changed = pickFields(values, changedFields);
  await checkValues(strapi, { uid, documentId, values: changed, isPublished: false });
  await checkValues(strapi, { uid, documentId, values, isPublished: true, isStored: true });
  await requireValidValues(strapi, uid, values);
}

/** Reads what an entry would become if a change were made now. */
export const previewChange = async (strapi: Core.Strapi, change: SiteChange): Promise<SiteAfter> =>
  computeAfter(strapi, await readBefore(strapi, change), change);

/** Requires that a change could be made now. */
export const requireApplicable = async (strapi: Core.Strapi, change: SiteChange): Promise<void> =>
  requireShowable(strapi, change, await previewChange(strapi, change));

/** Writes what the site shows of an entry after a change, and records it as a version. */
async function writeSite(
  strapi: Core.Strapi,
  { uid, documentId, shown, isUndo }: SiteChange,
  { createdBy, draft }: Before,
  after: SiteAfter,
  author: Author,
): Promise<void> {
  const { wasShown, isShown, content, values, changedFields } = after;
  const entry = { uid, documentId };
  // A change of one that is off the site counts when it comes back.
  if (isShown || !wasShown) await requireShowable(strapi, entry, after);
  const row = await strapi.db.query(uid).findOne({ where: { documentId, publishedAt: { $notNull: true } } });
  if (isShown) {
    const written = wasShown ? pickFields(values, changedFields) : { ...values, createdBy };
    const signed = { ...written, updatedBy: author.userId };
    await writePublishedRow(strapi, uid, { documentId, row, values: signed });
    return recordPublished(strapi, entry, author);
  }
  if (wasShown) await deletePublishedRow(strapi, uid, row);
  await recordRemoved(strapi, entry, author, isUndo && shown === false ? 'undoFirst' : 'unpublish', {
    published: { ...content, position: draft.position },
  });
}

/**
 * Changes what the site shows of an entry, and in its draft what equalled the site. The rest of the draft waits for its own Publish:
 * Strapi alone can only publish a whole draft. The change is recorded as a version.
 * @returns what there is after it, and whether the site shows something else than before
 */
export async function applyChange(
  strapi: Core.Strapi,
  change: SiteChange,
  author: Author,
): Promise<SiteAfter & { hasChanged: boolean }> {
  const { uid, documentId } = change;
  return strapi.db.transaction(async () => {
    await lockExisting(strapi, change);
    const before = await readBefore(strapi, change);
    const after = await computeAfter(strapi, before, change);
    const { lastShown, wasShown, isShown, changedFields, draftContent } = after;
    const hasChanged = isShown !== wasShown || (lastShown !== undefined && changedFields.length > 0);
    if (hasChanged) await writeSite(strapi, change, before, after, author);
    if (hasChanged && Object.keys(draftContent).length > 0) {
      const { values } = await restoreContent(strapi, uid, draftContent);
      const data = { ...values, updatedBy: author.userId };
      await strapi.documents(uid).update({ documentId, data });
    }
    await updateModifiedState(strapi, change);
    return { ...after, hasChanged };
  });
}
