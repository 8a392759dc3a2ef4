import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Serves security.txt (RFC 9116), which says where to report security holes; without a contact, there is none. */
export function serveSecurityText(
  server: FastifyInstance,
  { siteUrl, securityContact }: Pick<Settings, 'siteUrl' | 'securityContact'>,
): void {
  if (securityContact === undefined) return;
  // RFC 9116 allows only HTTPS here.
  const canonical = siteUrl.protocol === 'https:' ? `Canonical: ${new URL(PATH, siteUrl).href}\n` : '';
  server.get(PATH, (_request, reply) => {
    // Counted from the day of the request: the operator never has to renew it, and the text changes once a day.
    const day = Math.floor(Date.now() / DAY_MS);
    const expires = new Date((day + VALID_DAYS) * DAY_MS).toISOString();
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n${canonical}`);
  });
}
