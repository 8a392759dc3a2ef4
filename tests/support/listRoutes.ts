import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accounts, copySeededData } from './seededCopy.ts';
import { expect } from './stack.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sends the routes that Strapi registers, and the names of ours that are not among them. */
const SCRIPT = `
  const { createStrapi } = require('@strapi/strapi');
  const strapi = createStrapi({ appDir: process.cwd(), distDir: process.cwd() + '/dist' });
  const { server } = strapi;
  const { routes: addRoutes } = server;
  const ours = [];
  server.routes = function (routes) {
    if (new Error().stack.includes(process.cwd() + '/dist/src/')) {
      const { type, routes: list } = Array.isArray(routes) ? { routes } : routes;
      ours.push(...list.map(({ method, path }) => method + ' ' + (type === 'content-api' ? '/api' : '') + path));
    }
    return addRoutes.call(this, routes);
  };
  strapi.load().then(() => {
    server.mount();
    const all = server.listRoutes().flatMap(({ methods, path }) =>
      methods.map((method) => ({ method, path, isOurs: ours.includes(method + ' ' + path) })));
    process.send([all, ours.filter((name) => !all.some(({ method, path }) => name === method + ' ' + path))]);
  });`;

/** A route of the CMS. */
export interface Route {
  method: string;
  path: string;
  /** Whether code of this project has registered it. */
  isOurs: boolean;
}

/** Loads a CMS on seeded data, which listens on no port, and lists its routes. */
async function loadRoutes(): Promise<Route[]> {
  const dataDir = copySeededData(mkdtempSync(join(tmpdir(), 'routes-')));
  const child = spawn(process.execPath, ['-e', SCRIPT], {
    cwd: fileURLToPath(new URL('../../cms', import.meta.url)),
    env: { ...process.env, ...accounts, NODE_ENV: 'production', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message]: [routes: Route[], missing: string[]][] = await once(child, 'message');
  const [routes, missing] = message ?? [[], ['all']];
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(dataDir, { recursive: true });
  // No test must miss a route because the script names it differently.
  expect(missing).toEqual([]);
  return routes.filter(({ method }) => METHODS.includes(method));
}

/** Per worker, because a CMS takes seconds to load. */
let routes: Promise<Route[]> | undefined;

/** Lists all routes of the CMS. */
export function listRoutes(): Promise<Route[]> {
  routes ??= loadRoutes();
  return routes;
}
