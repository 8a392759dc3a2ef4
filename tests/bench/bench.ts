import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { Stack } from '../support/stack.ts';
import { type CountingProxy, startCountingProxy } from './countingProxy.ts';
import { type MapHost, startMapHost } from './mapHost.ts';
import type { Results } from './results.ts';
import { type SiteProcess, startSite } from './siteProcess.ts';

interface WorkerFixtures {
  stack: Stack;
  /** Forwards the measured site's requests to the stack's CMS. */
  cmsProxy: CountingProxy;
  site: SiteProcess;
  mapHost: MapHost;
}

interface TestFixtures {
  /** Attaches the results of one part for the report. */
  record: <Part extends keyof Results>(part: Part, results: NonNullable<Results[Part]>) => Promise<void>;
}

/** The fixtures of all parts: a freshly seeded stack, the measured site, and a browser with a local stand-in for the map server. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
      const stack = await Stack.start(dataDir);
      await use(stack);
      await stack.stop();
      rmSync(dataDir, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  cmsProxy: [
    async ({ stack }, use) => {
      const proxy = await startCountingProxy(stack.cms);
      await use(proxy);
      proxy.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ stack, cmsProxy }, use) => {
      const site = await startSite(stack, cmsProxy.address);
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  mapHost: [
    async ({}, use) => {
      const mapHost = await startMapHost();
      await use(mapHost);
      mapHost.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ mapHost }, use) =>
      use({
        executablePath: process.env.CHROMIUM_PATH,
        args: [...chromiumSwitches, ...mapHost.chromiumSwitches],
      }),
    { scope: 'worker' },
  ],
  record: async ({}, use, testInfo) => {
    await use((part, results) => testInfo.attach(part, { body: JSON.stringify(results) }));
  },
});

/** Switches with which the browser sends no requests of its own while it is measured. */
export const chromiumSwitches = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
];
