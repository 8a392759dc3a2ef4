import { isDeepStrictEqual } from 'node:util';
import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { quote } from '../content/shortenTexts';
import { lockDrafts } from '../publishing/lockEntries';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { recordAsScheduled } from '../versions/recordVersions';
import type { OffItem, ScheduledEntry, StoredChange } from './scheduledChange';
import { publishScheduledEntry } from './scheduledEntries';
import { deleteChanges, lockChange, updateChange } from './storedChanges';

/** Puts a dish or drink that is off the menu back, as the site showed it last. */
export type ShowItem = (strapi: Core.Strapi, item: OffItem, userId: number | null) => Promise<unknown>;

/** A change that is made this much later than its time, in milliseconds, is said to be late. */
const LATE_MS = 60_000;

/** A part of a change can't be made; its message is a sentence for the owner. */
class RefusalError extends Error {
  constructor(
    readonly entry: ScheduledEntry,
    error: Error,
  ) {
    super(error instanceof errors.NotFoundError ? 'It was deleted in the meantime.' : error.message);
  }
}

/** Undoes a transaction in which a change was only tried. */
class TriedError extends Error {}

/** Returns the id of the account that has scheduled a change; `null` when it was deleted since. */
async function findAuthorId(strapi: Core.Strapi, authorId: number): Promise<number | null> {
  const account = await strapi.db.query('admin::user').findOne({ where: { id: authorId }, select: ['id'] });
  return account ? authorId : null;
}

/** Locks entries: type by type, each in the order of `lockDrafts`. */
async function lockEntries(strapi: Core.Strapi, entries: ScheduledEntry[]): Promise<void> {
  const idsByType = new Map<UID.ContentType, string[]>();
  for (const { uid, documentId } of entries) idsByType.set(uid, [...(idsByType.get(uid) ?? []), documentId]);
  for (const uid of [...idsByType.keys()].sort())
    await lockDrafts(strapi, uid, { documentId: { $in: idsByType.get(uid) } });
}

/**
 * Calls a function in a transaction in which nobody else changes a scheduled change or its entries.
 * @returns whether it was called: not when the change was made, moved or cancelled since it was read
 */
export async function withLock(
  strapi: Core.Strapi,
  read: StoredChange,
  act: () => Promise<void>,
): Promise<boolean> {
  return strapi.db.transaction(async () => {
    await lockEntries(strapi, read.entries);
    if (!isDeepStrictEqual(await lockChange(strapi, read.id), read)) return false;
    await act();
    return true;
  });
}

/** What a change does. */
type Deed = Pick<StoredChange, 'author' | 'authorId' | 'entries' | 'uid' | 'itemId'>;

/**
 * Makes a change, in the transaction of the caller.
 * @returns sentences about what has no place any more, such as a picture that was deleted
 * @throws RefusalError when a part of it can't be made
 */
async function make(strapi: Core.Strapi, change: Deed, showItem: ShowItem): Promise<string[]> {
  const { author, authorId, entries, uid, itemId } = change;
  const userId = await findAuthorId(strapi, authorId);
  const lost: string[] = [];
  await recordAsScheduled(author, async () => {
    for (const entry of entries)
      try {
        if (uid !== null && itemId !== null) await showItem(strapi, { uid, itemId }, userId);
        else lost.push(...(await publishScheduledEntry(strapi, entry, userId)));
      } catch (error) {
        throw error instanceof errors.ApplicationError ? new RefusalError(entry, error) : error;
      }
  });
  return lost;
}

/** Lists what could not be done of a change, in sentences for the owner. */
function describeRefusals(refusals: RefusalError[], count: number): string[] {
  const sentences = refusals.map(({ entry: { name }, message }) =>
    count > 1 ? `${quote(name)}: ${message}` : message,
  );
  const isPartial = refusals.length > 0 && refusals.length < count;
  return isPartial ? [...sentences, 'Everything else is on the site.'] : sentences;
}

/**
 * Tries to publish entries and undoes it, so that the owner reads at once what would be refused at its time.
 * @throws ValidationError with a sentence for the owner
 */
export async function tryChange(strapi: Core.Strapi, change: Deed): Promise<void> {
  try {
    await strapi.db.transaction(async () => {
      await lockEntries(strapi, change.entries);
      await make(strapi, change, async () => {});
      throw new TriedError();
    });
  } catch (error) {
    if (error instanceof TriedError) return;
    if (!(error instanceof RefusalError)) throw error;
    throw new errors.ValidationError(describeRefusals([error], change.entries.length).join(' '));
  }
}

/** Says that a change is made late; nothing when it is not. */
function describeDelay({ dueAt }: StoredChange, timeZone: string): string[] {
  const now = Date.now();
  if (now - new Date(dueAt).getTime() <= LATE_MS) return [];
  const time = describeInstant(now, '', timeZone, (date) => describeDate(date, date));
  return [`This was done later than planned: ${time}.`];
}

/**
 * Makes a change whose time has come, as a whole and once: in one transaction, which also ends it. What can't be made is left out, and
 * the owner reads what and why. A change that was moved or cancelled since it was read is not made.
 * @param timeZone in which the owner reads that it was late; without it she has asked for it now
 * @throws what is no fault of the change, such as a database that doesn't answer; nothing has changed then
 */
export async function makeChange(
  strapi: Core.Strapi,
  read: StoredChange,
  showItem: ShowItem,
  timeZone?: string,
): Promise<void> {
  const refusals: RefusalError[] = [];
  const makeRest = async () => {
    const entries = read.entries.filter((entry) => refusals.every((refusal) => refusal.entry !== entry));
    const lost = await make(strapi, { ...read, entries }, showItem);
    const problems = [...describeRefusals(refusals, read.entries.length), ...lost];
    const delay = timeZone === undefined ? [] : describeDelay(read, timeZone);
    // It is forgotten, unless there is something that the owner should read.
    const problem = [...problems, ...delay].join(' ');
    if (problem === '') await deleteChanges(strapi, { id: read.id });
    else await updateChange(strapi, read.id, { state: problems.length > 0 ? 'failed' : 'late', problem });
  };
  for (;;)
    try {
      await withLock(strapi, read, makeRest);
      return;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      refusals.push(error);
    }
}
