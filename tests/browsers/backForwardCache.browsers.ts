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
    // A page that is still loading something is not cached: its last requests revalidate its content.
    const names = pages.find((page) => path === page.path || path === page.alias)?.queries ?? [];
    const revalidated = names.map((name) => stack.site + queries[name].path);
    expect(revalidated.length).toBeGreaterThan(0);
    await expect
      .poll(() => visitor.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
      .toEqual(expect.arrayContaining(revalidated));
    // A property of the document that is lost when it is loaded again.
    await visitor.evaluate(() => {
      document.documentElement.dataset.loadedOnce = 'yes';
    });
    await visitor.open(`${stack.site}/robots.txt`);
    await visitor.back();
    await expect.poll(() => visitor.evaluate(() => location.pathname)).toBe(path);
    expect(await visitor.evaluate(() => document.documentElement.dataset.loadedOnce)).toBe('yes');
  });
