import { setImmediate } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { disconnectSignal } from '../access/disconnectSignal';
import { FairQueue } from '../access/fairQueue';
import { networkOf } from '../access/networkAddress';

/** The site makes 11 queries at once and 4 of previews: three replicas of it may share an address. */
const LIMITS = { running: 2, waitingPerKey: 50, waiting: 500, longestRunMs: 10_000 };

/** Limits how many queries of the content API run at once, so that they can't hold up the owner's work in the admin. */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }): Core.MiddlewareHandler => {
  const prefix = `${strapi.config.get('api.rest.prefix', '/api')}/`.toLowerCase();
  const queue = new FairQueue(LIMITS);
  return async (ctx, next) => {
    // The router ignores case. Other methods run no query, and their bodies could come as slowly as their sender likes.
    const isQuery = ['GET', 'HEAD'].includes(ctx.method) && ctx.path.toLowerCase().startsWith(prefix);
    if (!isQuery) return next();
    const leave = await queue.enter(networkOf(ctx.ip), disconnectSignal(ctx.res));
    if (!leave) {
      ctx.set('Retry-After', '1');
      return ctx.serviceUnavailable('Too many queries at once.');
    }
    try {
      // SQLite answers at once: without a pause, the queries of all connections would run before any other request is read.
      await setImmediate();
      await next();
    } finally {
      leave();
    }
  };
};
