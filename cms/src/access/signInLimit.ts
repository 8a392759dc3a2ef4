import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { disconnectSignal } from './disconnectSignal';
import { FailureCounter } from './failureCounter';
import { FairQueue } from './fairQueue';
import { isKnownBrowser, markKnownBrowser } from './knownBrowser';
import { networkOf } from './networkAddress';

type Context = Parameters<Core.MiddlewareHandler>[0];

/** Where a password or a token could be guessed. */
const GUESSED = ['/login', '/register', '/register-admin', '/registration-info', '/reset-password'];
const WINDOW_MS = 5 * 60 * 1000;
/** Who mistypes twice as often as people do can't be told from a machine. */
const ADDRESS_LIMITS = { failures: 10, windowMs: WINDOW_MS, keys: 10_000 };
/** One address alone can't reach it. */
const ACCOUNT_LIMITS = { failures: 20, windowMs: WINDOW_MS, keys: 10_000 };
/** For attempts at an account that is over its limit; with two of each address, one guesser can't fill it. */
const QUEUE_LIMITS = { running: 1, waitingPerKey: 2, waiting: 10, longestRunMs: 10_000 };
const PAUSE_MS = 1_000;

/** Counts an attempt as a failure, from its start so that many at once can't pass the limit, unless it turns out to be none. */
async function countFailure(
  counter: FailureCounter,
  key: string,
  ctx: Context,
  attempt: () => Promise<unknown>,
): Promise<void> {
  const takeBack = counter.add(key);
  try {
    await attempt();
    // A success is not a guess, and neither is a failure on our side.
    if (ctx.status < 400 || ctx.status >= 500) takeBack();
  } catch (error) {
    const refused = error instanceof errors.RateLimitError;
    if (refused || !(error instanceof errors.ApplicationError)) takeBack();
    throw error;
  }
}

/** Refuses addresses that have failed too often. */
function addressLimit(): Core.MiddlewareHandler {
  const failures = new FailureCounter(ADDRESS_LIMITS);
  return async (ctx, next) => {
    const address = networkOf(ctx.request.ip);
    const blockedMs = failures.blockedMs(address);
    if (blockedMs > 0) {
      ctx.set('Retry-After', String(Math.ceil(blockedMs / 1000)));
      const minutes = Math.ceil(blockedMs / 60_000);
      throw new errors.RateLimitError(
        `That was wrong too often. Wait ${minutes} minute${minutes === 1 ? '' : 's'}, then try again.`,
      );
    }
    try {
      await countFailure(failures, address, ctx, next);
    } catch (error) {
      if (error instanceof errors.ApplicationError && error.message === 'Invalid credentials')
        error.message = 'The email or the password is not right.';
      throw error;
    }
  };
}

/** Whether a value can be an email or a password; Postgres can't even compare with a text that has a NUL character. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('\0');

/**
 * The email of a sign-in, as Strapi compares it, and the password.
 * @throws ApplicationError when one of them is not a text: Strapi then takes it from elsewhere, or fails
 */
function readCredentials(body: unknown): { email: string; password: string } {
  const { email, password }: { email?: unknown; password?: unknown } = body ?? {};
  if (!isText(email) || !isText(password)) throw new errors.ApplicationError('Invalid credentials');
  return { email: email.toLowerCase(), password };
}

/**
 * Slows down attempts at an account that has failed too often from anywhere: one after another, with a pause before
 * each. Browsers that have signed in to it before don't wait, so that a guesser can't lock the account's owner out. Emails
 * without an account are treated the same, so that nothing tells which have one.
 */
function accountLimit(strapi: Core.Strapi): Core.MiddlewareHandler {
  const failures = new FailureCounter(ACCOUNT_LIMITS);
  const queues = new Map<string, FairQueue>();

  const inTurn = async (account: string, ctx: Context, attempt: () => Promise<void>) => {
    const queue = queues.get(account) ?? new FairQueue(QUEUE_LIMITS);
    queues.set(account, queue);
    const leave = await queue.enter(networkOf(ctx.request.ip), disconnectSignal(ctx.res));
    if (!leave) {
      ctx.set('Retry-After', '60');
      throw new errors.RateLimitError(
        'There are too many tries to sign in with this email right now. Wait a minute, or use a browser in which you have signed in before.',
      );
    }
    try {
      await wait(PAUSE_MS);
      await attempt();
    } finally {
      leave();
      if (queue.isIdle) queues.delete(account);
    }
  };

  /** Spends as much time as Strapi does on comparing a password, where it had none to compare. */
  const spendTime = async (email: string, password: string) => {
    const user = await strapi.db.query('admin::user').findOne({ where: { email }, select: ['password'] });
    if (!user?.password) await strapi.service('admin::auth').hashPassword(password);
  };

  return async (ctx, next) => {
    const { email, password } = readCredentials(ctx.request.body);
    // However long the email is, and without it in memory.
    const account = createHash('sha256').update(email).digest('base64url');
    const check = () =>
      next().catch(async (error: unknown) => {
        await spendTime(email, password);
        throw error;
      });
    const attempt = () => countFailure(failures, account, ctx, check);
    if (failures.blockedMs(account) === 0 || isKnownBrowser(ctx, email)) await attempt();
    else await inTurn(account, ctx, attempt);
    if (ctx.status < 400) markKnownBrowser(ctx, email);
  };
}

/**
 * Limits failed sign-ins, by address and by account. It takes the place of Strapi's own limit, which counts each email by
 * itself, so that guessing goes on with the next, and successes too.
 * @throws Error when Strapi has no such route any more
 */
export function limitSignIns(strapi: Core.Strapi): void {
  const limitAddress = addressLimit();
  const limitAccount = accountLimit(strapi);
  const routes = strapi.admin.routes.admin?.routes ?? [];
  for (const path of GUESSED) {
    const route = routes.find((candidate: { path: string }) => candidate.path === path);
    if (!route) throw new Error(`Strapi has no route ${path} of the admin to limit.`);
    const middlewares = path === '/login' ? [limitAddress, limitAccount] : [limitAddress];
    route.config = { ...route.config, middlewares };
  }
}
