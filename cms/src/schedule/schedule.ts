import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findRequestAuthor } from '../auditLog/accountName';
import { recordLine } from '../auditLog/auditLog';
import { quote } from '../content/shortenTexts';
import { isInFuture } from '../environment/clock';
import { readTimeZone } from '../environment/settings';
import { selectAllowed } from '../permissions/entryPermissions';
import { findContentType } from '../shared/content/contentTypes';
import { chooseMoment, describeMoment } from '../shared/hours/describeMoment';
import type { Account } from '../strapi/permissions';
import { type EntryId, groupByType } from '../versions/version';
import { tryChange, withLock } from './makeChange';
import type {
  OffItem,
  ScheduleAnswer,
  ScheduledChange,
  ScheduledEntry,
  StoredChange,
} from './scheduledChange';
import { areBehindDrafts, describeScheduledEntry, isItemShown } from './scheduledEntries';
import {
  deleteChanges,
  findChanges,
  GONE,
  insertChange,
  isMissed,
  requireChange,
  whereReturns,
} from './storedChanges';

/** What a scheduled change does with its entries. */
const MAKE = ['read', 'update', 'publish'] as const;

const NOTHING = 'There is nothing to publish: the site shows these words already.';
const MISSED = 'The site was off at that time, and it is more than a day ago. Do you still want it?';
const WRONG_CLOCK =
  'The clock of the computer that runs the site was wrong when this was planned. Choose the time again.';

/** The moment of a change: an instant in milliseconds since 1970. */
export type Moment = Pick<StoredChange, 'dueAt' | 'localTime' | 'timeZone'>;

/**
 * Reads the time that the owner has chosen.
 * @throws ValidationError with a sentence for the owner
 */
export function parseMoment(time: unknown): Moment {
  const timeZone = readTimeZone();
  const localTime = String(time);
  const { moment, problem } = chooseMoment(localTime, Date.now(), timeZone);
  if (problem !== undefined) throw new errors.ValidationError(problem);
  return { dueAt: new Date(moment).toISOString(), localTime, timeZone };
}

const toTarget = ({ documentId }: EntryId) => ({ documentId });

/** @throws ForbiddenError unless the account may make a change */
export async function requireMakeable(
  strapi: Core.Strapi,
  account: Account,
  entries: ScheduledEntry[],
): Promise<void> {
  for (const [uid, group] of groupByType(entries)) {
    const allowed = await selectAllowed(strapi, account, { uid, actions: MAKE }, group.map(toTarget));
    if (allowed.length < group.length) throw new errors.ForbiddenError();
  }
}

/**
 * Changes what is scheduled, unless the scheduled change was made, moved or cancelled since it was read.
 * @throws NotFoundError with a sentence for the owner
 */
export async function changeLocked(
  strapi: Core.Strapi,
  read: StoredChange,
  act: () => Promise<void>,
): Promise<void> {
  if (!(await withLock(strapi, read, act))) throw new errors.NotFoundError(GONE);
}

/** Describes the time of a change for the audit log. */
export const describeTime = ({ localTime }: Pick<StoredChange, 'localTime'>): string =>
  localTime.replace('T', ' at ');

/** Describes a planned change for the audit log. */
export const describePlanned = ({
  title,
  author,
  ...moment
}: Pick<StoredChange, 'title' | 'author' | 'localTime'>): string =>
  `the change of ${title} that ${author ?? 'a deleted account'} had planned for ${describeTime(moment)}`;

/** Who schedules a change, and when it is made. */
interface Order {
  account: Account;
  moment: Moment;
  /** The id of a change that this one replaces. */
  replaces?: unknown;
}

const storeOrder = (strapi: Core.Strapi, { account, moment }: Order) => ({
  ...moment,
  state: 'waiting' as const,
  scheduledAt: new Date().toISOString(),
  author: findRequestAuthor(strapi),
  authorId: account.user.id,
  problem: null,
});

/**
 * Schedules what publishing entries changes now. What would be refused at its time is refused at once.
 * @throws ValidationError with a sentence for the owner; nothing has changed then
 */
