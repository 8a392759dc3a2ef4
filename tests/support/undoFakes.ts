import { afterAll, vi } from 'vitest';

// The test files share a process: what one of them replaced must not reach the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
