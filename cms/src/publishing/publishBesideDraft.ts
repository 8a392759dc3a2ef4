import { randomUUID } from 'node:crypto';
import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isSame } from '../content/compareContent';
import { buildPopulate, createEntryWithId } from '../strapi/entries';
import { updateRows } from '../strapi/rows';
import { lockDraft } from './lockEntries';
import { updateModifiedState } from './modifiedState';

const NEVER_PUBLISHED =
  'This was never published, so the site does not show it yet: open it, look through it and press Publish.';

/** A change of an entry that is published at once. */
export interface ChangeBesideDraft<Values extends object> {
  uid: UID.ContentType;
  documentId: string;
  /**
   * Returns the part of a version that the change is about, such as one field. If the draft has another one than the published
   * version, it waits there for its own Publish, and the change leaves the draft as it is: no version has what it would replace.
   */
  selectPart: (values: Values) => unknown;
  /**
   * Returns the fields that change, from the values of one version of the entry, with its pictures and components. It is
   * called for each version that changes. A component that keeps its `id` is updated, one without is new.
   */
  change: (values: Values) => Partial<Values>;
  /** The id of the account that makes the change; `null` when a scheduled change is made whose account was deleted. */
  userId: number | null;
}

/** A publishing that leaves the draft as it is but for `changeDraft`. */
interface Publication<Values extends object>
  extends Omit<ChangeBesideDraft<Values>, 'change' | 'selectPart'> {
  /** Returns the fields that change on the site, from the published values; `null` when the entry is not on the site. */
  changePublished: (published: Values | null) => Partial<Values>;
  /** Returns the fields that change in the draft; `published` has the values from before the publishing. */
  changeDraft: (draft: Values, published: Values | null) => Partial<Values>;
}

/**
 * Publishes a change of an entry, and leaves the draft as it is but for the same change, where it has nothing of its own:
 * Strapi alone can only publish the whole draft. The document middlewares check the change, and `recordVersions` stores it as a
 * version, as if the owner had published it in the admin.
 * @throws ApplicationError with a sentence for the owner; nothing has changed then
 */
export function publishChangeBesideDraft<Values extends object>(
  strapi: Core.Strapi,
  { selectPart, change, ...entry }: ChangeBesideDraft<Values>,
): Promise<void> {
  const changePublished = (published: Values | null) => {
    if (!published) throw new errors.ApplicationError(NEVER_PUBLISHED);
    return change(published);
  };
  const changeDraft = (draft: Values, published: Values | null) =>
    published && isSame(selectPart(draft), selectPart(published)) ? change(draft) : {};
  return publishValuesBesideDraft<Values>(strapi, { ...entry, changePublished, changeDraft });
}

/**
 * Publishes values without those of the draft. An entry that is not on the site gets there with these values alone.
 *
 * The draft stays in its row, hidden from Strapi, while a copy of the published version is changed and published in its place.
 * So it keeps every value, and the ids of its components, with which a form that is open in the admin saves it.
 * @throws ApplicationError with a sentence for the owner; nothing has changed then
 */
export async function publishValuesBesideDraft<Values extends object>(
  strapi: Core.Strapi,
  publication: Publication<Values>,
): Promise<void> {
  const { uid, documentId, changeDraft, userId } = publication;
  const documents = strapi.documents(uid);
  const populate = await buildPopulate(strapi, uid);

  await strapi.db.transaction(async () => {
    const draft = await lockDraft(strapi, uid, documentId);
    const isPublished = Boolean(await documents.findOne({ documentId, status: 'published' }));
    const createdBy = (await documents.findOne({ documentId, status: 'draft', populate }))?.createdBy;

    await hideDraft(strapi, uid, draft.id);
    if (isPublished) await documents.discardDraft({ documentId });
    const published = await publishCopy(strapi, publication, createdBy);
    await deleteDraft(strapi, uid, documentId);
    await returnDraft(strapi, uid, draft.id, documentId);

    const values = await documents.findOne({ documentId, status: 'draft', populate });
    // Cast: the caller names the fields of its content type, for which Strapi has no types here.
    const draftChanges = changeDraft(values as unknown as Values, published);
    if (Object.keys(draftChanges).length)
      await documents.update({ documentId, data: { ...draftChanges, updatedBy: userId } });
    await updateModifiedState(strapi, uid, documentId);
  });
}

/** Hides a draft from Strapi: with a document id of its own, it belongs to no entry. */
const hideDraft = (strapi: Core.Strapi, uid: UID.ContentType, rowId: number): Promise<unknown> =>
  updateRows(strapi, uid, { id: rowId }, { documentId: randomUUID() });

/** Gives a hidden draft back to its entry. */
const returnDraft = (
  strapi: Core.Strapi,
  uid: UID.ContentType,
  rowId: number,
  documentId: string,
): Promise<unknown> => updateRows(strapi, uid, { id: rowId }, { documentId });

/**
 * Changes and publishes the copy of the published version that is the draft now, or a new draft where nothing was published.
 * @returns the published values from before
 */
async function publishCopy<Values extends object>(
  strapi: Core.Strapi,
  { uid, documentId, changePublished, userId }: Publication<Values>,
  createdBy: unknown,
): Promise<Values | null> {
  const documents = strapi.documents(uid);
  const copy = await documents.findOne({
    documentId,
    status: 'draft',
    populate: await buildPopulate(strapi, uid),
  });
  // Cast: the caller names the fields of its content type, for which Strapi has no types here.
  const published = copy as unknown as Values | null;
  const data = { ...changePublished(published), updatedBy: userId };
  if (copy) await documents.update({ documentId, data });
  else await createEntryWithId(strapi, uid, documentId, { ...data, createdBy });
  await documents.publish({ documentId });
  return published;
}

/** Deletes the draft of an entry and leaves its published version, which Strapi's document service can't do. */
async function deleteDraft(strapi: Core.Strapi, uid: UID.ContentType, documentId: string): Promise<void> {
  const documents = strapi.documents(uid);
  const draft = await documents.findOne({ documentId, status: 'draft' });
  if (!draft) throw new Error(`${uid} ${documentId} has no draft.`);
  const components = Object.entries(strapi.contentType(uid).attributes).flatMap(([name, attribute]) => {
    if (attribute.type === 'dynamiczone') return [[name, []]];
    return attribute.type === 'component' ? [[name, attribute.repeatable ? [] : null]] : [];
  });
  await documents.update({ documentId, data: Object.fromEntries(components) });
  await strapi.db.query(uid).delete({ where: { id: draft.id } });
}
