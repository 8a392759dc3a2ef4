import type { ScheduleAnswer, ScheduledChange } from '../../cms/src/schedule/scheduledChange.ts';
import { type EntryId, pathOf, saveDraft, send, type Values } from './entries.ts';
import type { Stack } from './stack.ts';

/** Lists the scheduled changes as the admin's first screen does. */
export const listChanges = async (stack: Stack): Promise<ScheduledChange[]> =>
  (await send<ScheduleAnswer>(stack, 'GET', '/schedule')).changes;

interface SavedDraft {
  data: { updatedAt: string };
}

/** Reads when a draft was saved last. */
export const readSavedAt = async (stack: Stack, entry: EntryId): Promise<string> =>
  (await send<SavedDraft>(stack, 'GET', pathOf(entry))).data.updatedAt;

/**
 * Schedules the publishing of a draft.
 * @param time 'YYYY-MM-DDTHH:MM' by the clock of the restaurant
 */
export const schedule = async (stack: Stack, entry: EntryId, time: string): Promise<ScheduleAnswer> =>
  send(stack, 'POST', `/schedule/entries/${entry.uid}/${entry.documentId}`, {
    time,
    savedAt: await readSavedAt(stack, entry),
  });

/** Saves a draft and schedules its publishing. */
export async function saveAndSchedule(
  stack: Stack,
  entry: EntryId,
  values: Values,
  time: string,
): Promise<ScheduleAnswer> {
  await saveDraft(stack, entry, values);
  return schedule(stack, entry, time);
}
