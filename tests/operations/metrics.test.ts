import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';

test('without METRICS=1, the CMS loads nothing of the metrics', async () => {
  expect((await cms.request('GET', '/_health')).status).toBe(204);
  const { cache } = createRequire(import.meta.url);
  const loaded = Object.keys(cache);
  expect(loaded.some((path) => path.endsWith('/metrics/serveMetrics.js'))).toBe(true);
  // Only the version is read, by a check of the packages.
  expect(loaded.filter((path) => /prometheus.*\.js$/.test(path))).toEqual([]);
});
