import { expect, test } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { restrictAdminRoutes } from './restrictAdminRoutes';

interface Route {
  method: string;
  path: string;
  config?: { policies?: unknown[] };
}

const createRoutes = (): Record<string, Route[]> => ({
  'content-manager': [
    { method: 'GET', path: '/components/:uid/configuration' },
    {
      method: 'PUT',
      path: '/components/:uid/configuration',
      config: { policies: ['admin::isAuthenticatedAdmin'] },
    },
  ],
  email: [{ method: 'POST', path: '/' }],
  i18n: [{ method: 'PUT', path: '/settings' }],
});
const restrict = (routes: Record<string, Route[]>, asArray = false) =>
  restrictAdminRoutes(
    fakeStrapi({
      plugin: (name: string) => ({ routes: asArray ? routes[name] : { admin: { routes: routes[name] } } }),
    }),
  );
const policy = (action: string) => ({ name: 'admin::hasPermissions', config: { actions: [action] } });

test.each([false, true])(
  'adds a permission to the routes, after their own policies (a list of routes: %s)',
  (asArray) => {
    const routes = createRoutes();
    restrict(routes, asArray);
    expect(routes['content-manager']).toEqual([
      { method: 'GET', path: '/components/:uid/configuration' },
      expect.objectContaining({
        config: {
          policies: [
            'admin::isAuthenticatedAdmin',
            policy('plugin::content-manager.components.configure-layout'),
          ],
        },
      }),
    ]);
    expect(routes.email?.[0]?.config?.policies).toEqual([policy('plugin::email.settings.read')]);
    expect(routes.i18n?.[0]?.config?.policies).toEqual([policy('plugin::i18n.locale.update')]);
  },
);
