import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { requireAllowed, requireSome } from '../permissions/entryPermissions';
import { contentTypes, uidOf } from '../shared/content/contentTypes';
import { quote } from '../shared/shortenTexts';
import type { Account } from '../strapi/permissions';
import { ConflictError } from '../strapi/routes';
import { applyChange, type SiteChange } from './applyChange';
import { readEntry } from './entry';
import { type Content, isSame, listChangedFields, pickFields } from './entryContent';
import { lockEntries } from './lockEntries';
import { type Author, authorOf, findLastShown } from './recordVersions';
import { findNewest, GONE, requireVersion, storeVersion, targetOf, updateVersion } from './storedVersions';
import { type PublishedEntry, publishedContent, type StoredVersion } from './version';

const PUBLISHED = 'Published: ';
const PUBLISH = ['read', 'publish'] as const;

/** Lists in one line what the owner calls some entries. */
export const listNames = (entries: Pick<PublishedEntry, 'name'>[]): string =>
  new Intl.ListFormat('en').format(entries.map(({ name }) => quote(name)));

/**
 * Records what one press of *Publish* or *Publish the menu* has published, as a version without a document id. The type is that of the menu's
 * headings, because the entries are of several types.
 * @param requestId by which a request that is sent again is known
 * @returns the id of the version, also when the answer to the first request was lost; `null` when nothing was published
 */
export async function recordPublication(
  strapi: Core.Strapi,
  entries: PublishedEntry[],
  { name: author }: Author,
  requestId: unknown,
): Promise<number | null> {
  if (entries.length === 0) {
    const newest = typeof requestId === 'string' ? await findNewest(strapi, { kind: 'menu' }) : null;
    return newest && newest.content.requestId === requestId ? newest.id : null;
  }
  const place = { uid: uidOf('menu-header'), documentId: null, kind: 'menu' } as const;
  const change = PUBLISHED + listNames(entries);
  const version = { ...place, author, content: { entries, requestId }, change };
  return strapi.db.transaction(() => storeVersion(strapi, version));
}

/** Returns what a publication has published. */
export const entriesOf = ({ content }: Pick<StoredVersion, 'content'>): PublishedEntry[] =>
  // Cast: `recordPublication` has stored it.
  content.entries as PublishedEntry[];

/**
 * Reads a publication.
 * @throws NotFoundError with a sentence for the owner when it is not kept any more
 */
async function requirePublication(strapi: Core.Strapi, id: number): Promise<StoredVersion> {
  const version = await requireVersion(strapi, id);
  if (version.kind !== 'menu') throw new errors.NotFoundError(GONE);
  return version;
}

/**
 * Returns the change that makes the site show what it showed of an entry before a publication.
 * @returns `undefined` when the site does not show it, `null` when what was published has changed on the site since
 */
async function computeUndo(
  strapi: Core.Strapi,
  { uid, documentId, version, before }: PublishedEntry,
): Promise<SiteChange | undefined | null> {
  const entry = { uid, documentId };
  const { draft, published } = await readEntry(strapi, entry);
  const isNew = before === null;
  if (isNew && !published) return undefined;
  const readContent = async (id: number): Promise<Content | undefined> => {
    const stored = await findNewest(strapi, { id });
    return stored ? publishedContent(stored) : undefined;
  };
  const old = isNew ? {} : await readContent(before);
  const base = await readContent(version);
  const shown = published ?? (await findLastShown(strapi, entry));
  if (!draft || !shown || !old || !base) return null;
  const names = listChangedFields(base, old);
  if (!names.every((name) => isSame(base[name], shown[name]))) return null;
  const change = { ...entry, base, wasShown: true, isUndo: true };
  if (isNew) return { ...change, fields: {}, shown: false };
  return { ...change, fields: pickFields(old, names) };
}

/**
 * Undoes a publication: the site shows of each entry what it showed before, and no new one. The drafts keep their words, so
 * that these wait again. One that was undone already stays as it is.
 * @throws ForbiddenError unless the account may publish everything in it
 * @throws NotFoundError with a sentence for the owner when it is not kept any more
 * @throws ConflictError that names the entries in which somebody has changed the same since; nothing has changed then
 */
export async function undoPublication(strapi: Core.Strapi, account: Account, id: number): Promise<null> {
  // Before anything is read, so that an account that may change nothing is not told what exists.
  requireSome(strapi, account, PUBLISH, Object.keys(contentTypes));
  const entries = entriesOf(await requirePublication(strapi, id));
  for (const entry of entries)
    await requireAllowed(strapi, account, { uid: entry.uid, actions: PUBLISH }, targetOf(strapi, entry));
  await strapi.db.transaction(async () => {
    await lockEntries(strapi, entries);
    const { content, change } = await requirePublication(strapi, id);
    if (content.isUndone) return;
    const changes: SiteChange[] = [];
    const changed: PublishedEntry[] = [];
    for (const entry of entries) {
      const undo = await computeUndo(strapi, entry);
      if (undo) changes.push(undo);
      if (undo === null) changed.push(entry);
    }
    if (changed.length > 0)
      throw new ConflictError(
        `Somebody has changed or deleted ${listNames(changed)} since, so nothing was taken back. “Earlier versions” has each by itself.`,
      );
    for (const undo of changes) await applyChange(strapi, undo, authorOf(account));
    await updateVersion(strapi, id, {
      content: { ...content, isUndone: true },
      change: change.replace(PUBLISHED, 'Published and taken back: '),
    });
  });
  return null;
}
