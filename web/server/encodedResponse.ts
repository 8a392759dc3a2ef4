import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { MAX_UNCONFIRMED_MS } from '../src/content/confirmation.ts';
import { type CompressedBodies, compress, QUICK_BROTLI_QUALITY } from './compression.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** The encodings of a response, in order of preference. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity'];

/** A response whose bodies are compressed and whose headers are complete. */
export interface EncodedResponse {
  status: number;
  headers: Record<string, string>;
  bodies: Record<Encoding, { bytes: Buffer; headers: Record<string, string> }>;
  /** When the response is current, in milliseconds since 1970; without an interval, it doesn't depend on the time. */
  interval?: { from: number; until: number };
  /** Whether it states what dishes contain. */
  hasStatements?: boolean;
}

/** A CDN reuses a response for a second, then for a minute while it revalidates it, and on errors for a week. */
const MAX_CDN_SECONDS = { fresh: 1, stale: 60, error: 604_800 };

interface Lifetime {
  /** In milliseconds: a CDN must not reuse the response after it, except on errors. */
  leftMs: number;
  /** Then a CDN reuses the response on errors only as long as the site would without the CMS. */
  hasStatements?: boolean | undefined;
}

function createCdnCacheControl({ leftMs, hasStatements = false }: Lifetime): string {
  const secondsLeft = leftMs / 1_000;
  const fresh = Math.max(0, Math.min(MAX_CDN_SECONDS.fresh, Math.floor(secondsLeft)));
  const stale = Math.max(0, Math.min(MAX_CDN_SECONDS.stale, Math.floor(secondsLeft) - fresh));
  const error = hasStatements ? MAX_UNCONFIRMED_MS / 1_000 : MAX_CDN_SECONDS.error;
  return `public, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${error}`;
}

/** Browsers revalidate every time; a CDN after a second, serving stale content meanwhile and on errors. */
export const REVALIDATE = {
  'cache-control': 'no-cache',
  'cdn-cache-control': createCdnCacheControl({ leftMs: Number.POSITIVE_INFINITY }),
};
export const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
export const NO_STORE = { 'cache-control': 'no-store' };
/** For images, which search engines and link previews show on other sites. */
export const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' };

/** Fonts and images are compressed already. */
const COMPRESSIBLE = /^text\/|json|javascript|xml/;

/**
 * Compresses a body in every encoding, and adds its ETags.
 * @param compressed the compressed bodies, if they exist already
 */
export async function encodeResponse(
  body: string | Buffer,
  type: string,
  headers: Record<string, string>,
  status = 200,
  compressed?: CompressedBodies,
): Promise<EncodedResponse> {
  const plain = Buffer.from(body);
  const hash = createHash('sha256').update(plain).digest('base64url');
  const variant = (bytes: Buffer, encoding?: string) => ({
    bytes,
    headers: {
      etag: encoding ? `"${hash}-${encoding}"` : `"${hash}"`,
      'content-type': type,
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
  const identity = variant(plain);
  if (!COMPRESSIBLE.test(type))
    return { status, headers, bodies: { br: identity, gzip: identity, identity } };
  const { br, gzip } = compressed ?? (await compress(plain, QUICK_BROTLI_QUALITY));
  return {
    status,
    headers: { ...headers, vary: headers.vary ? `accept-encoding, ${headers.vary}` : 'accept-encoding' },
    bodies: { br: variant(br, 'br'), gzip: variant(gzip, 'gzip'), identity },
  };
}

/** Whether an If-None-Match header names an ETag, by weak comparison (RFC 9110, 13.1.2). */
function matchesEtag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** Sends a response in the encoding that the client prefers, or status 304 when the client has it already. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  response: EncodedResponse,
): FastifyReply {
  const negotiated = new Negotiator(request.raw).encoding(ENCODINGS, { preferred: ENCODINGS });
  const encoding = ENCODINGS.find((available) => available === negotiated) ?? 'identity';
  const { bytes, headers } = response.bodies[encoding];
  const { interval, hasStatements } = response;
  reply.headers(response.headers);
  if ('cdn-cache-control' in response.headers) {
    const leftMs = (interval?.until ?? Number.POSITIVE_INFINITY) - Date.now();
    reply.header('cdn-cache-control', createCdnCacheControl({ leftMs, hasStatements }));
  }
  if (response.status === 200 && matchesEtag(request.headers['if-none-match'], headers.etag))
    return reply.code(304).header('etag', headers.etag).send();
  return reply.code(response.status).headers(headers).send(bytes);
}
