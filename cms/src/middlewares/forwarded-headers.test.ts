import { expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import createForwardedHeaders from './forwarded-headers';

test('warns once about a proxy that is not trusted, and not about the doctor’s', async () => {
  const warn = vi.fn();
  const middleware = createForwardedHeaders({}, { strapi: fakeStrapi({ log: { warn } }) });
  const request = async (token: string) => {
    const context = fakeContext({
      app: { proxy: true },
      req: { socket: { remoteAddress: '192.0.2.1' }, headers: { 'x-forwarded-for': '203.0.113.1' } },
      state: {},
      get: () => token,
    });
    await middleware(context, async () => {});
    return context;
  };
  expect((await request('token')).req.headers).toEqual({});
  expect(warn).not.toHaveBeenCalled();
  for (let count = 0; count < 2; count += 1) await request('');
  expect(warn.mock.calls).toEqual([[expect.stringContaining('TRUSTED_PROXY does not contain')]]);
});
