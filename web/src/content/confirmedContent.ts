import { type Confirmation, isOutdated, readClocks } from './confirmation.ts';
import type { QueryName } from './queries.ts';

/** The queries whose content states what guests with an allergy must know. */
const DISHES = ['appetizers', 'entrees', 'sides'] as const satisfies QueryName[];
type DishQuery = (typeof DISHES)[number];

/** When the CMS last confirmed the content of each query that this page has asked for. */
const confirmations = new Map<string, Confirmation>();
const listeners = new Set<() => void>();
/** The document was answered by a server that has confirmed its content within the hour. */
const loaded = readClocks();

/** Records the answer to a query that was sent at an instant, with its header Age in seconds. */
export function confirmContent(name: string, sent: Confirmation, age: string | null): void {
  const ageMs = (Number(age) || 0) * 1_000;
  confirmations.set(name, {
    wallTime: sent.wallTime - ageMs,
    monotonicTime: sent.monotonicTime - ageMs,
  });
  for (const listener of listeners) listener();
}

/** Lists the dish queries whose content was not confirmed for an hour. */
export const listOutdated = (): DishQuery[] =>
  DISHES.filter((name) => isOutdated(confirmations.get(name) ?? loaded));

/** Returns when the oldest of the dishes were confirmed, in milliseconds since 1970; `undefined` before the first answer. */
export function findConfirmedTime(): number | undefined {
  const times = DISHES.flatMap((name) => confirmations.get(name)?.wallTime ?? []);
  return times.length === DISHES.length ? Math.min(...times) : undefined;
}

/** Calls a function when content is confirmed, until the returned function is called. */
export function onConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
