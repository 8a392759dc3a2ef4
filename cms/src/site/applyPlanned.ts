import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { buildPopulate } from '../strapi/entries';
import { applyChange, checkChange, previewChange, type SiteChange } from './applyChange';
import { type EntryId, readEntries } from './entry';
import type { Content } from './entryContent';
import { lockEntries } from './lockEntries';
import type { PlannedChange, PlannedEntry } from './plannedChange';
import { quote } from './shortenTexts';
import { deletePlans, lockPlan, updatePlan } from './storedPlans';

/** A change that is made this much later than its time, in milliseconds, is said to be late. */
const LATE_MS = 60_000;
/** How long a transaction goes on to the next entry, in milliseconds: on SQLite, all other requests wait for its end. */
const SLICE_MS = 50;
/** Between two slices, others are answered: SQLite's queries alone never let the process read a request. */
const letOthers = () => setImmediate();

/** A part of a planned change can't be made; its message is a sentence for the owner. */
class RefusalError extends Error {
  constructor(
    readonly entry: PlannedEntry,
    error: Error,
  ) {
    super(error instanceof errors.NotFoundError ? 'It was deleted in the meantime.' : error.message);
  }
}

type Scope = Pick<PlannedChange, 'scope'>;

/** Returns what a planned change does with one of its entries. */
const toSiteChange = (
  { scope }: Scope,
  { uid, documentId, content, replaced, wasShown }: PlannedEntry,
): SiteChange => ({
  ...{ uid, documentId, fields: content, base: replaced, wasShown },
  ...(scope === 'item' && { shown: true }),
});

/** Says what could not be done with an entry; of the menu, also with which. */
const describeRefusal = ({ scope }: Scope, { entry: { name }, message }: RefusalError): string =>
  scope === 'menu' ? `${quote(name)}: ${message}` : message;

/** @throws RefusalError instead of an error with a sentence for the owner */
async function refuse<Result>(entry: PlannedEntry, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof errors.ApplicationError ? new RefusalError(entry, error) : error;
  }
}

/**
 * Checks a change that is about to be planned, so that the owner reads at once what would be refused at its time.
 * @throws ValidationError with a sentence for the owner
 */
export async function checkPlanned(
  strapi: Core.Strapi,
  plan: Pick<PlannedChange, 'scope' | 'entries'>,
): Promise<void> {
  for (const entry of plan.entries) {
    await refuse(entry, () => checkChange(strapi, toSiteChange(plan, entry))).catch((error) => {
      throw error instanceof RefusalError ? new errors.ValidationError(describeRefusal(plan, error)) : error;
    });
    await letOthers();
  }
}

/** Reads how the site would show the entries of a planned change if it were made now, without those that were deleted or stay off. */
export async function previewPlanned(
  strapi: Core.Strapi,
  plan: PlannedChange,
): Promise<(EntryId & { content: Content })[]> {
  const shown: (EntryId & { content: Content })[] = [];
  const read = await readEntries(strapi, plan.entries);
  for (const entry of plan.entries) {
    const { uid, documentId } = entry;
    if (!read(entry).draft) continue;
    const { isShown, values } = await previewChange(strapi, toSiteChange(plan, entry));
    if (!isShown) continue;
    const populate = await buildPopulate(strapi, uid);
    const present = await strapi.documents(uid).findOne({ documentId, status: 'published', populate });
    shown.push({ uid, documentId, content: { ...present, ...values, documentId } });
  }
  return shown;
}

/**
 * Calls a function in a transaction in which nobody else changes a planned change or its entries.
 * @returns whether it was called: not when the change was made, moved or cancelled since it was read
 */
export async function withLock(
  strapi: Core.Strapi,
  read: PlannedChange,
  act: () => Promise<void>,
): Promise<boolean> {
  return strapi.db.transaction(async () => {
    await lockEntries(strapi, read.entries);
    if (!isDeepStrictEqual(await lockPlan(strapi, read.id), read)) return false;
    await act();
    return true;
  });
}

