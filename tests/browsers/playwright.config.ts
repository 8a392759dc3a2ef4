import { defineConfig } from '@playwright/test';
import tests from '../../playwright.config.ts';
import type { EngineName } from './test.ts';

// Playwright's own WebKit has no setting for the size of the browser's text; tests/browsers/run.mjs prints that.
const lacksTextSize = /text is twice as large/;

export default defineConfig<object, { engine: EngineName }>({
  testDir: '.',
  testMatch: '*.browsers.ts',
  globalSetup: '../support/seededData.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: tests.timeout ?? 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  projects: (['chromium', 'firefox', 'webkit'] as const).map((engine) => ({
    name: engine,
    use: { engine },
    // Playwright turns off Chromium's back/forward cache.
    ...(engine === 'chromium' && { testIgnore: 'backForwardCache.browsers.ts' }),
    ...(engine === 'webkit' && !process.env.WEBKIT_DRIVER_PATH && { grepInvert: lacksTextSize }),
  })),
});
