import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core, Modules } from '@strapi/strapi';
import { findRequestAuthor } from '../auditLog/accountName';
import { isSame } from '../content/compareContent';
import { describeChanges, type Labels } from '../content/describeChange';
import { type Content, omitPosition, toContent } from '../content/entryContent';
import { quote } from '../content/shortenTexts';
import { readTimeZone } from '../environment/settings';
import { lockEntry } from '../publishing/lockEntries';
import { componentFields, type Fields, fieldsOfEntry, findContentType } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { buildPopulate } from '../strapi/entries';
import { hasStarted } from '../strapi/server';
import { isSameText } from './sameText';
import { findNewest, storeVersion } from './storedVersions';
import {
  type EntryId,
  groupByType,
  type NewVersion,
  type Removed,
  removedIn,
  type StoredVersion,
} from './version';

/** The change of a version that undoes the one whose place it takes. */
const SAME = 'The same as the version before';

/** The published content and the draft of an entry as versions store them, with the position. */
type Sides = Pick<Removed, 'published' | 'draft' | 'createdAt' | 'createdBy'>;

type Document = Modules.Documents.AnyDocument | null | undefined;

const toSides = (
  strapi: Core.Strapi,
  uid: EntryId['uid'],
  { published, draft }: { published: Document; draft: Document },
): Sides => ({
  ...(published && { published: toContent(strapi, uid, published) }),
  ...(draft && {
    draft: toContent(strapi, uid, draft),
    createdAt: draft.createdAt,
    ...(isRecord(draft.createdBy) && { createdBy: Number(draft.createdBy.id) }),
  }),
});

/** Reads the published content and the draft of an entry. */
export async function readEntry(strapi: Core.Strapi, { uid, documentId }: EntryId): Promise<Sides> {
  const populate = await buildPopulate(strapi, uid);
  const read = (status: 'draft' | 'published') =>
    strapi.documents(uid).findOne({ documentId, status, populate });
  const [published, draft] = [await read('published'), await read('draft')];
  return toSides(strapi, uid, { published, draft });
}

/** Reads several entries as `readEntry` does, by type instead of one by one. */
export async function readEntries(
  strapi: Core.Strapi,
  entries: EntryId[],
): Promise<(entry: EntryId) => Sides> {
  const sides = new Map<string, Sides>();
  for (const [uid, group] of groupByType(entries)) {
    const populate = await buildPopulate(strapi, uid);
    const read = async (status: 'draft' | 'published') => {
      const filters = { documentId: { $in: group.map(({ documentId }) => documentId) } };
      const found = await strapi.documents(uid).findMany({ status, populate, filters });
      return new Map(found.map((document) => [document.documentId, document]));
    };
    const [published, drafts] = [await read('published'), await read('draft')];
    for (const { documentId } of group) {
      const both = { published: published.get(documentId), draft: drafts.get(documentId) };
      sides.set(`${uid} ${documentId}`, toSides(strapi, uid, both));
    }
  }
  return ({ uid, documentId }) => sides.get(`${uid} ${documentId}`) ?? {};
}

/** Finds the version of an entry that has what the site showed last; `null` when it never showed one. */
export const findShown = (strapi: Core.Strapi, { uid, documentId }: EntryId): Promise<StoredVersion | null> =>
  findNewest(strapi, { uid, documentId, kind: { $in: ['publish', 'unpublish'] } });

const keepsNewest = new AsyncLocalStorage<true>();

/** Calls a function whose publishing never takes the place of the newest version, which is needed to undo it. */
export const keepNewest = <Result>(publish: () => Promise<Result>): Promise<Result> =>
  keepsNewest.run(true, publish);

/** The name of the account that has scheduled the change that is being made. */
const scheduledBy = new AsyncLocalStorage<{ author: string | null }>();

/** Calls a function whose changes are recorded as scheduled, by the account that has done so. */
export const recordAsScheduled = <Result>(
  author: string | null,
  make: () => Promise<Result>,
): Promise<Result> => scheduledBy.run({ author }, make);

/** Adds to a version who has made the change. */
function sign(strapi: Core.Strapi, version: Omit<NewVersion, 'author'>): NewVersion {
  const scheduled = scheduledBy.getStore();
  return scheduled
    ? { ...version, author: scheduled.author, change: `As planned: ${version.change}` }
    : { ...version, author: findRequestAuthor(strapi) };
}

