import { afterEach, expect, test, vi } from 'vitest';
import { FairQueue } from './fairQueue';

const LIMITS = { maxRunning: 2, maxWaitingPerKey: 3, maxWaiting: 5, runTimeoutMs: 60_000 };

/** Waits until all promises that can be resolved without a timer are resolved. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

/** A queue that records which tasks it starts and refuses; the first letter of a task is its key. */
function createQueue(limits = LIMITS) {
  const queue = new FairQueue(limits);
  const started: string[] = [];
  const refused: string[] = [];
  const leaves: (() => void)[] = [];
  const enter = async (task: string, signal = new AbortController().signal) => {
    const leave = await queue.acquire(task.charAt(0), signal);
    if (leave) leaves.push(leave);
    (leave ? started : refused).push(task);
  };
  /** Ends the task that has run longest, and waits until the next one starts. */
  const endOne = async () => {
    leaves.shift()?.();
    await flushPromises();
  };
  return { queue, started, refused, leaves, enter, endOne };
}

afterEach(() => void vi.useRealTimers());

test('runs tasks up to its limit at once, and starts the next one when a task ends', async () => {
  const { queue, started, enter, endOne } = createQueue();
  void enter('a1');
  void enter('a2');
  void enter('a3');
  await flushPromises();
  expect(started).toEqual(['a1', 'a2']);
  await endOne();
  expect(started).toEqual(['a1', 'a2', 'a3']);
  expect(queue.isIdle).toBe(false);
  await endOne();
  await endOne();
  expect(queue.isIdle).toBe(true);
});

test('takes turns between keys, however many tasks of one key are waiting', async () => {
  const { started, enter, endOne } = createQueue();
  for (const task of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) void enter(task);
  for (let ended = 0; ended < 7; ended += 1) await endOne();
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']);
});

test('refuses tasks beyond the limit for one key and the limit for all keys', async () => {
  const { refused, enter, endOne } = createQueue();
  for (const task of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'd1']) void enter(task);
  await flushPromises();
  expect(refused).toEqual(['a6', 'd1']);
  await endOne();
  await enter('d2', AbortSignal.abort());
  void enter('d3');
  await endOne();
  expect(refused).toEqual(['a6', 'd1', 'd2']);
});

test('frees the place of a waiting task whose client has disconnected', async () => {
  const { started, refused, enter, endOne } = createQueue();
  const client = new AbortController();
  for (const task of ['a1', 'a2', 'a3']) void enter(task);
  void enter('a4', client.signal);
  void enter('a5');
  client.abort();
  void enter('a6');
  for (let ended = 0; ended < 6; ended += 1) await endOne();
  expect(refused).toEqual(['a4']);
  expect(started).toEqual(['a1', 'a2', 'a3', 'a5', 'a6']);
});

test('frees only one place when a task ends twice', async () => {
  const { started, leaves, enter } = createQueue();
  for (const task of ['a1', 'a2', 'a3', 'a4']) void enter(task);
  await flushPromises();
  leaves[0]?.();
  leaves[0]?.();
  await flushPromises();
  expect(started).toEqual(['a1', 'a2', 'a3']);
});

test('frees the place of a task that does not end in time, once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { queue, started, leaves, enter } = createQueue({ ...LIMITS, maxRunning: 1 });
  for (const task of ['a1', 'a2', 'a3']) void enter(task);
  await vi.advanceTimersByTimeAsync(LIMITS.runTimeoutMs - 1);
  expect(started).toEqual(['a1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['a1', 'a2']);
  leaves[0]?.();
  await flushPromises();
  expect(started).toEqual(['a1', 'a2']);
  for (const leave of leaves) leave();
  await flushPromises();
  for (const leave of leaves) leave();
  expect(started).toEqual(['a1', 'a2', 'a3']);
  expect(queue.isIdle).toBe(true);
});
