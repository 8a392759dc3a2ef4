import { afterEach, beforeEach, expect, vi } from 'vitest';

// The tests of the server have no document, and would wait for React.
const isBrowser = typeof document !== 'undefined';
const { cleanup } = isBrowser ? await import('@testing-library/react') : { cleanup: () => {} };

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
