import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

beforeEach(() => {
  vi.stubGlobal('fetch', (url: unknown) => Promise.reject(new Error(`unexpected request: ${String(url)}`)));
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  const errorLogs = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(errorLogs).toEqual([]);
});
