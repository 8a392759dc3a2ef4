import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { parseLocalTime } from '../shared/hours/zonedTime';
import { addModel, lockRows } from '../strapi/rows';
import { MAX_INTEGER } from '../validation/unstorableValues';
import type { EntryId } from './entry';
import { lockEntries } from './lockEntries';
import { readEnd, readOpening, toMomentFromNow } from './openingHours';
import type { PlannedChange } from './plannedChange';

/** The uid of the model; Strapi's name for the table. */
const MODEL = 'site::scheduled-change';

export const NOT_PLANNED =
  'This is not planned any more: it was done or cancelled in the meantime. Look at the list again.';

/** Adds the table of the planned changes to the database: backups contain it, and no API has it. */
export function addPlansModel(strapi: Core.Strapi): void {
  addModel(strapi, {
    uid: MODEL,
    singularName: 'site_scheduled_change',
    tableName: 'site_scheduled_changes',
    attributes: {
      id: { type: 'increments' },
      scope: { type: 'string' },
      state: { type: 'string' },
      dueAt: { type: 'datetime', columnName: 'due_at' },
      localTime: { type: 'string', columnName: 'local_time' },
      timeZone: { type: 'string', columnName: 'time_zone' },
      scheduledAt: { type: 'datetime', columnName: 'scheduled_at' },
      author: { type: 'text' },
      authorId: { type: 'integer', columnName: 'author_id' },
      title: { type: 'text' },
      change: { type: 'text' },
      entries: { type: 'json' },
      uid: { type: 'string' },
      itemId: { type: 'string', columnName: 'item_id' },
      opensFrom: { type: 'string', columnName: 'opens_from' },
      until: { type: 'string' },
      problem: { type: 'text' },
    },
    indexes: [{ name: 'site_scheduled_changes_due_index', columns: ['state', 'due_at'] }],
  });
}

const query = (strapi: Core.Strapi) => strapi.db.query(MODEL);

/** Reads planned changes in the order in which they are made. */
export const findPlans = (strapi: Core.Strapi, where: object = {}): Promise<PlannedChange[]> =>
  query(strapi).findMany({ where, orderBy: [{ dueAt: 'asc' }, { id: 'asc' }] });

/** What was missed for longer, in milliseconds, is not made without a question: it may be out of date, or the clock is wrong. */
const MAX_LATE_MS = 24 * 60 * 60 * 1000;

/** Whether a change was missed for so long that the owner is asked. */
export const isMissed = ({ state, dueAt }: Pick<PlannedChange, 'state' | 'dueAt'>): boolean =>
  state === 'waiting' && Date.now() - new Date(dueAt).getTime() >= MAX_LATE_MS;

/** Finds what is due next: of the changes that are made without a question, the first one until `time`, in ms since 1970. */
export async function findNextDue(
  strapi: Core.Strapi,
  time: number,
  skippedIds: number[],
): Promise<PlannedChange | undefined> {
  const dueAt = { $gt: new Date(Date.now() - MAX_LATE_MS), $lte: new Date(time) };
  const [next] = await findPlans(strapi, { state: 'waiting', dueAt, id: { $notIn: skippedIds } });
  return next;
}

/** Reads a planned change, which must not have been made or cancelled. */
export async function requirePlan(strapi: Core.Strapi, id: number): Promise<PlannedChange> {
  const isId = Number.isInteger(id) && id > 0 && id <= MAX_INTEGER;
  const [change] = isId ? await findPlans(strapi, { id }) : [];
  if (!change) throw new errors.NotFoundError(NOT_PLANNED);
  return change;
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
    await lockRows(strapi, MODEL, { id: read.id });
    const [present] = await findPlans(strapi, { id: read.id });
    if (!isDeepStrictEqual(present, read)) return false;
    await act();
    return true;
  });
}

type NewPlan = Partial<PlannedChange> &
  Pick<
    PlannedChange,
    'scope' | 'dueAt' | 'localTime' | 'author' | 'authorId' | 'title' | 'change' | 'entries'
  >;

/** Stores a planned change, by default one that waits from now on. */
export async function insertPlan(strapi: Core.Strapi, plan: NewPlan): Promise<void> {
  const now = { timeZone: readTimeZone(), scheduledAt: new Date().toISOString() };
  await query(strapi).create({ data: { state: 'waiting', ...now, ...plan } });
}

export async function updatePlan(
  strapi: Core.Strapi,
  id: number,
  values: Partial<PlannedChange>,
): Promise<void> {
  await query(strapi).update({ where: { id }, data: values });
}

/** Moves a planned change to another time, for which it waits, whatever has become of it. */
export const movePlan = (strapi: Core.Strapi, id: number, moment: Partial<PlannedChange>): Promise<void> =>
  updatePlan(strapi, id, {
    ...moment,
    ...{ state: 'waiting', problem: null, scheduledAt: new Date().toISOString() },
  });

export async function deletePlans(strapi: Core.Strapi, where: object): Promise<void> {
  await query(strapi).deleteMany({ where });
}

/** Selects the planned changes that wait, also those about which the owner is asked. */
export const OPEN = { state: { $in: ['waiting', 'asking'] } };

/** What waits for an item: that it comes back to the menu, or that it leaves it. */
export type ItemScope = 'item' | 'end';

const whereItem = (scope: ItemScope, { uid, documentId }: EntryId) => ({
  ...OPEN,
  scope,
  uid,
  itemId: documentId,
});

/** Reads when an item comes back to the menu or leaves it; `undefined` when it stays off or on it until somebody changes that. */
export const findItemPlan = async (
  strapi: Core.Strapi,
  scope: ItemScope,
  item: EntryId,
): Promise<PlannedChange | undefined> => (await findPlans(strapi, whereItem(scope, item)))[0];

/**
 * Makes an item stay off the menu or on it, or ends the return of one that is back: taken off again, it stays off.
 * @param keptId the id of a planned change that stays, such as the one that has brought it back, which ends by itself
 */
export const endItemPlan = (
  strapi: Core.Strapi,
  scope: ItemScope,
  item: EntryId,
  keptId = 0,
): Promise<void> => deletePlans(strapi, { ...whereItem(scope, item), id: { $ne: keptId } });

/**
 * Computes the times of the waiting changes again: after another time zone was set, what was planned for 5 pm stays at 5 pm, and what
 * waits for an opening or a closing follows the opening hours. Call it at the start, and in the transaction of a change of the hours.
 */
export async function followHours(strapi: Core.Strapi): Promise<void> {
  const timeZone = readTimeZone();
  for (const { id, dueAt, localTime, opensFrom, ...plan } of await findPlans(strapi, { state: 'waiting' })) {
    const sameClock = { dueAt: new Date(parseLocalTime(localTime, timeZone)).toISOString(), localTime };
    // What is due already was missed, and stays at its time; so does what waits for an opening that is not known any more.
    const isMissedAlready = new Date(dueAt).getTime() <= Date.now();
    const opening = opensFrom === null || isMissedAlready ? undefined : await readOpening(strapi, opensFrom);
    const until = plan.scope === 'end' && !isMissedAlready ? plan.until : null;
    const end = until === null ? undefined : await readEnd(strapi, until);
    const closing = end && toMomentFromNow(Date.parse(end.dueAt));
    const moment = closing ?? opening ?? sameClock;
    if (moment.localTime === localTime && plan.timeZone === timeZone) continue;
    await updatePlan(strapi, id, { ...moment, timeZone });
  }
}
