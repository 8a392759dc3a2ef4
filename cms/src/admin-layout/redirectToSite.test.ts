import { afterEach, expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { redirectToSite } from './redirectToSite';

afterEach(() => void vi.unstubAllEnvs());

interface Route {
  handler(context: { redirect(url: string): void }): void;
}

test('adds one public route, which redirects GET /site to the website', () => {
  vi.stubEnv('SITE_URL', 'https://table.example/');
  const addRoutes = vi.fn<(routes: Route[]) => void>();
  redirectToSite(fakeStrapi({ server: { routes: addRoutes } }));
  const routes = addRoutes.mock.calls.flatMap(([added]) => added);
  expect(routes).toEqual([
    { method: 'GET', path: '/site', handler: expect.any(Function), config: { auth: false } },
  ]);
  const redirect = vi.fn();
  routes[0]?.handler({ redirect });
  expect(redirect).toHaveBeenCalledExactlyOnceWith('https://table.example/');
});
