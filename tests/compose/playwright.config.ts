import { defineConfig } from '@playwright/test';
import tests from '../../playwright.config.ts';
import { DOMAIN } from './containers.ts';

/** Tests of the images and of the stack in containers. */
export default defineConfig(tests, {
  globalSetup: './setup.ts',
  timeout: 240_000,
  // A container takes a while to start, and to restart after a failure.
  expect: { timeout: 60_000 },
  workers: 1,
  outputDir: '../../test-results',
  projects: [{ name: 'containers', testDir: '.', testMatch: '*.compose.ts' }],
  use: {
    actionTimeout: 60_000,
    launchOptions: {
      ...tests.use?.launchOptions,
      args: [
        ...(tests.use?.launchOptions?.args ?? []),
        // Replaces the rules of the other tests: Chromium uses only the last ones.
        `--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1, MAP *.${DOMAIN} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
      ],
    },
  },
});