export async function schedulePublishing(
  strapi: Core.Strapi,
  scope: 'entry' | 'menu',
  entries: ScheduledEntry[],
  order: Order,
): Promise<void> {
  const [entry] = entries;
  if (!entry) throw new errors.ValidationError(NOTHING);
  await requireMakeable(strapi, order.account, entries);
  const names = entries.map(({ name }) => quote(name));
  const change = {
    ...storeOrder(strapi, order),
    scope,
    entries,
    uid: null,
    itemId: null,
    title: scope === 'menu' ? 'The menu' : (names[0] ?? ''),
    change:
      scope === 'menu' ? new Intl.ListFormat('en').format(names) : describeScheduledEntry(strapi, entry),
  };
  await tryChange(strapi, change);
  if (order.replaces === undefined) return insertChange(strapi, change);
  const replaced = await requireChange(strapi, Number(order.replaces));
  await requireMakeable(strapi, order.account, replaced.entries);
  await changeLocked(strapi, replaced, async () => {
    await deleteChanges(strapi, { id: replaced.id });
    await insertChange(strapi, change);
  });
  await recordLine(strapi, `replaced ${describePlanned(replaced)} by ${describePlanned(change)}`);
}

/**
 * Schedules the return of an item that is off the menu. Call it in the transaction that takes it off, after `cancelReturn`.
 * @param name what the owner calls it
 */
export async function scheduleReturn(
  strapi: Core.Strapi,
  item: OffItem & { name: string },
  order: Omit<Order, 'replaces'>,
): Promise<void> {
  const { uid, itemId, name } = item;
  await insertChange(strapi, {
    ...storeOrder(strapi, order),
    scope: 'item',
    entries: [{ uid, documentId: itemId, name, content: {}, replaced: null, wasShown: false }],
    uid,
    itemId,
    title: quote(name),
    change: 'Back on the menu',
  });
}

/** Makes an item stay off the menu until somebody puts it back. */
export const cancelReturn = (strapi: Core.Strapi, item: OffItem): Promise<void> =>
  deleteChanges(strapi, whereReturns(item));

/** What has become of a change, and what the owner should know of it. */
export function describeState(change: StoredChange): Pick<StoredChange, 'state' | 'problem'> {
  if (isMissed(change)) return { state: 'asking', problem: MISSED };
  const isClockWrong = change.state === 'waiting' && isInFuture(new Date(change.scheduledAt).getTime());
  return isClockWrong ? { state: 'asking', problem: WRONG_CLOCK } : change;
}

const isWaiting = (change: StoredChange): boolean => describeState(change).state === 'waiting';

async function toScheduledChange(
  strapi: Core.Strapi,
  account: Account,
  stored: StoredChange,
): Promise<ScheduledChange | undefined> {
  const { id, scope, localTime, author, title, change, entries } = stored;
  const isVisible = async (actions: readonly ('read' | 'update' | 'publish')[]) => {
    for (const [uid, group] of groupByType(entries)) {
      const targets = group.map((entry) => ({ ...toTarget(entry), findDeleted: async () => ({}) }));
      const allowed = await selectAllowed(strapi, account, { uid, actions }, targets);
      if (allowed.length < group.length) return false;
    }
    return true;
  };
  // A type may have been removed since.
  if (!entries.every(({ uid }) => findContentType(uid)) || !(await isVisible(['read']))) return undefined;
  const { state, problem } = describeState(stored);
  const isOpen = state === 'waiting' || state === 'asking';
  // Somebody has put it back already.
  if (scope === 'item' && isOpen && (await isItemShown(strapi, stored))) return undefined;
  return {
    id,
    scope,
    state,
    localTime,
    author,
    title,
    change,
    problem,
    when: describeMoment(new Date(stored.dueAt).getTime(), Date.now(), stored.timeZone),
    canChange: await isVisible(MAKE),
    entries: entries.map(({ uid, documentId }) => ({ uid, documentId })),
  };
}

/**
 * Lists the scheduled changes that an account may see: all, or those of the menu's screen or of an entry, which tell whether the owner
 * went on editing.
 */
export async function listSchedule(
  strapi: Core.Strapi,
  account: Account,
  of?: 'menu' | EntryId,
): Promise<ScheduleAnswer> {
  const entry = typeof of === 'object' ? of : undefined;
  const where = of === 'menu' ? { scope: 'menu' } : entry ? { scope: { $ne: 'item' } } : {};
  const isSelected = ({ entries }: StoredChange) =>
    !entry || entries.some(({ uid, documentId }) => uid === entry.uid && documentId === entry.documentId);
  const stored = (await findChanges(strapi, where)).filter(isSelected);
  const changes: ScheduledChange[] = [];
  for (const change of [...stored.filter((other) => !isWaiting(other)), ...stored.filter(isWaiting)]) {
    const shown = await toScheduledChange(strapi, account, change);
    if (!shown) continue;
    changes.push(of ? { ...shown, isBehindDraft: await areBehindDrafts(strapi, change) } : shown);
  }
  return { timeZone: readTimeZone(), changes };
}
