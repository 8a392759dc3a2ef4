import { toContentManagerPath } from '../../cms/src/shared/content/contentManager.ts';
import type { PlannedAnswer, PlannedSummary } from '../../cms/src/site/plannedChange.ts';
import type { VersionSummary } from '../../cms/src/site/version.ts';
import { expect, type Stack } from './stack.ts';

/** An entry, as the requests of the admin name it. */
export interface EntryId {
  uid: string;
  documentId: string;
}

export type Values = Record<string, unknown>;

/** Sends a request of the administrator that must succeed, and returns its response. */
export async function send<Body>(
  stack: Pick<Stack, 'asAdmin'>,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const response = await stack.asAdmin(method, path, body);
  const text = await response.text();
  expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
  return JSON.parse(text || 'null');
}

export const pathOf = ({ uid, documentId }: EntryId): string => toContentManagerPath(uid, documentId);

export const saveDraft = (stack: Stack, entry: EntryId, values: Values): Promise<unknown> =>
  send(stack, 'PUT', pathOf(entry), values);

/** Publishes an entry as `stack.publish` does, and does not wait for the site. */
export const publishInCms = (stack: Stack, entry: EntryId, values: Values): Promise<unknown> =>
  send(stack, 'POST', `${pathOf(entry)}/actions/publish`, values);

export const listVersions = (stack: Stack, { uid, documentId }: EntryId): Promise<VersionSummary[]> =>
  send(stack, 'GET', `/versions?${new URLSearchParams({ uid, documentId })}`);

export const listChanges = async (stack: Stack): Promise<PlannedSummary[]> =>
  (await send<PlannedAnswer>(stack, 'GET', '/schedule')).changes;

/** Schedules the publishing of a draft at 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
export async function saveAndSchedule(
  stack: Stack,
  entry: EntryId,
  values: Values,
  time: string,
): Promise<void> {
  await saveDraft(stack, entry, values);
  const { data } = await send<{ data: { updatedAt: string } }>(stack, 'GET', pathOf(entry));
  const path = `/schedule/entries/${entry.uid}/${entry.documentId}`;
  await send(stack, 'POST', path, { time, savedAt: data.updatedAt });
}
