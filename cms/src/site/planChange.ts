import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { nameOf } from '../auditLog/accountName';
import { recordLine } from '../auditLog/auditLog';
import { isInFuture } from '../environment/clock';
import { readTimeZone } from '../environment/settings';
import { selectAllowed } from '../permissions/entryPermissions';
import { findContentType } from '../shared/content/contentTypes';
import { chooseMoment, describeMoment } from '../shared/hours/describeMoment';
import type { Account } from '../strapi/permissions';
import { checkPlanned, withLock } from './applyPlanned';
import { listChangedFields } from './compareContent';
import { type EntryId, groupByType, nameEntry, readEntries, readEntry, type Sides } from './entry';
import { type Content, omitPosition } from './entryContent';
import { DELETED } from './lockEntries';
import type { PlannedAnswer, PlannedChange, PlannedEntry, PlannedSummary } from './plannedChange';
import { describeEntryChanges, describeReturn, findLastShown } from './recordVersions';
import { quote } from './shortenTexts';
import { deletePlans, findPlans, GONE, insertPlan, isMissed, requirePlan } from './storedPlans';

/** What a planned change does with its entries. */
const PUBLISH = ['read', 'update', 'publish'] as const;

const NOTHING = 'There is nothing to publish: the site shows these words already.';
const MISSED = 'The site was off at that time, and it is more than a day ago. Do you still want it?';
const WRONG_CLOCK =
  'The clock of the computer that runs the site was wrong when this was planned. Choose the time again.';

/** The moment of a change: an instant in milliseconds since 1970. */
export type Moment = Pick<PlannedChange, 'dueAt' | 'localTime' | 'timeZone' | 'opensFrom'>;

/**
 * Reads the time that the owner has chosen.
 * @throws ValidationError with a sentence for the owner
 */
export function parseMoment(time: unknown): Moment {
  const timeZone = readTimeZone();
  const localTime = String(time);
  const { moment, problem } = chooseMoment(localTime, Date.now(), timeZone);
  if (problem !== undefined) throw new errors.ValidationError(problem);
  return { dueAt: new Date(moment).toISOString(), localTime, timeZone, opensFrom: null };
}

const toTarget = ({ documentId }: EntryId) => ({ documentId });

/** @throws ForbiddenError unless the account may make a change */
export async function requirePublishable(
  strapi: Core.Strapi,
  account: Account,
  entries: PlannedEntry[],
): Promise<void> {
  for (const [uid, group] of groupByType(entries)) {
    const allowed = await selectAllowed(strapi, account, { uid, actions: PUBLISH }, group.map(toTarget));
    if (allowed.length < group.length) throw new errors.ForbiddenError();
  }
}

/**
 * Changes what is planned, unless the planned change was made, moved or cancelled since it was read.
 * @throws NotFoundError with a sentence for the owner
 */
export async function changePlanned(
  strapi: Core.Strapi,
  read: PlannedChange,
  act: () => Promise<void>,
): Promise<void> {
  if (!(await withLock(strapi, read, act))) throw new errors.NotFoundError(GONE);
}

/** Describes the time of a change for the audit log. */
export const describeTime = ({ localTime }: Pick<PlannedChange, 'localTime'>): string =>
  localTime.replace('T', ' at ');

/** Describes a planned change for the audit log. */
export const describePlanned = ({
  title,
  author,
  ...moment
}: Pick<PlannedChange, 'title' | 'author' | 'localTime'>): string =>
  `the change of ${title} that ${author ?? 'a deleted account'} had planned for ${describeTime(moment)}`;

const pick = (content: Content, names: string[]): Content =>
  Object.fromEntries(names.map((name) => [name, content[name] ?? null]));

/**
 * Returns what publishing the draft of an entry would change on the site now.
 * @param sides the entry as it is now
 * @returns `undefined` when that is nothing
 * @throws NotFoundError with a sentence for the owner when the entry was deleted
 */
export async function captureDraft(
  strapi: Core.Strapi,
  { uid, documentId }: EntryId,
  { published, draft }: Sides,
): Promise<PlannedEntry | undefined> {
  if (!draft) throw new errors.NotFoundError(DELETED);
  const content = omitPosition(draft);
  const shown = published ?? (await findLastShown(strapi, { uid, documentId }));
  const changed = published ? listChangedFields(content, omitPosition(published)) : Object.keys(content);
  if (changed.length === 0) return undefined;
  return {
    uid,
    documentId,
    name: nameEntry(uid, content),
    content: pick(content, changed),
    replaced: shown ? pick(shown, changed) : null,
    wasShown: published !== undefined,
  };
}

/** Describes in one line what publishing an entry changes on the site. */
function describeEntry(strapi: Core.Strapi, { content, replaced, wasShown, ...entry }: PlannedEntry): string {
  if (!replaced) return 'On the site for the first time';
  const change = describeEntryChanges(strapi, entry, replaced, content);
  return wasShown ? change : describeReturn(change);
}

