// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';
import { fetchQuery } from './fetchQuery.ts';
import { QueryError } from './queryError.ts';

const { loadParsers } = vi.hoisted(() => ({ loadParsers: vi.fn<() => void>() }));
vi.mock('./parsers.ts', async (importOriginal) => {
  loadParsers();
  return importOriginal();
});

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { websiteName: 'Scioto Table' } }));
});

test('fails with a QueryError while the parsers’ script does not load, and succeeds when it does', async () => {
  loadParsers.mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await expect(fetchQuery('siteName')).rejects.toThrow(QueryError);
  expect(await fetchQuery('siteName')).toMatchObject({ name: 'Scioto Table' });
  expect(loadParsers).toHaveBeenCalledTimes(2);
});
