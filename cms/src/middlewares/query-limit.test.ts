import { expect, test, vi } from 'vitest';
import { fakeContext } from '../../testing/fakes';
import createQueryLimit from './query-limit';

/** Waits until all promises that can be resolved without a timer are resolved. */
async function flushPromises() {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a function that sends a request, and the queries that run until `end` is called. */
function setUp() {
  const limit = createQueryLimit();
  const running: { ip: string; end: (error?: Error) => void }[] = [];
  const send = (path = '/api/homepages', { method = 'GET', ip = '192.0.2.1' } = {}) => {
    const serviceUnavailable = vi.fn();
    const context = fakeContext({ method, path, ip, serviceUnavailable });
    const next = () =>
      new Promise<void>((resolve, reject) => {
        running.push({ ip, end: (error) => (error ? reject(error) : resolve()) });
      });
    return { context, serviceUnavailable, result: limit(context, next) };
  };
  return { send, running };
}

test.each([
  ['/api/homepages', 'POST'],
  ['/admin/init', 'GET'],
  ['/apis', 'GET'],
])('%s with the method %s never waits', async (path, method) => {
  const { send, running } = setUp();
  for (let count = 0; count < 10; count += 1) void send(path, { method }).result;
  await flushPromises();
  expect(running).toHaveLength(10);
});

test('answers 503 when fifty queries of a network wait, while those of another wait their turn', async () => {
  const { send, running } = setUp();
  for (let last = 1; last <= 52; last += 1) void send('/api/homepages', { ip: `2001:db8::${last}` }).result;
  const refused = send('/api/homepages', { ip: '2001:db8::ffff' });
  await refused.result;
  expect(refused.serviceUnavailable).toHaveBeenCalledExactlyOnceWith('Too many queries at once.');
  expect(refused.context.sentHeaders).toEqual({ 'Retry-After': '1' });

  void send('/api/homepages', { ip: '192.0.2.1' }).result;
  await flushPromises();
  for (const query of running.slice(0, 2)) query.end();
  await flushPromises();
  expect(running.map(({ ip }) => ip)).toContain('192.0.2.1');
});

test('a disconnected client frees its place in the queue', async () => {
  const { send, running } = setUp();
  for (let count = 0; count < 2; count += 1) void send().result;
  const disconnected = send('/api/homepages', { ip: '192.0.2.9' });
  void send('/api/homepages', { ip: '192.0.2.2' }).result;
  disconnected.context.res.emit('close');
  await disconnected.result;
  await flushPromises();
  running[0]?.end();
  await flushPromises();
  expect(running.map(({ ip }) => ip)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2']);
});
