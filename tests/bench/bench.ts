import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenOnFreePort } from '../support/ports.ts';
import { test as base } from '../support/stack.ts';
import { report } from './report.ts';
import type { Results } from './results.ts';

/** The fixtures of all parts: a seeded stack, results that are reported at the end, and a browser without internet. */
export const test = base.extend<object, { results: Results }>({
  results: [
    async ({ browser }, use) => {
      const results: Results = {};
      await use(results);
      report(results, `Chromium ${browser.version().split('.')[0]}`);
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({}, use) => {
      const mapServer = createMapServer();
      const port = await listenOnFreePort(mapServer);
      await use({
        executablePath: process.env.CHROMIUM_PATH,
        args: [
          '--no-sandbox',
          '--disable-quic',
          '--disable-background-networking',
          '--disable-component-update',
          '--ignore-certificate-errors',
          // While it is controlled, V8 otherwise parses a whole script again for every Error that the script creates.
          '--js-flags=--no-enable-lazy-source-positions',
          // The lists below the address bar are web pages: they start with every new window, beside the page that is measured.
          // The flag replaces Playwright's own, of which PaintHolding can change the first paint.
          '--disable-features=PaintHolding,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
          `--host-resolver-rules=MAP www.openstreetmap.org 127.0.0.1:${port}`,
        ],
      });
      mapServer.close();
    },
    { scope: 'worker' },
  ],
});

/** Creates a server with a stub of the embedded map, and a self-signed certificate for it. */
function createMapServer(): Server {
  const keyFile = join(tmpdir(), `bench-${process.pid}.key`);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const options = ['req', '-x509', '-subj', '/CN=www.openstreetmap.org', ...newKey];
  const cert = execFileSync('openssl', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const key = readFileSync(keyFile);
  rmSync(keyFile);
  return createServer({ key, cert }, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="en"><title>Map</title>The map');
  });
}
