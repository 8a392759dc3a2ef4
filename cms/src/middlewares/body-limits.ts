import { finished } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { UnfinishedBodies } from '../access/unfinishedBodies';
import { getNetworkAddress } from '../shared/requests/networkAddress';
import type { Context } from '../strapi/routes';
import { isAccessToken } from '../strapi/sessions';

/** docs/security.md has the sizes of the admin's forms. Bodies with files have limits of their own: src/media/validateUploads.ts. */
export const MAX_BODY_BYTES = 500_000;
/** The largest form of an ordinary site takes half of this at 10 kbit/s. */
const MAX_BODY_MS = 60_000;
/** A body that is not complete holds up to MAX_BODY_BYTES. */
const UNFINISHED_LIMITS = { maxPerNetwork: 20, max: 100 };

interface Rejection {
  status: number;
  message: string;
}

const COMPRESSED: Rejection = { status: 415, message: 'A request must not be compressed.' };
const TOO_LARGE: Rejection = {
  status: 413,
  message: 'This is more text than fits here, so nothing was saved. Shorten it, then try again.',
};
const TOO_SLOW: Rejection = {
  status: 408,
  message: 'This took too long to arrive, so nothing was saved. Check the connection, then try again.',
};
const TOO_MANY: Rejection = { status: 503, message: 'There is too much to do right now. Try again.' };

function rejectRequest(ctx: Context, { status, message }: Rejection): void {
  ctx.status = status;
  // The content manager takes a form for saved after an error with any other name.
  ctx.body = { data: null, error: { status, name: 'ValidationError', message, details: {} } };
}

const hasBody = (ctx: Context) =>
  ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0;

/** Whether an error is that of Strapi's body parser for a body that is too large. */
const isTooLarge = (error: unknown) =>
  error instanceof Error && 'type' in error && error.type === 'entity.too.large';

/**
 * Refuses compressed bodies, which can be a thousand times as large as what is sent, and limits how long a body may take, its size,
 * and how many bodies of clients that are not signed in may be unfinished. Files of signed-in users have five minutes.
 */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }): Core.MiddlewareHandler => {
  const unfinished = new UnfinishedBodies(UNFINISHED_LIMITS);

  const isSignedIn = (ctx: Context) => {
    const [, token] = /^bearer (\S+)$/i.exec(ctx.get('authorization')) ?? [];
    return token !== undefined && isAccessToken(strapi, token);
  };

  return async (ctx, next) => {
    if (!hasBody(ctx)) return next();
    if (!/^(identity)?$/i.test(ctx.get('content-encoding'))) {
      ctx.set('Connection', 'close');
      return rejectRequest(ctx, COMPRESSED);
    }
    // A short body arrives with its headers, and is complete after this turn of the event loop.
    await setImmediate();
    const { req } = ctx;
    if (req.destroyed) return;
    if (req.complete) return next();
    const isOfUser = isSignedIn(ctx);
    if (isOfUser && ctx.is('multipart')) return next();

    let cutOff: (rejection: Rejection) => void = () => {};
    const rejected = new Promise<Rejection>((resolve) => {
      cutOff = (rejection) => {
        resolve(rejection);
        // The response may have been sent before the body was complete.
        if (ctx.headerSent) req.destroy();
      };
    });
    const timer = setTimeout(() => cutOff(TOO_SLOW), MAX_BODY_MS).unref();
    const remove = isOfUser ? undefined : unfinished.add(getNetworkAddress(ctx.ip), () => cutOff(TOO_MANY));
    finished(req, () => {
      clearTimeout(timer);
      remove?.();
    });
    try {
      const rejection = await Promise.race([next(), rejected]);
      if (!rejection) return;
      ctx.set('Connection', 'close');
      rejectRequest(ctx, rejection);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      rejectRequest(ctx, TOO_LARGE);
    }
  };
};
