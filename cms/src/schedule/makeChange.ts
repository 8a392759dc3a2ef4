import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { lockEntry } from '../publishing/lockEntries';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { recordAsScheduled } from '../versions/recordVersions';
import type { OffItem, ScheduledEntry, StoredChange } from './scheduledChange';
import { nameEntry, publishScheduledEntry } from './scheduledEntries';
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

/** Locks entries, those of a type in the order of their document ids. */
async function lockEntries(strapi: Core.Strapi, entries: ScheduledEntry[]): Promise<void> {
  const keyOf = ({ uid, documentId }: ScheduledEntry) => `${uid} ${documentId}`;
  for (const { uid, documentId } of entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    await lockEntry(strapi, uid, documentId);
}

/** What a change does. */
type Deed = Pick<StoredChange, 'author' | 'authorId' | 'entries' | 'uid' | 'itemId'>;

/**
 * Makes a change, in the transaction of the caller.
 * @throws RefusalError when a part of it can't be made
 */
async function make(strapi: Core.Strapi, change: Deed, showItem: ShowItem): Promise<void> {
  const { author, authorId, entries, uid, itemId } = change;
  const userId = await findAuthorId(strapi, authorId);
  await recordAsScheduled(author, async () => {
    for (const entry of entries)
      try {
        if (uid !== null && itemId !== null) await showItem(strapi, { uid, itemId }, userId);
        else await publishScheduledEntry(strapi, entry, userId);
      } catch (error) {
        throw error instanceof errors.ApplicationError ? new RefusalError(entry, error) : error;
      }
  });
}

/** Says what could not be done of a change; `''` when all of it was. */
async function describeRefusals(
  strapi: Core.Strapi,
  refusals: RefusalError[],
  count: number,
): Promise<string> {
  const sentences: string[] = [];
  for (const { entry, message } of refusals) {
    const name = await nameEntry(strapi, entry);
    sentences.push(count > 1 && name ? `“${name}”: ${message}` : message);
  }
  if (refusals.length > 0 && refusals.length < count) sentences.push('Everything else is on the site.');
  return sentences.join(' ');
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
    throw new errors.ValidationError(await describeRefusals(strapi, [error], change.entries.length));
  }
}

/** Says that a change is made late; `''` when it is not. */
function describeDelay({ dueAt }: StoredChange, timeZone: string): string {
  const now = Date.now();
  if (now - new Date(dueAt).getTime() <= LATE_MS) return '';
  const time = describeInstant(now, '', timeZone, (date) => describeDate(date, date));
  return `The site was off at that time, so this was done later: ${time}.`;
}

/** Ends a change that was made: it is forgotten, unless there is something that the owner should read. */
async function end(strapi: Core.Strapi, { id }: StoredChange, problem: string, delay: string): Promise<void> {
  if (!problem && !delay) return deleteChanges(strapi, { id });
  await updateChange(strapi, id, {
    state: problem ? 'failed' : 'late',
    problem: [problem, delay].filter(Boolean).join(' '),
  });
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
  for (;;) {
    const entries = read.entries.filter((entry) => refusals.every((refusal) => refusal.entry !== entry));
    try {
      await strapi.db.transaction(async () => {
        await lockEntries(strapi, entries);
        const change = await lockChange(strapi, read.id);
        if (!change || !isDeepStrictEqual(change, read)) return;
        await make(strapi, { ...change, entries }, showItem);
        const problem = await describeRefusals(strapi, refusals, read.entries.length);
        await end(strapi, change, problem, timeZone === undefined ? '' : describeDelay(change, timeZone));
      });
      return;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      refusals.push(error);
    }
  }
}
