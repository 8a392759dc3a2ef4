import { pages } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { pagePaths } from '../support/site.ts';
import { expect, test } from './test.ts';

for (const path of pagePaths)
  test(`${path} comes from the back/forward cache, without being loaded again`, async ({
    visitor,
    stack,
  }) => {
    await visitor.open(stack.site + path);
    // A page that is still loading something is not cached. Its content is revalidated near the end; scripts of parts of the page,
    // and the map of another site, may come later.
    const names = pages.find((page) => path === page.path || path === page.alias)?.queries ?? [];
    const revalidated = names.map((name) => stack.site + queries[name].path);
    expect(revalidated.length).toBeGreaterThan(0);
    let loaded: string[] = [];
    const readLoaded = () =>
      visitor.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect
      .poll(
        async () => {
          const before = loaded;
          loaded = await readLoaded();
          return revalidated.every((url) => loaded.includes(url)) && loaded.length === before.length;
        },
        { intervals: [1000] },
      )
      .toBe(true);
    // A property of the document that is lost when it is loaded again.
    await visitor.evaluate(() => {
      document.documentElement.dataset.loadedOnce = 'yes';
    });
    // While Firefox runs a function in the page it listens to "unload", which keeps the page out of the cache. After the next
    // command it certainly does not listen any more.
    await visitor.screenshot();
    // Without a request, because Firefox sometimes takes the one for the next document for one of this page.
    await visitor.open('about:blank');
    await visitor.back();
    await expect.poll(() => visitor.evaluate(() => location.pathname)).toBe(path);
    expect(await visitor.evaluate(() => document.documentElement.dataset.loadedOnce)).toBe('yes');
  });
