import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { fakeContext } from '../../testing/fakes';
import createMiddleware from './no-ai';

const load = createRequire(__filename);

/** Sends a request through the middleware; returns the response body, and whether the next middleware ran. */
async function send(path: string) {
  const context = fakeContext({ path });
  const next = vi.fn(async () => {});
  await createMiddleware()(context, next);
  return { body: context.body, passedOn: next.mock.calls.length === 1 };
}

test.each([
  ['/admin', 'admin/dist/server/server/src/ai/routes/ai.js', '/ai-feature-config'],
  ['/i18n', 'i18n/dist/server/routes/admin.js', '/ai-localization-jobs/single-types/:contentType'],
])('responds with no data at %s, where Strapi has (%s) the route %s', async (prefix, file, path) => {
  const { routes }: { routes: { path: string }[] } = load(`../../node_modules/@strapi/${file}`);
  expect(routes.map((route) => route.path)).toContain(path);
  expect(await send(prefix + path)).toEqual({ body: { data: null }, passedOn: false });
});

test.each(['/admin/ai-feature-configuration', '/i18n/ai-localization-jobs', '/i18n/locales'])(
  'passes on a request for %s',
  async (path) => {
    expect(await send(path)).toEqual({ body: undefined, passedOn: true });
  },
);
