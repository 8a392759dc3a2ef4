import type { Browser } from '@playwright/test';
import { isAllowed, isGuarded, refuseConnection } from './guardConnections.cjs';

/** A request to it does not leave this machine: the fixture `context` stubs it, and the browser resolves no names. */
const MAP_HOST = 'www.openstreetmap.org';
const DEFAULT_PORTS: Record<string, string | undefined> = { 'http:': '80', 'https:': '443' };

/** Refuses the requests of all pages of a browser to ports that no test has opened. */
export function guardBrowser(browser: Browser): void {
  // Intercepted requests would be slower in the benchmark.
  if (!isGuarded()) return;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    const isRefused = ({ protocol, hostname, port }: URL) => {
      const usedPort = port || DEFAULT_PORTS[protocol];
      return usedPort !== undefined && hostname !== MAP_HOST && !isAllowed(hostname, usedPort);
    };
    await context.route(isRefused, (route) => {
      refuseConnection(route.request().url());
      return route.abort('connectionrefused');
    });
    return context;
  };
}
