import { defineConfig } from '@playwright/test';
import tests from '../../playwright.config.ts';
import { DOMAIN } from './containers.ts';

/** These start stacks of their own, and wait for containers most of the time: they run beside the tests of the shared stack. */
const OWN_STACKS = /(offsite|secrets|swarm|update|upgrade)\.compose\.ts/;
/** These bundle the admin with Vite, which takes both cores. */
const DEVELOPMENT = /development\.compose\.ts/;

/** Tests of the stack in containers; of the shared one first those that only read, then those that change it. */
export default defineConfig(tests, {
  globalSetup: './setup.ts',
  globalTimeout: 1_260_000,
  timeout: 240_000,
  // A container takes a while to start, and to restart after a failure.
  expect: { timeout: 60_000 },
  workers: 2,
  outputDir: '../../test-results',
  projects: [
    { name: 'read-only', testDir: '..', testMatch: ['contract.spec.ts', 'pages.spec.ts'], workers: 1 },
    { name: 'development', testDir: '.', testMatch: DEVELOPMENT, workers: 1 },
    {
      name: 'shared stack',
      testDir: '.',
      testMatch: '*.compose.ts',
      testIgnore: [OWN_STACKS, DEVELOPMENT],
      workers: 1,
      dependencies: ['read-only', 'development'],
    },
    {
      name: 'own stacks',
      testDir: '.',
      testMatch: OWN_STACKS,
      workers: 1,
      dependencies: ['read-only', 'development'],
    },
  ],
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
