import { defineConfig } from '@playwright/test';
import type { Database } from './tests/support/stack.ts';

// The tests change what they find, which must never be in the database that this machine's settings name.
process.env.DATABASE_URL = '';

export default defineConfig<object, { database: Database }>({
  testDir: 'tests',
  globalSetup: './tests/support/seededData.ts',
  workers: 2,
  timeout: 90_000,
  // Strapi's admin and a busy machine now and then swallow a press; what needs its second try is named at the end.
  retries: 1,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  projects: [
    { name: 'sqlite' },
    {
      name: 'postgres',
      use: { database: 'postgres' },
      // What the CMS promises, whatever its words are in.
      grep: /(contract|anonymousAccess|owner)\.spec\.ts|@both/,
    },
  ],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Tests never reach the outside; without these switches the browser itself would try to.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
});
