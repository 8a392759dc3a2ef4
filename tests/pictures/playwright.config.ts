import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';

/** Takes the pictures of the documents with Playwright: each "test" is one picture. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: '*.pictures.ts',
  globalSetup: '../support/seededData.ts',
  outputDir: '../../test-results',
  workers: 1,
  projects: [{ name: 'pictures' }],
});
