import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { parseLocalTime } from '../shared/hours/zonedTime';
import { addModel, lockRows } from '../strapi/rows';
import { MAX_INTEGER } from '../validation/unstorableValues';
import type { EntryId } from './entry';
import { readOpening } from './openingHours';
import type { PlannedChange } from './plannedChange';

/** The uid of the model; Strapi's name for the table. */
const MODEL = 'site::scheduled-change';

export const GONE =
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
): Promise<{ id: number; due: number } | undefined> {
  const earliest = new Date(Date.now() - MAX_LATE_MS);
  const [next]: Pick<PlannedChange, 'id' | 'dueAt'>[] = await query(strapi).findMany({
    select: ['id', 'dueAt'],
    where: { state: 'waiting', dueAt: { $gt: earliest, $lte: new Date(time) }, id: { $notIn: skippedIds } },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    limit: 1,
  });
  return next && { id: next.id, due: new Date(next.dueAt).getTime() };
}

/**
 * Reads a planned change.
 * @throws NotFoundError with a sentence for the owner when it was made or cancelled
 */
export async function requirePlan(strapi: Core.Strapi, id: number): Promise<PlannedChange> {
  const isId = Number.isInteger(id) && id > 0 && id <= MAX_INTEGER;
  const [change] = isId ? await findPlans(strapi, { id }) : [];
  if (!change) throw new errors.NotFoundError(GONE);
  return change;
}

/**
 * Makes other transactions that lock a planned change wait for the end of this one, and reads it. Its entries are locked before.
 * @returns `undefined` when it was made or cancelled
 */
export async function lockPlan(strapi: Core.Strapi, id: number): Promise<PlannedChange | undefined> {
  await lockRows(strapi, MODEL, { id });
  const [change] = await findPlans(strapi, { id });
  return change;
}

export async function insertPlan(strapi: Core.Strapi, change: Omit<PlannedChange, 'id'>): Promise<void> {
  await query(strapi).create({ data: change });
}

export async function updatePlan(
  strapi: Core.Strapi,
  id: number,
  values: Partial<PlannedChange>,
): Promise<void> {
  await query(strapi).update({ where: { id }, data: values });
}

export async function deletePlans(strapi: Core.Strapi, where: object): Promise<void> {
  await query(strapi).deleteMany({ where });
}

/** Selects the return of an item that is off the menu, also one about which the owner is asked. */
const whereReturn = ({ uid, documentId }: EntryId) => ({
  state: { $in: ['waiting', 'asking'] },
  uid,
  itemId: documentId,
});

/** Reads the planned return of an item; `undefined` when it stays off the menu until somebody puts it back. */
export const findReturn = async (strapi: Core.Strapi, item: EntryId): Promise<PlannedChange | undefined> =>
  (await findPlans(strapi, whereReturn(item)))[0];

/**
 * Makes an item that is off the menu stay there, or ends the return of one that is back: taken off again, it stays off.
 * @param madeId the id of the planned change that has brought it back, which ends by itself
 */
export const endReturn = (strapi: Core.Strapi, item: EntryId, madeId = 0): Promise<void> =>
  deletePlans(strapi, { ...whereReturn(item), id: { $ne: madeId } });

/**
 * Computes the times of the waiting changes again: after another time zone was set, what was planned for 5 pm stays at 5 pm, and what
 * waits for an opening follows the opening hours. Call it at the start, and in the transaction of a change of the hours.
 */
export async function followHours(strapi: Core.Strapi, timeZone: string): Promise<void> {
  for (const { id, dueAt, localTime, opensFrom, ...plan } of await findPlans(strapi, { state: 'waiting' })) {
    const sameClock = { dueAt: new Date(parseLocalTime(localTime, timeZone)).toISOString(), localTime };
    // What is due already was missed, and stays at its time; so does what waits for an opening that is not known any more.
    const isMissedAlready = new Date(dueAt).getTime() <= Date.now();
    const opening =
      opensFrom === null || isMissedAlready ? undefined : await readOpening(strapi, opensFrom, timeZone);
    const moment = opening ?? sameClock;
    if (moment.localTime === localTime && plan.timeZone === timeZone) continue;
    await updatePlan(strapi, id, { ...moment, timeZone });
  }
}