/** Returns the id of the account that has planned a change; `null` when it was deleted since. */
async function findAuthorId(strapi: Core.Strapi, authorId: number): Promise<number | null> {
  const account = await strapi.db.query('admin::user').findOne({ where: { id: authorId }, select: ['id'] });
  return account ? authorId : null;
}

/** Says that a change is made late; nothing when it is not. */
function describeDelay({ dueAt }: PlannedChange, timeZone: string): string[] {
  const now = Date.now();
  if (now - new Date(dueAt).getTime() <= LATE_MS) return [];
  const time = describeInstant(now, '', timeZone, (date) => describeDate(date, date));
  return [`This was done later than planned: ${time}.`];
}

/** Lists why entries that were deleted can't be changed. */
async function refuseDeleted(strapi: Core.Strapi, { entries }: PlannedChange) {
  const read = await readEntries(strapi, entries);
  const deleted = entries.filter((entry) => !read(entry).draft);
  return deleted.map((entry) => [entry, new RefusalError(entry, new errors.NotFoundError())] as const);
}

/**
 * Makes a planned change whose time has come, each of its entries once: slice by slice, each in one transaction, which also takes its
 * entries from the stored change. What can't be made is left out, and the owner reads what and why. A change that was moved or cancelled
 * since it was read is not made, or not any further.
 * @param timeZone in which the owner reads that it was late; without it she has asked for it now
 * @throws what is no fault of the change, such as a database that doesn't answer; what is not made yet still waits then
 */
export async function applyPlanned(
  strapi: Core.Strapi,
  read: PlannedChange,
  timeZone?: string,
): Promise<void> {
  const userId = await findAuthorId(strapi, read.authorId);
  const author = { userId, name: read.author, plannedId: read.id };
  const delay = timeZone === undefined ? [] : describeDelay(read, timeZone);
  const refusals = new Map(read.scope === 'item' ? [] : await refuseDeleted(strapi, read));
  let hasMade = false;

  /** Ends the change when all is done, and otherwise stores what is left. */
  const store = async (rest: PlannedEntry[], problems: string[]): Promise<PlannedChange | undefined> => {
    const problem = problems.join(' ') || null;
    if (rest.length > 0) {
      await updatePlan(strapi, read.id, { entries: rest, problem });
      return lockPlan(strapi, read.id);
    }
    const isPartial = refusals.size > 0 && hasMade;
    const sentences = [...problems, ...(isPartial ? ['Everything else is on the site.'] : []), ...delay];
    // It is forgotten, unless there is something that the owner should read.
    if (sentences.length === 0) await deletePlans(strapi, { id: read.id });
    else
      await updatePlan(strapi, read.id, {
        state: problem ? 'failed' : 'late',
        // Also those of earlier slices: the owner reads about the whole change.
        entries: read.entries,
        problem: sentences.join(' '),
      });
    return undefined;
  };

  let present: PlannedChange | undefined = read;
  const applySlice = async (plan: PlannedChange, entries: PlannedEntry[]) => {
    const rest = [...entries];
    // What earlier slices could not do, also those of a process that has ended since; not why the owner was asked.
    const isContinued = plan !== read || plan.state === 'waiting';
    const problems = isContinued && plan.problem !== null ? [plan.problem] : [];
    let made = false;
    let next: PlannedChange | undefined;
    await withLock(strapi, plan, async () => {
      const end = performance.now() + SLICE_MS;
      do {
        const entry = rest.shift();
        const refusal = entry && refusals.get(entry);
        if (refusal) problems.push(describeRefusal(plan, refusal));
        else if (entry) {
          const apply = () => applyChange(strapi, toSiteChange(plan, entry), author);
          problems.push(...(await refuse(entry, apply)).lost);
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
      const slice: Awaited<ReturnType<typeof applySlice>> = await applySlice(present, entries);
      present = slice.next;
      entries = slice.rest;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      refusals.set(error.entry, error);
    }
}
