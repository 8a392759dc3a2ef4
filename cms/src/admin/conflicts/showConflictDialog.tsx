import type { RouteObject } from 'react-router-dom';

/**
 * Adds the dialog about conflicts to the pages of the content manager, whose code the admin loads when one is opened.
 * @throws Error when Strapi has no such pages
 */
export function showConflictDialog(routes: RouteObject[]): RouteObject[] {
  const pages = routes.find(({ path }) => path === 'content-manager/*');
  const loadPages = pages?.lazy;
  if (typeof loadPages !== 'function') throw new Error('Strapi has no route content-manager/*.');
  const load = async () => {
    const [{ Component: Pages, ...rest }, { ConflictDialog }] = await Promise.all([
      loadPages(),
      import('./ConflictDialog'),
    ]);
    const Component = () => (
      <>
        {Pages && <Pages />}
        <ConflictDialog />
      </>
    );
    return { ...rest, Component };
  };
  return routes.map((route) => (route === pages ? { ...route, lazy: load } : route));
}