/** Whether two versions have the same text: deletions have none, because each can be undone. */
function haveSameText(one: Pick<NewVersion, 'kind' | 'content'>, other: typeof one): boolean {
  const [a, b] = [one, other].map((version) =>
    version.kind === 'delete' ? undefined : removedIn(version).published,
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
  if (!newest || keepsNewest.getStore() || !haveSameText(newest, next)) return null;
  const { id, uid, documentId } = newest;
  const before = await findNewest(strapi, { uid, documentId, id: { $lt: id } });
  return before && haveSameText(before, newest) ? before : null;
}

function labelsOf(strapi: Core.Strapi, { uid, documentId }: EntryId): Labels {
  const rows: Record<string, Fields> = {};
  for (const [name, attribute] of Object.entries(strapi.contentType(uid).attributes))
    if (attribute.type === 'component') rows[name] = componentFields[attribute.component] ?? {};
  return { fields: fieldsOfEntry(uid, documentId), rows, timeZone: readTimeZone() };
}

/** Describes in one line what changes between two contents of an entry; `''` when the site shows the same. */
export const describeEntryChanges = (
  strapi: Core.Strapi,
  entry: EntryId,
  before: Content,
  after: Content,
): string => describeChanges(labelsOf(strapi, entry), before, after);

/** Returns the name of a dish in quotation marks. */
function titleOf({ uid }: EntryId, content: Content = {}): string {
  const title = content[findContentType(uid)?.title ?? ''];
  return quote(typeof title === 'string' ? title : '');
}

/** Returns the version of what the site shows now of an entry; `undefined` when it is the newest version already. */
export function createVersion(
  strapi: Core.Strapi,
  entry: EntryId,
  {
    content,
    newest,
    lastShown,
  }: { content: Content; newest: StoredVersion | null; lastShown: StoredVersion | null },
): Pick<NewVersion, 'content' | 'change'> | undefined {
  const shown = lastShown && omitPosition(removedIn(lastShown).published ?? {});
  const change = shown && describeEntryChanges(strapi, entry, shown, content);
  if (newest?.kind === 'publish') return change ? { content, change } : undefined;
  if (change === null) return { content, change: 'On the site for the first time' };
  return { content, change: describeReturn(change) };
}

/** Describes that the site shows an entry again. */
export const describeReturn = (change: string): string =>
  ['Back on the site', change].filter(Boolean).join('; ');

/** Records what the site shows of an entry as a version, unless its newest one is the same. Call it in a transaction. */
export async function recordPublished(strapi: Core.Strapi, entry: EntryId): Promise<void> {
  const { published } = await readEntry(strapi, entry);
  if (!published) return;
  const newest = await findNewest(strapi, entry);
  const lastShown = newest?.kind === 'publish' ? newest : await findShown(strapi, entry);
  const created = createVersion(strapi, entry, { content: omitPosition(published), newest, lastShown });
  if (!created) return;
  const version = { ...entry, ...created, kind: 'publish' } as const;
  const before = await findBeforeReplaced(strapi, newest, version);
  if (!newest || !before) return storeVersion(strapi, sign(strapi, version));
  // The line of a version is about the one before it in the list.
  const change =
    newest.kind === 'publish' && before.kind === 'publish'
      ? describeEntryChanges(strapi, entry, before.content, version.content) || SAME
      : describeReturn('');
  await storeVersion(strapi, sign(strapi, { ...version, change }), newest);
}

async function recordRemoved(
  strapi: Core.Strapi,
  entry: EntryId,
  kind: 'unpublish' | 'delete',
  { published, draft, createdAt, createdBy }: Removed,
): Promise<void> {
  if (!published && (kind === 'unpublish' || !draft)) return;
  const title = titleOf(entry, published ?? draft);
  const content: Removed = {
    ...(published && { published }),
    ...(kind === 'delete' && !isSame(draft, published) && { draft }),
    ...(kind === 'delete' && { createdAt, createdBy }),
  };
  const version = {
    ...entry,
    kind,
    content: { ...content },
    change: kind === 'delete' ? `${title} deleted` : `${title} taken off the site`,
  };
  const newest = await findNewest(strapi, entry);
  const before = await findBeforeReplaced(strapi, newest, version);
  await storeVersion(strapi, sign(strapi, version), newest && before ? newest : undefined);
}

/**
 * Records each publishing, unpublishing and deletion of an entry as a version, in the transaction of the change: neither
 * happens without the other. What the start itself changes, `recordFirstVersions` records.
 */
export function recordVersions(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const { uid, action, params } = context;
    const isRecorded = action === 'publish' || action === 'unpublish' || action === 'delete';
    if (!hasStarted(strapi) || !findContentType(uid) || !isRecorded || !('documentId' in params))
      return next();
    const entry = { uid, documentId: params.documentId };
    return strapi.db.transaction(async () => {
      await lockEntry(strapi, uid, entry.documentId);
      const before = action !== 'publish' && (await readEntry(strapi, entry));
      const result = await next();
      if (before) await recordRemoved(strapi, entry, action, before);
      else await recordPublished(strapi, entry);
      return result;
    });
  };
}
