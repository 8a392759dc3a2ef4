import { expect, test } from 'vitest';
import { selectExpired } from './storedVersions';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const at = (time: string, kind: 'publish' | 'delete' = 'publish') => ({
  kind,
  time: `${time}T12:00:00.000Z`,
});

test('keeps the newest 100 versions of an entry', () => {
  const versions = Array.from({ length: 103 }, () => at('2026-11-22'));
  expect(selectExpired(versions, NOW)).toEqual(versions.slice(100));
});

test('deletes versions that were replaced more than two years ago, and keeps what the site showed since', () => {
  const versions = [at('2026-11-22'), at('2021-01-01'), at('2020-06-01'), at('2020-01-01')];
  expect(selectExpired(versions, NOW)).toEqual(versions.slice(2));
});

test('keeps the current version for ever, and a deletion for two years', () => {
  expect(selectExpired([at('2001-01-01')], NOW)).toEqual([]);
  expect(selectExpired([at('2024-12-01', 'delete')], NOW)).toEqual([]);
  const deleted = [at('2024-11-01', 'delete'), at('2024-01-01')];
  expect(selectExpired(deleted, NOW)).toEqual(deleted);
});
