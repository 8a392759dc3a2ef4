import { defineConfig } from '@playwright/test';

/** Runs the benchmark with Playwright: each "test" is one part, and a failed test is a part that could not be measured. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  globalSetup: '../support/seededData.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 1_800_000,
  reporter: 'list',
});
