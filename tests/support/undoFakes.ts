import { afterAll, afterEach, vi } from 'vitest';

// What a test has replaced must not reach the next one.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
// Some files replace functions once for all of their tests; other files may follow in the same process.
afterAll(() => void vi.restoreAllMocks());
