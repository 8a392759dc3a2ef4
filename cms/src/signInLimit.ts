import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

/** Where a password or a token could be guessed. */
const GUESSED = ['/login', '/register', '/register-admin', '/registration-info', '/reset-password'];
/** Who mistypes twice as often as people do can't be told from a machine. */
const MOST_FAILURES = 10;
const WINDOW_MS = 5 * 60 * 1000;
/** More are not kept in memory: the oldest goes. */
const MOST_ADDRESSES = 10_000;

interface Failures {
  count: number;
  /** In milliseconds since 1970. */
  until: number;
}

/** What one visitor can't change at will: of an IPv6 address the network, which alone has more addresses than there are guesses. */
const network = (ip: string) =>
  ip.includes('.') ? ip : (ip.split('::')[0] ?? '').split(':').slice(0, 4).join(':');

/**
 * Refuses an address that has failed to sign in too often, for the rest of five minutes. It takes the place of Strapi's own
 * limit, which counts each e-mail by itself, so that guessing goes on with the next, and successes too.
 * @throws Error when Strapi has no such route any more
 */
export function limitSignIns(strapi: Core.Strapi): void {
  const failures = new Map<string, Failures>();

  const limit: Core.MiddlewareHandler = async (ctx, next) => {
    const address = network(ctx.request.ip);
    const now = Date.now();
    let failed = failures.get(address);
    if (failed === undefined || failed.until <= now) {
      failures.delete(address);
      const [oldest] = failures.keys();
      if (oldest !== undefined && failures.size >= MOST_ADDRESSES) failures.delete(oldest);
      failed = { count: 0, until: now + WINDOW_MS };
      failures.set(address, failed);
    }
    if (failed.count >= MOST_FAILURES) {
      ctx.set('Retry-After', String(Math.ceil((failed.until - now) / 1000)));
      const minutes = Math.ceil((failed.until - now) / 60_000);
      throw new errors.RateLimitError(
        `That was wrong too often. Wait ${minutes} minute${minutes === 1 ? '' : 's'}, then try again.`,
      );
    }
    // Counted before it is known, so that many at once are no way around the limit.
    failed.count += 1;
    try {
      await next();
      // What succeeds is no guess, and neither is what fails on our side.
      if (ctx.status < 400 || ctx.status >= 500) failed.count -= 1;
    } catch (error) {
      if (!(error instanceof errors.ApplicationError)) failed.count -= 1;
      else if (error.message === 'Invalid credentials')
        error.message = 'The email or the password is not right.';
      throw error;
    }
  };

  const routes = strapi.admin.routes.admin?.routes ?? [];
  for (const path of GUESSED) {
    const route = routes.find((candidate: { path: string }) => candidate.path === path);
    if (!route) throw new Error(`Strapi has no route ${path} of the admin to limit.`);
    route.config = { ...route.config, middlewares: [limit] };
  }
}
