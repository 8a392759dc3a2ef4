import { expect, test, vi } from 'vitest';
import { FairQueue } from './fairQueue';

const LIMITS = { maxRunning: 2, maxWaitingPerKey: 3, maxWaiting: 5, runTimeoutMs: 60_000 };

/** Waits until all promises that can be resolved without a timer are resolved. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

/** A queue that records which tasks it starts and refuses; the first letter of a task is its key. */
function createQueue(limits: ConstructorParameters<typeof FairQueue>[0] = LIMITS) {
  const queue = new FairQueue(limits);
  const started: string[] = [];
  const refused: string[] = [];
  const releases: (() => void)[] = [];
  const acquire = async (task: string, signal = new AbortController().signal) => {
    const release = await queue.acquire(task.charAt(0), signal);
    if (release) releases.push(release);
    (release ? started : refused).push(task);
  };
  /** Ends the task that has run longest, and waits until the next one starts. */
  const endOne = async () => {
    releases.shift()?.();
    await flushPromises();
  };
  return { queue, started, refused, releases, acquire, endOne };
}

test('runs tasks up to its limit at once, and starts the next one when a task ends', async () => {
  const { queue, started, acquire, endOne } = createQueue();
  void acquire('a1');
  void acquire('a2');
  void acquire('a3');
  await flushPromises();
  expect(started).toEqual(['a1', 'a2']);
  await endOne();
  expect(started).toEqual(['a1', 'a2', 'a3']);
  expect(queue.isIdle).toBe(false);
  await endOne();
  await endOne();
  expect(queue.isIdle).toBe(true);
});

test('starts waiting tasks round-robin by key, however many tasks of one key wait', async () => {
  const { started, acquire, endOne } = createQueue();
  for (const task of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) void acquire(task);
  for (let ended = 0; ended < 7; ended += 1) await endOne();
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']);
});

test('refuses tasks beyond the limit for one key and the limit for all keys', async () => {
  const { refused, acquire, endOne } = createQueue();
  for (const task of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'd1']) void acquire(task);
  await flushPromises();
  expect(refused).toEqual(['a6', 'd1']);
  await endOne();
  await acquire('d2', AbortSignal.abort());
  void acquire('d3');
  await endOne();
  expect(refused).toEqual(['a6', 'd1', 'd2']);
});

test('removes a waiting task whose client has disconnected', async () => {
  const { started, refused, acquire, endOne } = createQueue();
  const client = new AbortController();
  for (const task of ['a1', 'a2', 'a3']) void acquire(task);
  void acquire('a4', client.signal);
  void acquire('a5');
  client.abort();
  void acquire('a6');
  for (let ended = 0; ended < 6; ended += 1) await endOne();
  expect(refused).toEqual(['a4']);
  expect(started).toEqual(['a1', 'a2', 'a3', 'a5', 'a6']);
});

test('starts the waiting tasks of a preferred key next, the one that was preferred last first', async () => {
  const { queue, started, acquire, endOne } = createQueue();
  for (const task of ['a1', 'a2', 'b1', 'c1', 'd1', 'd2']) void acquire(task);
  for (const key of ['c', 'd', 'none']) queue.prefer(key);
  for (let ended = 0; ended < 6; ended += 1) await endOne();
  expect(started).toEqual(['a1', 'a2', 'd1', 'c1', 'b1', 'd2']);
});

test('releases the slot of a task that exceeds the run timeout, once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { queue, started, releases, acquire } = createQueue({ ...LIMITS, maxRunning: 1 });
  for (const task of ['a1', 'a2', 'a3']) void acquire(task);
  await vi.advanceTimersByTimeAsync(LIMITS.runTimeoutMs - 1);
  expect(started).toEqual(['a1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['a1', 'a2']);
  releases[0]?.();
  await flushPromises();
  expect(started).toEqual(['a1', 'a2']);
  for (const release of releases) release();
  await flushPromises();
  for (const release of releases) release();
  expect(started).toEqual(['a1', 'a2', 'a3']);
  expect(queue.isIdle).toBe(true);
});
