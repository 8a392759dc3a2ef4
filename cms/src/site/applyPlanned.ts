import { setImmediate } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { quote } from '../shared/shortenTexts';
import { buildPopulate } from '../strapi/entries';
import { applyChange, previewChange, requireApplicable, type SiteChange } from './applyChange';
import { type EntryId, isOff, readEntries } from './entry';
import type { Content } from './entryContent';
import { readEnd } from './openingHours';
import type { PlannedChange, PlannedEntry } from './plannedChange';
import { isAlreadyEnded, passOn, planEnd } from './plannedEnd';
import { type Author, readAuthor } from './recordVersions';
import { deletePlans, updatePlan, withLock } from './storedPlans';

/** A change that is made this much later than its time, in milliseconds, is said to be late. */
const LATE_MS = 60_000;
const BOTH_PASSED = 'Its time and its end have passed, so nothing was changed.';
const NOTHING_LEFT = 'Nothing was taken back: somebody has changed this in the meantime.';
/** Between two entries, others are answered: SQLite's queries alone never let the process read a request. */
const letOthers = () => setImmediate();

type Scope = Pick<PlannedChange, 'scope'>;

/** Returns what a planned change does with one of its entries. */
const toSiteChange = (
  { scope }: Scope,
  { uid, documentId, content, replaced, wasShown }: PlannedEntry,
): SiteChange => ({
  ...{ uid, documentId, fields: content, base: replaced, wasShown },
  ...(scope === 'item' && { shown: true }),
  // Its start has shown the entry, so one that was taken off since stays off.
  ...(scope === 'end' && { isEnd: true, wasShown: true, ...(!wasShown && { shown: false }) }),
});

/**
 * Says why an entry can't be changed; of several, also which.
 * @throws what is no fault of the change, such as an error of the database
 */
function describeRefusal({ scope }: Scope, { name }: PlannedEntry, error: unknown): string {
  if (!(error instanceof errors.ApplicationError)) throw error;
  const reason = error instanceof errors.NotFoundError ? 'It was deleted in the meantime.' : error.message;
  return scope === 'menu' || scope === 'site' ? `${quote(name)}: ${reason}` : reason;
}

/** Checks a change that is about to be planned, so that the owner reads at once what would be refused at its time. */
export async function checkPlanned(
  strapi: Core.Strapi,
  plan: Pick<PlannedChange, 'scope' | 'entries'>,
): Promise<void> {
  for (const entry of plan.entries) {
    await requireApplicable(strapi, toSiteChange(plan, entry)).catch((error) => {
      throw new errors.ValidationError(describeRefusal(plan, entry, error));
    });
    await letOthers();
  }
}

/**
 * Reads how the site would show the entries of a planned change if it were made now, without those that were deleted; the content is
 * `null` where it would not show the entry.
 */
export async function previewPlanned(
  strapi: Core.Strapi,
  plan: PlannedChange,
): Promise<(EntryId & { content: Content | null })[]> {
  const shown: (EntryId & { content: Content | null })[] = [];
  const read = await readEntries(strapi, plan.entries);
  for (const entry of plan.entries) {
    const { uid, documentId } = entry;
    if (!read(entry).draft) continue;
    const { isShown, values } = await previewChange(strapi, toSiteChange(plan, entry));
    const populate = await buildPopulate(strapi, uid);
    const present = await strapi.documents(uid).findOne({ documentId, status: 'published', populate });
    shown.push({ uid, documentId, content: isShown ? { ...present, ...values, documentId } : null });
  }
  return shown;
}

/** Says that a change is made late; nothing when it is not. */
function describeDelay({ dueAt }: PlannedChange): string[] {
  const now = Date.now();
  if (now - new Date(dueAt).getTime() <= LATE_MS) return [];
  const time = describeInstant(now, '', readTimeZone(), (date) => describeDate(date, date));
  return [`This was done later than planned: ${time}.`];
}

/** Whether the end of a change has passed, so that it is not made any more. */
const hasEnded = async (strapi: Core.Strapi, { scope, until }: PlannedChange): Promise<boolean> =>
  scope !== 'end' && until !== null && Date.parse((await readEnd(strapi, until)).dueAt) <= Date.now();

/**
 * Changes what the site shows of an entry of a planned change, and plans when that ends.
 * @returns what the owner should know
 */
async function applyEntry(
  strapi: Core.Strapi,
  plan: PlannedChange,
  entry: PlannedEntry,
  author: Author,
): Promise<string[]> {
  const change = toSiteChange(plan, entry);
  if (plan.scope === 'end') {
    const isPassedOn = await passOn(strapi, plan.id, entry);
    if (await isAlreadyEnded(strapi, entry)) return [];
    const { hasChanged, lost } = await applyChange(strapi, change, author);
    return hasChanged || isPassedOn ? lost : [NOTHING_LEFT];
  }
  if (plan.scope === 'item' && !(await isOff(strapi, entry))) return [];
  const after = await applyChange(strapi, change, author);
  return [...after.lost, ...(await planEnd(strapi, plan, entry, after))];
}

/**
 * Makes a planned change whose time has come, each of its entries once: in a transaction of its own, which also takes the entry from the
 * stored change. What can't be made is left out, and the owner reads what and why. A change that was moved or cancelled since it was
 * read is not made, or not any further.
 * @param isAsked whether the owner has asked for it now, so that she is not told that it is late
 * @throws what is no fault of the change, such as a database that doesn't answer; what is not made yet still waits then
 */
export async function applyPlanned(strapi: Core.Strapi, read: PlannedChange, isAsked = false): Promise<void> {
  const author = { ...(await readAuthor(strapi, read)), plannedId: read.id };
  const isPast = await hasEnded(strapi, read);
  const delay = isAsked || isPast ? [] : describeDelay(read);
  // What an attempt that was interrupted could not do; not why the owner was asked.
  const problems = read.state === 'waiting' && read.problem !== null ? [read.problem] : [];
  let refusals = 0;

  /** Ends the change: it is forgotten, unless there is something that the owner should read. */
  const end = async () => {
    const isPartial = refusals > 0 && refusals < read.entries.length;
    const sentences = [...problems, ...(isPartial ? ['Everything else is on the site.'] : []), ...delay];
    if (sentences.length === 0) await deletePlans(strapi, { id: read.id });
    else
      await updatePlan(strapi, read.id, {
        state: problems.length > 0 ? 'failed' : 'late',
        // Also those that are made: the owner reads about the whole change.
        entries: read.entries,
        problem: sentences.join(' '),
      });
  };

  let plan = read;
  for (const [index, entry] of read.entries.entries()) {
    const entries = read.entries.slice(index + 1);
    const describeRest = () => ({ entries, problem: problems.join(' ') || null });
    /** Does something with the entry that returns problems, and takes the entry from the stored change. */
    const take = (act: () => Promise<string[]>) =>
      withLock(strapi, plan, async () => {
        problems.push(...(await act()));
        if (entries.length === 0) await end();
        else await updatePlan(strapi, read.id, describeRest());
      });
    const apply = async () => (isPast ? [BOTH_PASSED] : applyEntry(strapi, read, entry, author));
    const isTaken = await take(apply).catch((error) => {
      const problem = describeRefusal(read, entry, error);
      refusals += 1;
      return take(async () => [problem]);
    });
    if (!isTaken) return;
    plan = { ...plan, ...describeRest() };
    await letOthers();
  }
}
