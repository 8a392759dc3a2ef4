import type { Core } from '@strapi/strapi';
import { nameOf } from '../auditLog/accountName';
import { quote } from '../shared/shortenTexts';
import type { Account } from '../strapi/permissions';
import { describeEntryChanges, describeReturn } from './describeChange';
import { type EntryId, nameEntry, readEntry, type Sides } from './entry';
import { type Content, isSame, omitPosition } from './entryContent';
import { HOURS } from './openingHours';
import type { PlannedChange } from './plannedChange';
import { endItemPlan, followHours } from './storedPlans';
import { findNewest, findShown, storeVersion } from './storedVersions';
import { isSameText } from './temporaryFields';
import { type NewVersion, publishedContent, type StoredVersion } from './version';

/** The change of a version that undoes the one whose place it takes. */
const SAME = 'The same as the version before';

/** Reads what the site showed last of an entry; `undefined` when it never did. */
export async function findLastShown(strapi: Core.Strapi, entry: EntryId): Promise<Content | undefined> {
  const version = await findShown(strapi, entry);
  return version ? publishedContent(version) : undefined;
}

/** Who makes a change. */
export interface Author {
  /** `null` when the account that has planned the change was deleted. */
  userId: number | null;
  name: string | null;
  /** The id of the planned change that is made. */
  plannedId?: number;
}

/** Returns the account that makes a change now. */
export const authorOf = ({ user }: Account): Author => ({ userId: user.id, name: nameOf(user) });

/** Returns the account that has planned a change, with its present name. */
export async function readAuthor(
  strapi: Core.Strapi,
  { authorId, author }: Pick<PlannedChange, 'authorId' | 'author'>,
): Promise<Author> {
  const user = await strapi.db.query('admin::user').findOne({ where: { id: authorId } });
  return { userId: user ? authorId : null, name: nameOf(user) ?? author };
}

/** Adds to a version who has made the change. */
const sign = ({ name, plannedId }: Author, version: Omit<NewVersion, 'author'>): NewVersion => ({
  ...version,
  author: name,
  ...(plannedId !== undefined && { change: `As planned: ${version.change}` }),
});

/** Whether two versions have the same text: what was deleted or taken back has none, because each press can be undone. */
function haveSameText(one: Pick<NewVersion, 'kind' | 'content'>, other: typeof one): boolean {
  const [a, b] = [one, other].map((version) =>
    version.kind === 'delete' || version.kind === 'undoFirst' ? undefined : publishedContent(version),
  );
  return a !== undefined && b !== undefined && isSameText(a, b);
}

/**
 * Finds the version before the newest one if the next takes the place of the newest: the three have the same text. So however
 * often a dish is switched, or a notice put up, the versions of earlier texts stay.
 */
async function findBeforeReplaced(
  strapi: Core.Strapi,
  newest: StoredVersion | null,
  next: Pick<NewVersion, 'kind' | 'content'>,
): Promise<StoredVersion | null> {
  if (!newest || !haveSameText(newest, next)) return null;
  const { id, uid, documentId } = newest;
  const before = await findNewest(strapi, { uid, documentId, id: { $lt: id } });
  return before && haveSameText(before, newest) ? before : null;
}

/**
 * Records what the site shows of an entry now as a version, unless its newest one is the same, and changes the plans that depend on it:
 * an item that is back has no return, and other returns follow the opening hours. Call it in the transaction of the change.
 * @param keepsNewest whether the version before it stays in any case: the undo of *Publish* needs it
 */
export async function recordPublished(
  strapi: Core.Strapi,
  entry: EntryId,
  author: Author,
  keepsNewest = false,
): Promise<void> {
  await storePublished(strapi, entry, author, keepsNewest);
  await endItemPlan(strapi, 'item', entry, author.plannedId);
  if (entry.documentId === HOURS.documentId) await followHours(strapi);
}

async function storePublished(
  strapi: Core.Strapi,
  entry: EntryId,
  author: Author,
  keepsNewest: boolean,
): Promise<void> {
  const { published } = await readEntry(strapi, entry);
  if (!published) return;
  const content = omitPosition(published);
  const newest = await findNewest(strapi, entry);
  const wasShown = newest?.kind === 'publish';
  if (wasShown && isSame(omitPosition(newest.content), content)) return;
  const version = { ...entry, kind: 'publish', content } as const;
  const isKept = keepsNewest && wasShown;
  const before = isKept ? null : await findBeforeReplaced(strapi, newest, version);
  // The line of a version is about the one before it in the list.
  const shown = before ? publishedContent(before) : await findLastShown(strapi, entry);
  let change = 'On the site for the first time';
  if (shown) {
    const difference = describeEntryChanges(strapi, entry, omitPosition(shown), content);
    const isBack = !wasShown || before?.kind === 'unpublish';
    change = isBack ? describeReturn(difference) : difference || SAME;
  }
  await storeVersion(strapi, sign(author, { ...version, change }), before && newest);
}

/** What a version of something that the site does not show any more says of it. */
const REMOVED = { unpublish: 'taken off the site', undoFirst: 'taken back', delete: 'deleted' };

/** Records that an entry was taken off the site or deleted, or that what comes back of one that is off has changed. */
export async function recordRemoved(
  strapi: Core.Strapi,
  entry: EntryId,
  author: Author,
  kind: keyof typeof REMOVED,
  { published, draft, createdAt, createdBy }: Sides,
): Promise<void> {
  if (!published && (kind !== 'delete' || !draft)) return;
  const newest = await findNewest(strapi, entry);
  const title = quote(nameEntry(entry.uid, published ?? draft));
  const staysOff = kind === 'unpublish' && newest?.kind === 'unpublish';
  const shown = omitPosition((newest && publishedContent(newest)) ?? {});
  const version = {
    ...entry,
    kind,
    content: {
      ...(published && { published }),
      ...(kind === 'delete' && !isSame(draft, published) && { draft }),
      ...(kind === 'delete' && { createdAt, createdBy }),
    },
    change: staysOff
      ? `Off the site; ${describeEntryChanges(strapi, entry, shown, omitPosition(published ?? {}))}`
      : `${title} ${REMOVED[kind]}`,
  };
  const before = await findBeforeReplaced(strapi, newest, version);
  await storeVersion(strapi, sign(author, version), before && newest);
}