/** Whether publishing the drafts of entries would change anything on the site after a planned change. */
async function areBehindDrafts(
  strapi: Core.Strapi,
  { entries }: Pick<PlannedChange, 'entries'>,
): Promise<boolean> {
  const read = await readEntries(strapi, entries);
  return entries.some((entry) => {
    const { draft, published } = read(entry);
    const planned = { ...omitPosition(published ?? {}), ...entry.content };
    return draft !== undefined && listChangedFields(omitPosition(draft), planned).length > 0;
  });
}

/** Who plans a change, and when it is made. */
interface PlanRequest {
  account: Account;
  moment: Moment;
  /** The id of a change that this one replaces. */
  replaces?: unknown;
}

const toStored = ({ account, moment }: PlanRequest) => ({
  ...moment,
  state: 'waiting' as const,
  scheduledAt: new Date().toISOString(),
  author: nameOf(account.user),
  authorId: account.user.id,
  problem: null,
});

/**
 * Plans what publishing entries changes now. What would be refused at its time is refused at once.
 * @throws ValidationError with a sentence for the owner; nothing has changed then
 */
export async function planPublishing(
  strapi: Core.Strapi,
  scope: 'entry' | 'menu',
  entries: PlannedEntry[],
  order: PlanRequest,
): Promise<void> {
  const [entry] = entries;
  if (!entry) throw new errors.ValidationError(NOTHING);
  await requirePublishable(strapi, order.account, entries);
  const names = entries.map(({ name }) => quote(name));
  const change = {
    ...toStored(order),
    scope,
    entries,
    uid: null,
    itemId: null,
    title: scope === 'menu' ? 'The menu' : (names[0] ?? ''),
    change: scope === 'menu' ? new Intl.ListFormat('en').format(names) : describeEntry(strapi, entry),
  };
  await checkPlanned(strapi, change);
  if (order.replaces === undefined) return insertPlan(strapi, change);
  const replaced = await requirePlan(strapi, Number(order.replaces));
  await requirePublishable(strapi, order.account, replaced.entries);
  await changePlanned(strapi, replaced, async () => {
    await deletePlans(strapi, { id: replaced.id });
    await insertPlan(strapi, change);
  });
  await recordLine(strapi, `replaced ${describePlanned(replaced)} by ${describePlanned(change)}`);
}

/**
 * Plans the return of an item that is off the menu. Call it in the transaction that takes it off, after `endReturn`.
 * @param name what the owner calls it
 */
export async function planReturn(
  strapi: Core.Strapi,
  { uid, documentId }: EntryId,
  name: string,
  order: Omit<PlanRequest, 'replaces'>,
): Promise<void> {
  await insertPlan(strapi, {
    ...toStored(order),
    scope: 'item',
    entries: [{ uid, documentId, name, content: {}, replaced: null, wasShown: false }],
    uid,
    itemId: documentId,
    title: quote(name),
    change: 'Back on the menu',
  });
}

/** What has become of a change, and what the owner should know of it. */
export function describeState(change: PlannedChange): Pick<PlannedChange, 'state' | 'problem'> {
  if (isMissed(change)) return { state: 'asking', problem: MISSED };
  const isClockWrong = change.state === 'waiting' && isInFuture(new Date(change.scheduledAt).getTime());
  return isClockWrong ? { state: 'asking', problem: WRONG_CLOCK } : change;
}

const isWaiting = (change: PlannedChange): boolean => describeState(change).state === 'waiting';

async function toSummary(
  strapi: Core.Strapi,
  account: Account,
  stored: PlannedChange,
): Promise<PlannedSummary | undefined> {
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
  const [item] = entries;
  // Somebody has put it back already.
  if (scope === 'item' && isOpen && item && (await readEntry(strapi, item)).published) return undefined;
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
    canChange: await isVisible(PUBLISH),
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
  of?: 'menu' | EntryId,
): Promise<PlannedAnswer> {
  const entry = typeof of === 'object' ? of : undefined;
  const where = of === 'menu' ? { scope: 'menu' } : entry ? { scope: { $ne: 'item' } } : {};
  const isSelected = ({ entries }: PlannedChange) =>
    !entry || entries.some(({ uid, documentId }) => uid === entry.uid && documentId === entry.documentId);
  const stored = (await findPlans(strapi, where)).filter(isSelected);
  const changes: PlannedSummary[] = [];
  for (const change of [...stored.filter((other) => !isWaiting(other)), ...stored.filter(isWaiting)]) {
    const shown = await toSummary(strapi, account, change);
    if (!shown) continue;
    changes.push(of ? { ...shown, isBehindDraft: await areBehindDrafts(strapi, change) } : shown);
  }
  return { timeZone: readTimeZone(), changes };
}
