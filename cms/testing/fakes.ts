import { EventEmitter } from 'node:events';
import type { Core, Modules } from '@strapi/strapi';
import { vi } from 'vitest';

type Context = Parameters<Core.MiddlewareHandler>[0];

/** A Strapi with only the members that a unit uses. */
// Cast: a unit that uses another member fails its test.
export const fakeStrapi = (members: object) => members as Core.Strapi;

/** The context of a request with only the members that a unit uses. */
export function fakeContext(members: object) {
  const headers: Record<string, string> = {};
  const set = (name: string, value: string) => {
    headers[name] = value;
  };
  const context = { status: 200, res: new EventEmitter(), set, ...members };
  // Cast: a unit that uses another member fails its test.
  return Object.assign(context as unknown as Context, { sentHeaders: headers });
}

/** Returns a service of Strapi with the extension that a function adds to it. */
export function extendService<Service>(
  addExtension: (strapi: Core.Strapi) => void,
  uid: string,
  service: Service,
  members: object = {},
): Service {
  let extended = service;
  const extend = (name: string, wrap: (original: Service) => Service) => {
    if (name === uid) extended = wrap(extended);
  };
  addExtension(fakeStrapi({ ...members, get: () => ({ extend }) }));
  return extended;
}

/** Returns a function that calls a document middleware; the next one, which it calls, resolves to `result`. */
export function documentMiddleware(
  createMiddleware: (strapi: Core.Strapi) => Modules.Documents.Middleware.Middleware,
  members: object = {},
  result: unknown = 'passed',
) {
  const middleware = createMiddleware(fakeStrapi({ documents: () => undefined, ...members }));
  // Casts: a middleware that uses another member of the context fails its test.
  return async (context: object): Promise<unknown> =>
    middleware(context as never, async () => result as never);
}

/** Calls a function that must end the process, and returns the exit code and the line that it logs. */
export async function exitOf(start: () => unknown): Promise<{ code: unknown; line: string }> {
  const lines: string[] = [];
  let code: unknown;
  const log = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line));
  const exit = vi.spyOn(process, 'exit').mockImplementation((exitCode) => {
    code = exitCode;
    throw new Error('the process ends');
  });
  try {
    await start();
  } catch (error) {
    if (code === undefined) throw error;
  } finally {
    log.mockRestore();
    exit.mockRestore();
  }
  return { code, line: lines.join('\n') };
}
