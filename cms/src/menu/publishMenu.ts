import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isAllowed, requireAllowed, requireSome } from '../permissions/entryPermissions';
import { uidOf } from '../shared/content/contentTypes';
import { type MenuType, menuTypes } from '../shared/content/menuTypes';
import { errorMessage } from '../shared/errorMessage';
import type { MenuCommand } from '../shared/requests/changeCommands';
import { readEntries } from '../site/entry';
import { lockEntry } from '../site/lockEntries';
import { ConflictError } from '../site/merge';
import { captureDraft, parseMoment, planPublishing } from '../site/planChange';
import type { PlannedEntry } from '../site/plannedChange';
import {
  entriesOf,
  listNames,
  recordPublication,
  requirePublication,
  undoPublication,
} from '../site/publications';
import { targetOf } from '../site/readVersions';
import { authorOf } from '../site/recordVersions';
import { findShown } from '../site/storedVersions';
import type { PublishedEntry } from '../site/version';
import type { Account } from '../strapi/permissions';
import { requireName } from '../validation/requireName';
import { findNewItems, readItems, selectUnpublished } from './items';
import { readVisibleItems } from './readItemList';

/** A change is not allowed to an account; its message is a sentence for the owner, which Strapi omits from a ForbiddenError. */
export class NotAllowedError extends Error {}

/** A new or changed item, which *Publish the menu* publishes. */
interface Unpublished {
  type: MenuType;
  documentId: string;
  /** What the owner calls it. */
  name: string;
}

/**
 * Publishes the draft of an item, unless somebody has published it, taken it off or deleted it in the meantime.
 * @returns what has changed on the site; `undefined` when that is nothing
 * @throws ValidationError when it has no name
 */
async function publishItem(
  strapi: Core.Strapi,
  { type, documentId, name }: Unpublished,
): Promise<PublishedEntry | undefined> {
  const entry = { uid: uidOf(type), documentId };
  return strapi.db.transaction(async () => {
    await lockEntry(strapi, entry);
    const items = await readItems(strapi, type, { documentId });
    const [item] = selectUnpublished(items, await findNewItems(strapi, type, items));
    if (!item) return undefined;
    requireName(item.draft.name);
    const before = await findShown(strapi, entry);
    await strapi.documents(entry.uid).publish({ documentId });
    const version = await findShown(strapi, entry);
    if (!version || version.id === before?.id) return undefined;
    return { ...entry, name, change: version.change, version: version.id, before: before?.id ?? null };
  });
}

/** Lists the items that an account sees and *Publish the menu* would change on the site. */
async function listUnpublishedItems(
  strapi: Core.Strapi,
  type: MenuType,
  account: Account,
): Promise<Unpublished[]> {
  const items = await readVisibleItems(strapi, type, account);
  const unpublished = selectUnpublished(items, await findNewItems(strapi, type, items));
  return unpublished.map(({ documentId, draft, published }) => ({
    type,
    documentId,
    name: draft.name.trim() || published?.name || 'one without a name',
  }));
}

/** @throws NotAllowedError that names those that the account may not publish */
async function requirePermissions(
  strapi: Core.Strapi,
  account: Account,
  unpublished: Unpublished[],
): Promise<void> {
  const forbidden: Unpublished[] = [];
  for (const item of unpublished) {
    const use = { uid: uidOf(item.type), actions: ['publish'] } as const;
    if (!(await isAllowed(strapi, account, use, item))) forbidden.push(item);
  }
  if (forbidden.length === 0) return;
  throw new NotAllowedError(
    `Your account may not publish ${listNames(forbidden)}, so nothing was published. Ask whoever looks after the site.`,
  );
}

/**
 * Lists the new and changed items that an account sees.
 * @throws ForbiddenError when the account may publish none of the menu
 * @throws NotAllowedError when it may not publish one of the changes
 */
async function listPublishable(strapi: Core.Strapi, account: Account): Promise<Unpublished[]> {
  requireSome(strapi, account, ['read', 'publish'], menuTypes);
  const unpublished: Unpublished[] = [];
  for (const type of requireSome(strapi, account, ['read'], menuTypes))
    unpublished.push(...(await listUnpublishedItems(strapi, type, account)));
  await requirePermissions(strapi, account, unpublished);
  return unpublished;
}

