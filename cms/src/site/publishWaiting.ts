import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isAllowed, requireSome, selectAllowed } from '../permissions/entryPermissions';
import { contentTypes, fieldsOfEntry, isRequiredEntry, uidOf } from '../shared/content/contentTypes';
import { menuTypes } from '../shared/content/menuTypes';
import { errorMessage } from '../shared/errorMessage';
import type { PlannedTime, PublicationCommand } from '../shared/requests/changeCommands';
import { quote } from '../shared/shortenTexts';
import type { Account } from '../strapi/permissions';
import { ConflictError, NotAllowedError } from '../strapi/routes';
import { readBefore, requireTexts } from './applyChange';
import { type Entry, type EntryId, findEntries, nameEntry } from './entry';
import { listChangedFields, omitPosition } from './entryContent';
import { lockEntry } from './lockEntries';
import { findNewEntries } from './newEntries';
import { captureDraft, parseMoment, planPublishing } from './planChange';
import type { PlannedEntry } from './plannedChange';
import { listNames, recordPublication } from './publications';
import { authorOf } from './recordVersions';
import { findShown } from './storedVersions';
import type { PublishedEntry } from './version';

/** What a press of *Publish* publishes: the dishes and drinks on the screen *Menu*, or on the first screen all entries. */
type Scope = 'menu' | 'site';

/** A new or changed entry, which *Publish* puts on the site. One that was taken off is none: it stays off. */
export interface WaitingEntry extends EntryId {
  /** What the owner calls it. */
  name: string;
  /** The labels of the fields that change on the site; none of a new entry. */
  fields: string[];
}

const typesOf = (scope: Scope): string[] => (scope === 'menu' ? menuTypes : Object.keys(contentTypes));

/** Selects the entries of a type that wait to be published. */
async function selectWaiting(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  entries: Entry[],
): Promise<WaitingEntry[]> {
  const newIds = await findNewEntries(strapi, uid, entries);
  return entries.flatMap(({ documentId, draft, published }): WaitingEntry[] => {
    const changed = published ? listChangedFields(omitPosition(draft), omitPosition(published)) : [];
    if (changed.length === 0 && !newIds.has(documentId)) return [];
    const labels = fieldsOfEntry(uid, documentId);
    const fields = changed.map((field) => labels[field]?.label ?? field);
    return [{ uid, documentId, name: nameEntry(uid, draft, published), fields }];
  });
}

/** Lists what waits: on the screen *Menu* all that the account sees, on the first screen what it may publish. */
export async function listWaiting(
  strapi: Core.Strapi,
  account: Account,
  scope: Scope,
): Promise<WaitingEntry[]> {
  const waiting: WaitingEntry[] = [];
  for (const type of typesOf(scope)) {
    const uid = uidOf(type);
    const listed = (await findEntries(strapi, uid)).filter(
      ({ documentId }) => scope === 'site' || !isRequiredEntry(uid, documentId),
    );
    const actions = scope === 'site' ? (['read', 'publish'] as const) : (['read'] as const);
    const visible = await selectAllowed(strapi, account, { uid, actions }, listed);
    waiting.push(...(await selectWaiting(strapi, uid, visible)));
  }
  return waiting;
}

/**
 * Publishes the draft of an entry, unless somebody has published it, taken it off or deleted it in the meantime.
 * @returns what has changed on the site; `undefined` when that is nothing
 * @throws ValidationError when a required text is empty
 */
async function publishEntry(
  strapi: Core.Strapi,
  { uid, documentId, name }: WaitingEntry,
): Promise<PublishedEntry | undefined> {
  const entry = { uid, documentId };
  return strapi.db.transaction(async () => {
    await lockEntry(strapi, entry);
    const [stored] = await findEntries(strapi, uid, { documentId });
    const [waiting] = stored ? await selectWaiting(strapi, uid, [stored]) : [];
    if (!stored || !waiting) return undefined;
    requireTexts(strapi, entry, stored.draft);
    const before = await findShown(strapi, entry);
    await strapi.documents(uid).publish({ documentId });
    const version = await findShown(strapi, entry);
    if (!version || version.id === before?.id) return undefined;
    return { ...entry, name, change: version.change, version: version.id, before: before?.id ?? null };
  });
}

