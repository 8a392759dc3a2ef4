import { expect, test, vi } from 'vitest';
import { importWithRetry } from '../importWithRetry.ts';
import { fetchQuery } from './fetchQuery.ts';
import { QueryError } from './queryError.ts';

vi.mock('../importWithRetry.ts', () => ({ importWithRetry: vi.fn<() => Promise<never>>() }));

test('fails with a QueryError when the server does not have the parsers’ script, and imports it once', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { websiteName: 'Scioto Table' } }));
  vi.mocked(importWithRetry).mockRejectedValue(new Error('the server has the scripts of another version'));
  await expect(fetchQuery('siteName')).rejects.toThrow(QueryError);
  await expect(fetchQuery('tabs')).rejects.toThrow(QueryError);
  expect(importWithRetry).toHaveBeenCalledTimes(1);
});