/**
 * Requires that nobody else has changed what goes out since the owner saw it.
 * @param seenAt the `readAt` of the menu that she saw; undefined in a tab of an earlier version
 * @throws ConflictError with a sentence for the owner
 */
async function requireSeen(
  strapi: Core.Strapi,
  account: Account,
  unpublished: Unpublished[],
  seenAt: unknown,
): Promise<void> {
  const time = new Date(String(seenAt ?? Number.NaN));
  if (Number.isNaN(time.getTime())) return;
  const changed: Unpublished[] = [];
  for (const item of unpublished) {
    const where = {
      documentId: item.documentId,
      publishedAt: null,
      updatedAt: { $gt: time },
      updatedBy: { id: { $ne: account.user.id } },
    };
    if (await strapi.db.query(uidOf(item.type)).count({ where })) changed.push(item);
  }
  if (changed.length > 0)
    throw new ConflictError(
      `Somebody else has changed ${listNames(changed)} since you opened this, so nothing is planned. Look at the menu again, then plan it.`,
    );
}

/**
 * Publishes the drafts of the new and changed items that an account sees at a time, all at once.
 * @param order the time, the id of a planned change that this one replaces, and when the owner saw what goes out
 * @throws ForbiddenError or NotAllowedError as `publishMenu` does
 * @throws ValidationError or ConflictError with a sentence for the owner; nothing has changed then
 */
export async function planMenu(
  strapi: Core.Strapi,
  account: Account,
  { time, replaces, seenAt }: { time?: unknown; replaces?: unknown; seenAt?: unknown },
): Promise<void> {
  const unpublished = await listPublishable(strapi, account);
  const moment = parseMoment(time);
  const entries: PlannedEntry[] = [];
  const read = await readEntries(
    strapi,
    unpublished.map(({ type, documentId }) => ({ uid: uidOf(type), documentId })),
  );
  for (const { type, documentId } of unpublished) {
    const item = { uid: uidOf(type), documentId };
    const entry = await captureDraft(strapi, item, read(item));
    if (entry) entries.push(entry);
  }
  // After they were read: what is changed later does not go out.
  await requireSeen(strapi, account, unpublished, seenAt);
  await planPublishing(strapi, 'menu', entries, { account, moment, replaces });
}

/**
 * Publishes the drafts of the new and changed items that an account sees, each by itself.
 * @param press the id that the screen has given to the press of *Publish the menu*
 * @returns the command that undoes it; `null` when nothing was published
 * @throws ForbiddenError when the account may publish none of the menu
 * @throws NotAllowedError when it may not publish one of the changes; nothing is published then
 * @throws ValidationError that names those that can't be published; all others are published then, and `details.undo` undoes that
 */
export async function publishMenu(
  strapi: Core.Strapi,
  account: Account,
  press: unknown,
): Promise<MenuCommand | null> {
  const unpublished = await listPublishable(strapi, account);
  const published: PublishedEntry[] = [];
  const failed: Unpublished[] = [];
  for (const item of unpublished)
    try {
      const entry = await publishItem(strapi, item);
      if (entry) published.push(entry);
    } catch (error) {
      if (!(error instanceof errors.ApplicationError)) throw error;
      const { type, name } = item;
      strapi.log.warn(`“${name}” of ${type} can't be published: ${errorMessage(error)}`);
      failed.push(item);
    }
  const undo = await recordPublication(strapi, published, authorOf(account), press);
  if (failed.length === 0) return undo;
  throw new errors.ValidationError(
    `${listNames(failed)} could not be published: look at the words there and try again. Everything else is on the site now.`,
    { undo },
  );
}

/**
 * Undoes a publication of the menu.
 * @throws ForbiddenError unless the account may publish everything in it
 * @throws NotFoundError or ConflictError as `undoPublication` does
 */
export async function undoMenu(strapi: Core.Strapi, account: Account, id: number): Promise<null> {
  // Before anything is read, so that an account that may change nothing is not told what exists.
  requireSome(strapi, account, ['read', 'publish'], menuTypes);
  for (const entry of entriesOf(await requirePublication(strapi, id))) {
    const use = { uid: entry.uid, actions: ['read', 'publish'] } as const;
    await requireAllowed(strapi, account, use, targetOf(strapi, entry));
  }
  await undoPublication(strapi, id, authorOf(account));
  return null;
}
