import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { parseLocalTime } from '../shared/hours/zonedTime';
import { addModel, lockRows } from '../strapi/rows';
import { MAX_INTEGER } from '../validation/unstorableValues';
import type { OffItem, StoredChange } from './scheduledChange';

/** The uid of the model; Strapi's name for the table. */
const MODEL = 'site::scheduled-change';

export const GONE =
  'This is not planned any more: it was done or cancelled in the meantime. Look at the list again.';

/** Adds the table of the scheduled changes to the database: backups contain it, and no API has it. */
export function addScheduleModel(strapi: Core.Strapi): void {
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
      problem: { type: 'text' },
    },
    indexes: [{ name: 'site_scheduled_changes_due_index', columns: ['state', 'due_at'] }],
  });
}

const query = (strapi: Core.Strapi) => strapi.db.query(MODEL);

/** Reads scheduled changes in the order in which they are made. */
export const findChanges = (strapi: Core.Strapi, where: object = {}): Promise<StoredChange[]> =>
  query(strapi).findMany({ where, orderBy: [{ dueAt: 'asc' }, { id: 'asc' }] });

/** What was missed for longer, in milliseconds, is not made without a question: it may be out of date, or the clock is wrong. */
const MAX_LATE_MS = 24 * 60 * 60 * 1000;

/** Whether a change was missed for so long that the owner is asked. */
export const isMissed = ({ state, dueAt }: Pick<StoredChange, 'state' | 'dueAt'>): boolean =>
  state === 'waiting' && Date.now() - new Date(dueAt).getTime() >= MAX_LATE_MS;

/** Finds what is due next: of the changes that are made without a question, the first one until `time`, in ms since 1970. */
export async function findNextDue(
  strapi: Core.Strapi,
  time: number,
  skippedIds: number[],
): Promise<{ id: number; due: number } | undefined> {
  const earliest = new Date(Date.now() - MAX_LATE_MS);
  const [next]: Pick<StoredChange, 'id' | 'dueAt'>[] = await query(strapi).findMany({
    select: ['id', 'dueAt'],
    where: { state: 'waiting', dueAt: { $gt: earliest, $lte: new Date(time) }, id: { $notIn: skippedIds } },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    limit: 1,
  });
  return next && { id: next.id, due: new Date(next.dueAt).getTime() };
}

/**
 * Reads a scheduled change.
 * @throws NotFoundError with a sentence for the owner when it was made or cancelled
 */
export async function requireChange(strapi: Core.Strapi, id: number): Promise<StoredChange> {
  const isId = Number.isInteger(id) && id > 0 && id <= MAX_INTEGER;
  const [change] = isId ? await findChanges(strapi, { id }) : [];
  if (!change) throw new errors.NotFoundError(GONE);
  return change;
}

/**
 * Makes other transactions that lock a scheduled change wait for the end of this one, and reads it. Its entries are locked before.
 * @returns `undefined` when it was made or cancelled
 */
export async function lockChange(strapi: Core.Strapi, id: number): Promise<StoredChange | undefined> {
  await lockRows(strapi, MODEL, { id });
  const [change] = await findChanges(strapi, { id });
  return change;
}

export async function insertChange(strapi: Core.Strapi, change: Omit<StoredChange, 'id'>): Promise<void> {
  await query(strapi).create({ data: change });
}

export async function updateChange(
  strapi: Core.Strapi,
  id: number,
  values: Partial<StoredChange>,
): Promise<void> {
  await query(strapi).update({ where: { id }, data: values });
}

export async function deleteChanges(strapi: Core.Strapi, where: object): Promise<void> {
  await query(strapi).deleteMany({ where });
}

/** Selects what brings an item back to the menu, also after a question. */
export const whereReturns = ({ uid, itemId }: OffItem) => ({
  state: { $in: ['waiting', 'asking'] },
  uid,
  itemId,
});

/** Computes the times of the waiting changes again after another time zone was set: what was said for 5 pm stays at 5 pm. */
export async function followTimeZone(strapi: Core.Strapi, timeZone: string): Promise<void> {
  for (const { id, localTime } of await findChanges(strapi, {
    state: 'waiting',
    timeZone: { $ne: timeZone },
  })) {
    const dueAt = new Date(parseLocalTime(localTime, timeZone)).toISOString();
    await updateChange(strapi, id, { dueAt, timeZone });
  }
}
