import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { quote } from '../content/shortenTexts';
import { lockDrafts } from '../publishing/lockEntries';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { recordAsScheduled } from '../versions/recordVersions';
import { groupByType } from '../versions/version';
import { keepReturn } from './endReturns';
import type { OffItem, ScheduledEntry, StoredChange } from './scheduledChange';
import { listDeleted, publishScheduledEntry } from './scheduledEntries';
import { deleteChanges, lockChange, updateChange } from './storedChanges';

/** Puts an item that is off the menu back, as the site showed it last. */
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
  for (const [uid, group] of groupByType(entries))
    await lockDrafts(strapi, uid, { documentId: { $in: group.map(({ documentId }) => documentId) } });
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
type Deed = Pick<StoredChange, 'scope' | 'author' | 'authorId' | 'entries' | 'uid' | 'itemId'>;

/**
 * Makes what a change does with one of its entries, in the transaction of the caller.
 * @returns sentences about what has no place any more, such as a picture that was deleted
 * @throws RefusalError when it can't be made
 */
async function makeEntry(
  strapi: Core.Strapi,
  { author, uid, itemId }: Deed,
  entry: ScheduledEntry,
  { showItem, userId }: { showItem: ShowItem; userId: number | null },
): Promise<string[]> {
  try {
    return await recordAsScheduled(author, async () => {
      if (uid === null || itemId === null) return publishScheduledEntry(strapi, entry, userId);
      await keepReturn(() => showItem(strapi, { uid, itemId }, userId));
      return [];
    });
  } catch (error) {
    throw error instanceof errors.ApplicationError ? new RefusalError(entry, error) : error;
  }
}

/** Says what could not be done with an entry; of the menu, also with which. */
const describeRefusal = ({ scope }: Deed, { entry: { name }, message }: RefusalError): string =>
  scope === 'menu' ? `${quote(name)}: ${message}` : message;

/** How long a transaction goes on to the next entry, in milliseconds: on SQLite, all other requests wait for its end. */
const SLICE_MS = 50;
/** Between two slices, others are answered: SQLite's queries alone never let the process read a request. */
const letOthers = () => setImmediate();

/**
 * Tries to publish entries and undoes it, so that the owner reads at once what would be refused at its time.
 * @throws ValidationError with a sentence for the owner
 */
export async function tryChange(strapi: Core.Strapi, change: Deed): Promise<void> {
  const userId = await findAuthorId(strapi, change.authorId);
  const rest = [...change.entries];
  const trySlice = () =>
    strapi.db.transaction(async () => {
      await lockEntries(strapi, rest);
      const end = performance.now() + SLICE_MS;
      do {
        const [entry] = rest;
        if (entry) await makeEntry(strapi, change, entry, { showItem: async () => {}, userId });
        rest.shift();
      } while (rest.length > 0 && performance.now() < end);
      throw new TriedError();
    });
  for (; rest.length > 0; await letOthers())
    await trySlice().catch((error: unknown) => {
      if (error instanceof TriedError) return;
      if (!(error instanceof RefusalError)) throw error;
      throw new errors.ValidationError(describeRefusal(change, error));
    });
}

/** Says that a change is made late; nothing when it is not. */
function describeDelay({ dueAt }: StoredChange, timeZone: string): string[] {
  const now = Date.now();
  if (now - new Date(dueAt).getTime() <= LATE_MS) return [];
  const time = describeInstant(now, '', timeZone, (date) => describeDate(date, date));
  return [`This was done later than planned: ${time}.`];
}

/**
 * Makes a change whose time has come, each of its entries once: slice by slice, each in one transaction, which also takes its entries
 * from the stored change. What can't be made is left out, and the owner reads what and why. A change that was moved or cancelled since
 * it was read is not made, or not any further.
 * @param timeZone in which the owner reads that it was late; without it she has asked for it now
 * @throws what is no fault of the change, such as a database that doesn't answer; what is not made yet still waits then
 */
export async function makeChange(
  strapi: Core.Strapi,
  read: StoredChange,
  showItem: ShowItem,
  timeZone?: string,
): Promise<void> {
  const userId = await findAuthorId(strapi, read.authorId);
  const delay = timeZone === undefined ? [] : describeDelay(read, timeZone);
  const deleted = read.scope === 'item' ? [] : await listDeleted(strapi, read.entries);
  const refusals = new Map(
    deleted.map((entry) => [entry, new RefusalError(entry, new errors.NotFoundError())]),
  );
  let hasMade = false;

  /** Ends the change when all is done, and otherwise stores what is left. */
  const store = async (rest: ScheduledEntry[], problems: string[]): Promise<StoredChange | undefined> => {
    const problem = problems.join(' ') || null;
    if (rest.length > 0) {
      await updateChange(strapi, read.id, { entries: rest, problem });
      return lockChange(strapi, read.id);
    }
    const isPartial = refusals.size > 0 && hasMade;
    const sentences = [...problems, ...(isPartial ? ['Everything else is on the site.'] : []), ...delay];
    // It is forgotten, unless there is something that the owner should read.
    if (sentences.length === 0) await deleteChanges(strapi, { id: read.id });
    else
      await updateChange(strapi, read.id, {
        state: problem ? 'failed' : 'late',
        // Also those of earlier slices: the owner reads about the whole change.
        entries: read.entries,
        problem: sentences.join(' '),
      });
    return undefined;
  };

  let present: StoredChange | undefined = read;
  const makeSlice = async (change: StoredChange, entries: ScheduledEntry[]) => {
    const rest = [...entries];
    // What earlier slices could not do, also those of a process that has ended since; not why the owner was asked.
    const isContinued = change !== read || change.state === 'waiting';
    const problems = isContinued && change.problem !== null ? [change.problem] : [];
    let made = false;
    let next: StoredChange | undefined;
    await withLock(strapi, change, async () => {
      const end = performance.now() + SLICE_MS;
      do {
        const entry = rest.shift();
        const refusal = entry && refusals.get(entry);
        if (refusal) problems.push(describeRefusal(change, refusal));
        else if (entry) {
          problems.push(...(await makeEntry(strapi, change, entry, { showItem, userId })));
          made = true;
        }
      } while (rest.length > 0 && performance.now() < end);
      hasMade ||= made;
      next = await store(rest, problems);
    });
    return { next, rest };
  };
  let { entries } = read;
  for (; present; await letOthers())
    try {
      const slice: Awaited<ReturnType<typeof makeSlice>> = await makeSlice(present, entries);
      present = slice.next;
      entries = slice.rest;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      refusals.set(error.entry, error);
    }
}
