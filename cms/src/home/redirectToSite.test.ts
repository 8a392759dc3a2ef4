import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { redirectToSite } from './redirectToSite';

interface Route {
  handler(context: { redirect(url: string): void }): void;
}

test('adds public routes, which redirect GET /site to the website and GET /site/menu to its menu', () => {
  vi.stubEnv('SITE_URL', 'https://table.example/');
  const addRoutes = vi.fn<(routes: Route[]) => void>();
  redirectToSite(fakeStrapi({ server: { routes: addRoutes } }));
  const routes = addRoutes.mock.calls.flatMap(([added]) => added);
  expect(routes).toEqual(
    ['/site', '/site/menu'].map((path) => ({
      method: 'GET',
      path,
      handler: expect.any(Function),
      config: { auth: false },
    })),
  );
  const redirect = vi.fn();
  for (const { handler } of routes) handler({ redirect });
  expect(redirect.mock.calls).toEqual([['https://table.example/'], ['https://table.example/menu']]);
});
