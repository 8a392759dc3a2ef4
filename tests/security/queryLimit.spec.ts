import { createRequire } from 'node:module';
import { ask } from '../support/site.ts';
import { expect, test } from '../support/stack.ts';

// The CMS is a CommonJS package, so an ES import does not find the names it exports.
const require = createRequire(import.meta.url);
const {
  FairQueue,
}: typeof import('../../cms/src/access/fairQueue.ts') = require('../../cms/src/access/fairQueue.ts');

test.describe('the fair queue', () => {
  const LIMITS = { maxRunning: 2, maxWaitingPerKey: 3, maxWaiting: 5, runTimeoutMs: 60_000 };

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
      await new Promise(setImmediate);
    };
    return { queue, started, refused, leaves, enter, endOne };
  }

  test('runs tasks up to its limit at once, and starts the next one when a task ends', async () => {
    const { queue, started, enter, endOne } = createQueue();
    void enter('a1');
    void enter('a2');
    void enter('a3');
    await new Promise(setImmediate);
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
    await new Promise(setImmediate);
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
    await new Promise(setImmediate);
    leaves[0]?.();
    leaves[0]?.();
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'a2', 'a3']);
  });

  test('frees the place of a task that never ends', async () => {
    const { started, enter } = createQueue({ ...LIMITS, maxRunning: 1, runTimeoutMs: 1 });
    await enter('a1');
    const second = enter('a2');
    // The queue's own timer is unreferenced and does not keep the process alive.
    const alive = setInterval(() => {}, 1_000);
    await second;
    clearInterval(alive);
    expect(started).toEqual(['a1', 'a2']);
  });
});

test('answers or refuses 300 simultaneous queries, while the owner’s save succeeds', async ({
  ownStack: stack,
}) => {
  const query = '/api/menu-entrees?pagination[pageSize]=100000';
  const complete = await ask(stack.cms, query);
  const queries = Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      ask(stack.cms, index % 2 ? query : query.replace('api', 'API')),
    ),
  );
  const saved = await stack.asAdmin(
    'POST',
    '/content-manager/collection-types/api::homepage.homepage/home-main/actions/publish',
    { mainHeading: 'Saved meanwhile' },
  );
  expect(saved.status).toBe(200);
  const responses = await queries;
  const answered = responses.filter(({ status }) => status === 200);
  const refused = responses.filter(({ status }) => status !== 200);
  // Two run at once and fifty wait.
  expect(answered.length).toBeGreaterThanOrEqual(52);
  for (const { body } of answered) expect(body.equals(complete.body)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, body } of refused) {
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(body.toString()).error.message).toBe('Too many queries at once.');
  }
  await stack.waitForSite('homepage');
  expect((await ask(stack.cms, '/api/homepages')).body.toString()).toContain('Saved meanwhile');
});
