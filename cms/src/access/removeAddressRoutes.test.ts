import { expect, test } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { removeAddressRoutes } from './removeAddressRoutes';

/** Removes the routes; returns the paths that remain, and the log lines about a stored webhook. */
function remove(uploadPaths: string[], adminPaths: string[]) {
  const toRoutes = (paths: string[]) => paths.map((path) => ({ path }));
  const upload = toRoutes(uploadPaths);
  const admin = toRoutes(adminPaths);
  const log: string[] = [];
  const runner = { add: (_: { name: string }) => {} };
  removeAddressRoutes(
    fakeStrapi({
      plugin: () => ({ routes: { admin: { routes: upload } } }),
      admin: { routes: { admin: { routes: admin } } },
      get: () => runner,
      log: { warn: (line: string) => log.push(line) },
    }),
  );
  runner.add({ name: 'Kitchen' });
  return { upload: upload.map(({ path }) => path), admin: admin.map(({ path }) => path), log };
}

test('removes pictures by web address and webhooks, and logs which webhook is not sent', () => {
  expect(
    remove(
      ['/', '/actions/upload-from-urls', '/actions/bulk-move'],
      ['/users', '/webhooks', '/webhooks/:id/trigger', '/webhooks-other'],
    ),
  ).toEqual({
    upload: ['/', '/actions/bulk-move'],
    admin: ['/users', '/webhooks-other'],
    log: ['The webhook “Kitchen” is not sent any more: this version has no webhooks.'],
  });
});

test('throws when Strapi no longer has one of the routes', () => {
  expect(() => remove(['/'], ['/webhooks'])).toThrow(
    'this version of Strapi lacks what removeRoutes relies on, the route /actions/upload-from-urls of upload',
  );
  expect(() => remove(['/actions/upload-from-urls'], ['/users'])).toThrow(
    'this version of Strapi lacks what removeRoutes relies on, the route /webhooks of admin',
  );
});
