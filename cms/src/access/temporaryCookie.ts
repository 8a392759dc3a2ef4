import type { Context } from '../strapi/routes';

/**
 * Sets a cookie of the admin that the browser deletes after a while, by its own clock: `cookies.set` would tell it the time at which it
 * ends by the clock of this computer, which may be wrong.
 */
export function setTemporaryCookie(ctx: Context, name: string, value: string, lifetimeMs: number): void {
  const attributes = ['path=/admin', `max-age=${lifetimeMs / 1000}`, 'httponly', 'samesite=strict'];
  if (ctx.request.secure) attributes.push('secure');
  ctx.append('Set-Cookie', [`${name}=${value}`, ...attributes].join('; '));
}
