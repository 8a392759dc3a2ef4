import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isInFuture } from '../environment/clock';
import { readTimeZone } from '../environment/settings';
import { type EntryUse, selectAllowed } from '../permissions/entryPermissions';
import { findContentType } from '../shared/content/contentTypes';
import { describeMoment } from '../shared/hours/describeMoment';
import type { Account } from '../strapi/permissions';
import { type EntryId, groupByType, isOff, readEntries } from './entry';
import { listChangedFields, omitPosition } from './entryContent';
import { readEnd } from './openingHours';
import type { PlannedAnswer, PlannedChange, PlannedSummary } from './plannedChange';
import { isAlreadyEnded } from './plannedEnd';
import { readAuthor } from './recordVersions';
import { findPlans, isMissed } from './storedPlans';

/** What a planned change does with its entries. */
export const PUBLISH = ['read', 'update', 'publish'] as const;

const MISSED = 'The site was off at that time, and it is more than a day ago. Do you still want it?';
const WRONG_CLOCK =
  'The clock of the computer that runs the site was wrong when this was planned. Choose the time again.';

/** Whether an account may do something with all of these entries, of which some may have been deleted. */
async function areAllowed(
  strapi: Core.Strapi,
  account: Account,
  entries: EntryId[],
  actions: EntryUse['actions'],
): Promise<boolean> {
  for (const [uid, group] of groupByType(entries)) {
    const targets = group.map(({ documentId }) => ({ documentId, findDeleted: async () => ({}) }));
    const allowed = await selectAllowed(strapi, account, { uid, actions }, targets);
    if (allowed.length < group.length) return false;
  }
  return true;
}

/** Requires that an account may make a planned change of these entries. */
export async function requirePublishable(
  strapi: Core.Strapi,
  account: Account,
  entries: EntryId[],
): Promise<void> {
  if (!(await areAllowed(strapi, account, entries, PUBLISH))) throw new errors.ForbiddenError();
}

/** What has become of a change, and what the owner should know of it. */
export function describeState(change: PlannedChange): Pick<PlannedChange, 'state' | 'problem'> {
  if (isMissed(change)) return { state: 'asking', problem: MISSED };
  const isClockWrong = change.state === 'waiting' && isInFuture(new Date(change.scheduledAt).getTime());
  return isClockWrong ? { state: 'asking', problem: WRONG_CLOCK } : change;
}

const isWaiting = (change: PlannedChange): boolean => describeState(change).state === 'waiting';

/** Whether publishing the drafts of entries would change anything on the site after a planned change. */
async function isBehindDrafts(strapi: Core.Strapi, { entries }: PlannedChange): Promise<boolean> {
  const read = await readEntries(strapi, entries);
  return entries.some((entry) => {
    const { draft, published } = read(entry);
    const planned = { ...omitPosition(published ?? {}), ...entry.content };
    return draft !== undefined && listChangedFields(omitPosition(draft), planned).length > 0;
  });
}

/** Says when a change is made, and until when that stays. */
async function describeWhen(
  strapi: Core.Strapi,
  { scope, dueAt, until, timeZone }: PlannedChange,
): Promise<string> {
  const describe = (time: string) => describeMoment(new Date(time).getTime(), Date.now(), timeZone);
  if (scope === 'end' || until === null) return describe(dueAt);
  return `${describe(dueAt)}, until ${describe((await readEnd(strapi, until)).dueAt)}`;
}

/** Returns a planned change as an account sees it; `undefined` when it may not, or the change is done already. */
async function summarize(
  strapi: Core.Strapi,
  account: Account,
  stored: PlannedChange,
): Promise<PlannedSummary | undefined> {
  const { id, scope, localTime, title, change, entries } = stored;
  // A type may have been removed since.
  const isKnown = entries.every(({ uid }) => findContentType(uid));
  if (!isKnown || !(await areAllowed(strapi, account, entries, ['read']))) return undefined;
  const { state, problem } = describeState(stored);
  const isOpen = state === 'waiting' || state === 'asking';
  const [entry] = entries;
  // Somebody has put it back or deleted it already, or has taken back what ends.
  if (scope === 'item' && isOpen && entry && !(await isOff(strapi, entry))) return undefined;
  if (scope === 'end' && isOpen && entry && (await isAlreadyEnded(strapi, entry))) return undefined;
  return {
    id,
    scope,
    state,
    localTime,
    author: (await readAuthor(strapi, stored)).name,
    title,
    change,
    problem,
    when: await describeWhen(strapi, stored),
    canChange: await areAllowed(strapi, account, entries, PUBLISH),
    entries: entries.map(({ uid, documentId }) => ({ uid, documentId })),
  };
}

/**
 * Lists the planned changes that an account may see: all, or those of the menu's screen or of an entry, which tell whether the owner
 * went on editing.
 */
export async function listPlanned(
  strapi: Core.Strapi,
  account: Account,
  of?: 'menu' | 'site' | EntryId,
): Promise<PlannedAnswer> {
  const entry = typeof of === 'object' ? of : undefined;
  const where = of === 'menu' ? { scope: 'menu' } : entry ? { scope: { $ne: 'item' } } : {};
  const isSelected = ({ entries }: PlannedChange) =>
    !entry || entries.some(({ uid, documentId }) => uid === entry.uid && documentId === entry.documentId);
  const stored = (await findPlans(strapi, where)).filter(isSelected);
  const changes: PlannedSummary[] = [];
  for (const change of stored.toSorted((one, other) => Number(isWaiting(one)) - Number(isWaiting(other)))) {
    const shown = await summarize(strapi, account, change);
    const isCompared = of && change.scope !== 'end';
    if (shown)
      changes.push(isCompared ? { ...shown, isBehindDraft: await isBehindDrafts(strapi, change) } : shown);
  }
  return { timeZone: readTimeZone(), changes };
}
