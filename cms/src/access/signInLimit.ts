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

/** The admin's routes that verify a password or a token. */
const LIMITED_PATHS = ['/login', '/register', '/register-admin', '/registration-info', '/reset-password'];
const WINDOW_MS = 5 * 60 * 1000;
/** About twice the number of typing errors that a person makes. */
const ADDRESS_LIMITS = { maxFailures: 10, windowMs: WINDOW_MS, maxKeys: 10_000 };
/** Higher than the address limit, so that a single address can't reach it. */
const ACCOUNT_LIMITS = { maxFailures: 20, windowMs: WINDOW_MS, maxKeys: 10_000 };
/**
 * For attempts at an account over its limit; two waiting attempts per address, so that one address can't fill
 * the queue.
 */
const QUEUE_LIMITS = { maxRunning: 1, maxWaitingPerKey: 2, maxWaiting: 10, runTimeoutMs: 10_000 };
const PAUSE_MS = 1_000;

/**
 * Counts an attempt as a failure before it runs, so that parallel attempts can't exceed the limit, and
 * uncounts it if it was not one.
 */
async function countFailure(
  counter: FailureCounter,
  key: string,
  ctx: Context,
  attempt: () => Promise<unknown>,
): Promise<void> {
  const uncount = counter.add(key);
  try {
    await attempt();
    // Neither a success nor a server error is a wrong guess.
    if (ctx.status < 400 || ctx.status >= 500) uncount();
  } catch (error) {
    const isRateLimited = error instanceof errors.RateLimitError;
    if (isRateLimited || !(error instanceof errors.ApplicationError)) uncount();
    throw error;
  }
}

/** Rejects sign-ins from addresses with too many failures. */
function limitByAddress(): Core.MiddlewareHandler {
  const failures = new FailureCounter(ADDRESS_LIMITS);
  return async (ctx, next) => {
    const address = networkOf(ctx.request.ip);
    const blockedMs = failures.remainingBlockMs(address);
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

/** Whether a value can be an email or a password; Postgres rejects a text with a NUL character. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('\0');

/**
 * Reads the email of a sign-in, in lowercase as Strapi compares it, and the password.
 * @throws ApplicationError when one of them is not a text: Strapi would read it from the query string, or
 *   answer 500
 */
function readCredentials(body: unknown): { email: string; password: string } {
  const { email, password }: { email?: unknown; password?: unknown } = body ?? {};
  if (!isText(email) || !isText(password)) throw new errors.ApplicationError('Invalid credentials');
  return { email: email.toLowerCase(), password };
}

/**
 * Slows down sign-ins to an account with too many failures from any address: they run one at a time, with a
 * pause before each. Browsers that have signed in to the account before don't wait, so that an attacker can't
 * lock its user out. Emails without an account are treated the same, so that the answers don't reveal which
 * emails have one.
 */
function limitByAccount(strapi: Core.Strapi): Core.MiddlewareHandler {
  const failures = new FailureCounter(ACCOUNT_LIMITS);
  const queues = new Map<string, FairQueue>();

  const runInQueue = async (account: string, ctx: Context, attempt: () => Promise<void>) => {
    const queue = queues.get(account) ?? new FairQueue(QUEUE_LIMITS);
    queues.set(account, queue);
    const leave = await queue.acquire(networkOf(ctx.request.ip), disconnectSignal(ctx.res));
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

  /**
   * Takes as long as a password comparison when the email has no account, so that the timing doesn't reveal
   * this.
   */
  const equalizeTime = async (email: string, password: string) => {
    const user = await strapi.db.query('admin::user').findOne({ where: { email }, select: ['password'] });
    if (!user?.password) await strapi.service('admin::auth').hashPassword(password);
  };

  return async (ctx, next) => {
    const { email, password } = readCredentials(ctx.request.body);
    // A hash has a fixed length, and keeps the email out of memory.
    const account = createHash('sha256').update(email).digest('base64url');
    const check = () =>
      next().catch(async (error: unknown) => {
        await equalizeTime(email, password);
        throw error;
      });
    const attempt = () => countFailure(failures, account, ctx, check);
    if (failures.remainingBlockMs(account) === 0 || isKnownBrowser(ctx, email)) await attempt();
    else await runInQueue(account, ctx, attempt);
    if (ctx.status < 400) markKnownBrowser(ctx, email);
  };
}

/**
 * Limits failed sign-ins by address and by account. Replaces Strapi's rate limit, which counts successes too,
 * and counts each email separately, so that an attacker can continue with the next one.
 * @throws Error when Strapi no longer has one of these routes
 */
export function limitSignIns(strapi: Core.Strapi): void {
  const addressLimit = limitByAddress();
  const accountLimit = limitByAccount(strapi);
  const routes = strapi.admin.routes.admin?.routes ?? [];
  for (const path of LIMITED_PATHS) {
    const route = routes.find((candidate: { path: string }) => candidate.path === path);
    if (!route) throw new Error(`Strapi has no route ${path} of the admin to limit.`);
    const middlewares = path === '/login' ? [addressLimit, accountLimit] : [addressLimit];
    route.config = { ...route.config, middlewares };
  }
}
