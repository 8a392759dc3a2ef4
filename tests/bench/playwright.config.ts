import { defineConfig } from '@playwright/test';

/** Playwright's runner as the bench's: a "test" is one part of the measuring, a failed one is a part that could not be measured. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 900_000,
  reporter: [['list'], ['./report.ts']],
});
