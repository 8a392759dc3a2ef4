import { pagePaths } from '../support/site.ts';
import { expect, test } from './test.ts';

for (const path of pagePaths)
  test(`${path} comes from the back/forward cache, without being loaded again`, async ({
    visitor,
    stack,
  }) => {
    await visitor.open(stack.site + path);
    await expect
      .poll(() => visitor.evaluate(() => performance.getEntriesByName('interactive').length))
      .toBeGreaterThan(0);
    // A property of the document that is lost when it is loaded again.
    await visitor.evaluate(() => {
      document.documentElement.dataset.loadedOnce = 'yes';
    });
    await visitor.open(`${stack.site}/robots.txt`);
    await visitor.back();
    await expect.poll(() => visitor.evaluate(() => location.pathname)).toBe(path);
    expect(await visitor.evaluate(() => document.documentElement.dataset.loadedOnce)).toBe('yes');
  });
