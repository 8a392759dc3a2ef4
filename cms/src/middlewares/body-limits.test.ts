import { PassThrough } from 'node:stream';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import createBodyLimits from './body-limits';

const LIMIT_MS = 60_000;
const USER = { authorization: 'Bearer valid' };
const UPLOAD = { 'content-type': 'multipart/form-data' };

/** Waits until all promises that can be resolved without a timer are resolved. */
async function flushPromises() {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a function that begins to send a body; nothing but `finish` completes it, and nothing but `respond` responds. */
function setUp() {
  const validateAccessToken = (token: string) => ({ isValid: token === 'valid' });
  const limits = createBodyLimits(
    {},
    { strapi: fakeStrapi({ sessionManager: () => ({ validateAccessToken }) }) },
  );
  return async (headers: Record<string, string> = {}, { ip = '192.0.2.1', complete = false } = {}) => {
    const sent: Record<string, string> = { 'content-length': '9', ...headers };
    const req = Object.assign(new PassThrough(), { complete });
    req.on('error', () => {});
    const context = fakeContext({
      req,
      ip,
      headerSent: false,
      get: (name: string) => sent[name] ?? '',
      is: (type: string) => (sent['content-type'] ?? '').startsWith(type),
    });
    let respond = (_error?: Error) => {};
    const next = vi.fn(
      () =>
        new Promise<void>((resolve, reject) => (respond = (error) => (error ? reject(error) : resolve()))),
    );
    const result = Promise.resolve(limits(context, next));
    await flushPromises();
    const finish = async () => {
      req.resume().end();
      await flushPromises();
    };
    return { context, next, req, result, finish, respond: (error?: Error) => respond(error) };
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

test.each(['', 'identity'])('passes on a complete body with the encoding “%s”', async (encoding) => {
  const headers = { 'content-encoding': encoding };
  const { context, respond, result } = await setUp()(headers, { complete: true });
  respond();
  await result;
  expect(context.status).toBe(200);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['of an anonymous client', {}],
  ['of unknown length', { 'content-length': '', 'transfer-encoding': 'chunked' }],
  ['of a user', USER],
  ['with files of a client with an invalid token', { ...UPLOAD, authorization: 'Bearer other' }],
])('cuts off a body %s that is not complete after a minute', async (_, headers) => {
  const { context, req, result } = await setUp()(headers);
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(context.body).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await result;
  expect(context.status).toBe(408);
  expect(context.body).toMatchObject({
    error: { name: 'ValidationError', message: expect.stringContaining('nothing was saved') },
  });
  expect(context.sentHeaders).toEqual({ Connection: 'close' });
  expect(req.destroyed).toBe(false);
});

test('gives the files of a signed-in user the time of the server', async () => {
  await setUp()({ ...UPLOAD, ...USER });
  expect(vi.getTimerCount()).toBe(0);
});

test('closes the connection when the response was sent and its body is not complete after a minute', async () => {
  const { context, req, respond, result } = await setUp()();
  respond();
  await result;
  Object.assign(context, { headerSent: true });
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  expect(context.status).toBe(200);
  expect(req.destroyed).toBe(true);
});

test('forgets the body of a client that disconnects', async () => {
  const { next, req } = await setUp()();
  expect(next).toHaveBeenCalledOnce();
  req.destroy();
  await flushPromises();
  expect(vi.getTimerCount()).toBe(0);
});