/**
 * Lists what a press of *Publish* publishes.
 * @throws ForbiddenError when the account may publish none of it
 * @throws NotAllowedError that names those of the menu that the account sees and may not publish
 */
async function listPublishable(strapi: Core.Strapi, account: Account, scope: Scope): Promise<WaitingEntry[]> {
  requireSome(strapi, account, ['read', 'publish'], typesOf(scope));
  const waiting = await listWaiting(strapi, account, scope);
  const forbidden: WaitingEntry[] = [];
  for (const entry of waiting)
    if (!(await isAllowed(strapi, account, { uid: entry.uid, actions: ['publish'] }, entry)))
      forbidden.push(entry);
  if (forbidden.length === 0) return waiting;
  throw new NotAllowedError(
    `Your account may not publish ${listNames(forbidden)}, so nothing was published. Ask whoever looks after the site.`,
  );
}

/**
 * Publishes at a time, all at once, what waits now, unless somebody else has changed it since the owner saw it.
 * @throws ForbiddenError or NotAllowedError as `publishWaiting` does
 * @throws ValidationError or ConflictError with a sentence for the owner; nothing has changed then
 */
export async function planWaiting(
  strapi: Core.Strapi,
  account: Account,
  scope: Scope,
  { time, replaces, seenAt, until }: { [Name in keyof PlannedTime]?: unknown },
): Promise<null> {
  const waiting = await listPublishable(strapi, account, scope);
  const moment = parseMoment(time);
  // Of a tab of an earlier version, it is unknown, and so `NaN`.
  const seenTime = Date.parse(String(seenAt));
  const changed: WaitingEntry[] = [];
  const entries: PlannedEntry[] = [];
  for (const entry of waiting) {
    const before = await readBefore(strapi, entry);
    const { updatedAt, updatedBy = account.user.id } = before;
    if (updatedAt > seenTime && updatedBy !== account.user.id) changed.push(entry);
    const captured = captureDraft(before);
    if (captured) entries.push(captured);
  }
  if (changed.length > 0)
    throw new ConflictError(
      `Somebody else has changed ${listNames(changed)} since you opened this, so nothing is planned. Look at it again, then plan it.`,
    );
  await planPublishing(strapi, scope, entries, { account, moment, replaces, until });
  return null;
}

/**
 * Publishes what waits, each entry by itself.
 * @param requestId by which a request that is sent again is known
 * @returns the command that undoes it; `null` when nothing was published
 * @throws ForbiddenError when the account may publish none of it
 * @throws NotAllowedError when it may not publish a change of the menu; nothing is published then
 * @throws ValidationError that names those that can't be published, and why; all others are published then, and `details.undo` undoes that
 */
export async function publishWaiting<Command extends PublicationCommand['type']>(
  strapi: Core.Strapi,
  account: Account,
  scope: Scope,
  type: Command,
  requestId: unknown,
): Promise<{ type: Command; version: number } | null> {
  const waiting = await listPublishable(strapi, account, scope);
  const published: PublishedEntry[] = [];
  const failed: { name: string; reason: string }[] = [];
  for (const entry of waiting)
    try {
      const done = await publishEntry(strapi, entry);
      if (done) published.push(done);
    } catch (error) {
      if (!(error instanceof errors.ApplicationError)) throw error;
      const [name, reason] = [entry.name, errorMessage(error)];
      strapi.log.warn(`“${name}” of ${entry.uid} can't be published: ${reason}`);
      failed.push({ name, reason });
    }
  const version = await recordPublication(strapi, published, authorOf(account), requestId);
  const undo = version === null ? null : { type, version };
  if (failed.length === 0) return undo;
  const reasons = failed.map(({ name, reason }) => `${quote(name)}: ${reason}`).join(' ');
  throw new errors.ValidationError(
    `${listNames(failed)} could not be published: look at the words there and try again. ${reasons} Everything else is on the site now.`,
    { undo },
  );
}
