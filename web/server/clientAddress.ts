import type { FastifyRequest } from 'fastify';
import type { Settings } from './settings.ts';

/** Returns the address of a request's client, which only a trusted proxy may name in X-Forwarded-For. */
export async function readClientAddress(
  request: FastifyRequest,
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
): Promise<string> {
  await trustedProxies.deleteForgedHeaders(request.raw);
  return request.ip;
}
