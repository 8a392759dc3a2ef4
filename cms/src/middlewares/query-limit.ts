import { setImmediate } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { createDisconnectSignal } from '../access/disconnectSignal';
import { FairQueue } from '../shared/requests/fairQueue';
import { getNetworkAddress } from '../shared/requests/networkAddress';

/** Three replicas of the site may share an address, and each sends up to 15 queries at once, 4 of them for previews. */
const LIMITS = { maxRunning: 2, maxWaitingPerKey: 50, maxWaiting: 500, runTimeoutMs: 10_000 };

/** Limits the number of content API queries that run at once, so that they can't slow down the admin. */
export default (): Core.MiddlewareHandler => {
  const queue = new FairQueue(LIMITS);
  return async (ctx, next) => {
    // The router ignores case. Other methods run no query, and a slow request body would block the queue.
    const isQuery = ['GET', 'HEAD'].includes(ctx.method) && ctx.path.toLowerCase().startsWith('/api/');
    if (!isQuery) return next();
    const release = await queue.acquire(getNetworkAddress(ctx.ip), createDisconnectSignal(ctx.res));
    if (!release) {
      ctx.set('Retry-After', '1');
      return ctx.serviceUnavailable('Too many queries at once.');
    }
    try {
      // SQLite queries are synchronous: without yielding, all queued queries would run before any other
      // request is read.
      await setImmediate();
      await next();
    } finally {
      release();
    }
  };
};
