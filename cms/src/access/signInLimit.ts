import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { FairQueue } from '../shared/requests/fairQueue';
import { getNetworkAddress } from '../shared/requests/networkAddress';
import { hashPassword, isWrongCredentials } from '../strapi/accounts';
import { type Context, findRoute, replaceMiddlewares } from '../strapi/routes';
import { readCredentials } from './credentials';
import { type LimitGuess, requireCurrentPassword } from './currentPassword';
import { createDisconnectSignal } from './disconnectSignal';
import { FailureCounter } from './failureCounter';
import { isKnownBrowser } from './knownBrowser';
import { rejectWhileBlocked } from './rejectWhileBlocked';
import { CodeRequiredError } from './requireCode';

/** The admin's routes that verify a password or a token. */
const LIMITED_ROUTES = [
  ['POST', '/login'],
  ['POST', '/register'],
  ['POST', '/register-admin'],
  ['GET', '/registration-info'],
  ['POST', '/reset-password'],
] as const;
const WINDOW_MS = 5 * 60 * 1000;
/** About twice the number of typing errors that a person makes. */
const ADDRESS_LIMITS = { maxFailures: 10, windowMs: WINDOW_MS, maxKeys: 10_000 };
/** Higher than the address limit, so that a single address can't reach it. */
const ACCOUNT_LIMITS = { maxFailures: 20, windowMs: WINDOW_MS, maxKeys: 10_000 };
/**
 * For sign-ins to an account that has reached its limit. At most two wait per address, so that one address can't
 * fill the queue.
 */
const QUEUE_LIMITS = { maxRunning: 1, maxWaitingPerKey: 2, maxWaiting: 10, runTimeoutMs: 10_000 };
const PAUSE_MS = 1_000;

/**
 * Counts an attempt as a failure before it runs, so that parallel attempts can't exceed the limit, and reverts
 * the count unless the attempt is rejected: neither a success, a right password without a code nor a server error is a wrong
 * guess.
 */
async function countFailure(
  counter: FailureCounter,
  key: string,
  attempt: () => Promise<unknown>,
): Promise<void> {
  const revertCount = counter.add(key);
  try {
    await attempt();
    revertCount();
  } catch (error) {
    const isNoGuess = error instanceof errors.RateLimitError || error instanceof CodeRequiredError;
    if (isNoGuess || !(error instanceof errors.ApplicationError)) revertCount();
    throw error;
  }
}

/** Rejects sign-ins from addresses with too many failures. */
function limitByAddress(): Core.MiddlewareHandler {
  const failures = new FailureCounter(ADDRESS_LIMITS);
  return async (ctx, next) => {
    const address = getNetworkAddress(ctx.request.ip);
    rejectWhileBlocked(ctx, failures.remainingBlockMs(address), 'That was wrong too often.');
    try {
      await countFailure(failures, address, next);
    } catch (error) {
      if (isWrongCredentials(error)) error.message = 'The email or the password is not right.';
      throw error;
    }
  };
}

/**
 * Slows down sign-ins to an account with too many failures from any address: they run one at a time, with a
 * pause before each. Browsers that have signed in to the account before don't wait, so that an attacker can't
 * lock its user out. Emails without an account are treated the same, so that the responses don't reveal which
 * emails have one.
 */
function limitByAccount(strapi: Core.Strapi): LimitGuess {
  const failures = new FailureCounter(ACCOUNT_LIMITS);
  const queues = new Map<string, FairQueue>();

  const runInQueue = async (account: string, ctx: Context, attempt: () => Promise<void>) => {
    const queue = queues.get(account) ?? new FairQueue(QUEUE_LIMITS);
    queues.set(account, queue);
    const release = await queue.acquire(getNetworkAddress(ctx.request.ip), createDisconnectSignal(ctx.res));
    if (!release) {
      ctx.set('Retry-After', '60');
      throw new errors.RateLimitError(
        'There are too many tries to sign in with this email right now. Wait a minute, or use a browser in which you have signed in before.',
      );
    }
    try {
      await wait(PAUSE_MS);
      await attempt();
    } finally {
      release();
      if (queue.isIdle) queues.delete(account);
    }
  };

  return async (ctx, email, guess) => {
    // A hash, because it has a fixed length and because the email is then not stored in memory.
    const account = createHash('sha256').update(email).digest('base64url');
    const attempt = () => countFailure(failures, account, guess);
    if (failures.remainingBlockMs(account) === 0 || (await isKnownBrowser(strapi, ctx, email)))
      await attempt();
    else await runInQueue(account, ctx, attempt);
  };
}

/** Applies the limit of an account to sign-ins. */
function limitLogin(strapi: Core.Strapi, limitAccount: LimitGuess): Core.MiddlewareHandler {
  /**
   * Hashes the password when the email has no account, which takes as long as the password comparison of an
   * account, so that the response time doesn't reveal whether there is one.
   */
  const equalizeTime = async (email: string, password: string) => {
    const user = await strapi.db.query('admin::user').findOne({ where: { email }, select: ['password'] });
    if (!user?.password) await hashPassword(strapi, password);
  };

  return async (ctx, next) => {
    const { email, password } = readCredentials(ctx.request.body);
    await limitAccount(ctx, email, () =>
      next().catch(async (error: unknown) => {
        await equalizeTime(email, password);
        throw error;
      }),
    );
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
  for (const [method, path] of LIMITED_ROUTES) {
    const middlewares = path === '/login' ? [addressLimit, limitLogin(strapi, accountLimit)] : [addressLimit];
    replaceMiddlewares(findRoute(strapi, 'admin', method, path), middlewares);
  }
  requireCurrentPassword(strapi, (ctx, email, attempt) =>
    addressLimit(ctx, () => accountLimit(ctx, email, attempt)),
  );
}
