import { defineConfig } from '@playwright/test';
import { chromiumSwitches } from './tests/support/chromiumSwitches.ts';
import type { Database } from './tests/support/stack.ts';

// The tests change data, so they must never use the database that this machine's settings configure.
process.env.DATABASE_URL = '';

export default defineConfig<object, { database: Database }>({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  globalSetup: ['./tests/support/guardProcesses.ts', './tests/support/seededData.ts'],
  workers: 2,
  // Some tests start the CMS seven times; each step has a shorter timeout of its own.
  timeout: 180_000,
  // Both cores may be busy with something else.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  projects: [
    {
      // First and in one worker, because each worker would seed a Postgres server of its own.
      name: 'postgres',
      workers: 1,
      use: { database: 'postgres' },
      // What differs between the databases, or all that can run on both: `npm test -- --project=postgres` and the weekly workflow.
      grep: process.env.TEST_BOTH_DATABASES ? /@both|@postgres/ : /@postgres/,
    },
    { name: 'sqlite' },
  ],
  use: {
    // A failed test then says which press had no effect.
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        ...chromiumSwitches,
        // Tests never use the Internet; without these switches the browser itself would.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
});
