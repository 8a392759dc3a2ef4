import { errors } from '@strapi/utils';
import type { Context } from '../strapi/routes';

/**
 * Rejects a request of a blocked client, and tells how long to wait.
 * @param blockedMs the time until the client is no longer blocked; 0 when it is not
 * @param reason a sentence
 * @throws RateLimitError when the client is blocked
 */
export function rejectWhileBlocked(ctx: Context, blockedMs: number, reason: string): void {
  if (blockedMs === 0) return;
  ctx.set('Retry-After', String(Math.ceil(blockedMs / 1000)));
  const minutes = Math.ceil(blockedMs / 60_000);
  const [count, unit] = minutes <= 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  throw new errors.RateLimitError(
    `${reason} Wait ${count} ${unit}${count === 1 ? '' : 's'}, then try again.`,
  );
}
