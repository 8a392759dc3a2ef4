import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { HeldRead } from './heldRead.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** What bodies are sent in, the best first. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity'];

/** An answer that is ready to be sent, in every encoding. */
export interface Prepared {
  status: number;
  headers: Record<string, string>;
  bodies: Record<Encoding, { bytes: Buffer; headers: Record<string, string> }>;
}

/** Browsers ask each time whether they have the newest; a CDN keeps its visitors in words while it asks, or can't. */
export const NEWEST = {
  'cache-control': 'no-cache',
  'cdn-cache-control': 'public, s-maxage=1, stale-while-revalidate=60, stale-if-error=604800',
};
export const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };
/** A picture may be shown by others: search engines, and those to whom a page was recommended. */
export const SHARED = { 'cross-origin-resource-policy': 'cross-origin' };
export const NEVER = { 'cache-control': 'no-store' };

/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = /^text\/|json|javascript|xml/;

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses an answer and gives it its ETag, beside the thread that answers visitors. */
export async function prepare(
  body: string | Buffer,
  type: string,
  headers: Record<string, string>,
  status = 200,
): Promise<Prepared> {
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
  const [br, gz] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    compressGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    status,
    headers: { ...headers, vary: headers.vary ? `accept-encoding, ${headers.vary}` : 'accept-encoding' },
    bodies: { br: variant(br, 'br'), gzip: variant(gz, 'gzip'), identity },
  };
}

/** Whether an If-None-Match header names an ETag, compared weakly (RFC 9110, 13.1.2). */
function hasAlready(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** Sends an answer in the encoding its visitor likes best, or the news that he has it already. */
export function send(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  const wanted = new Negotiator(request.raw).encoding(ENCODINGS, { preferred: ENCODINGS });
  const encoding = ENCODINGS.find((known) => known === wanted) ?? 'identity';
  const { bytes, headers } = prepared.bodies[encoding];
  reply.headers(prepared.headers);
  if (prepared.status === 200 && hasAlready(request.headers['if-none-match'], headers.etag))
    return reply.code(304).header('etag', headers.etag).send();
  return reply.code(prepared.status).headers(headers).send(bytes);
}

/** An answer that is made from held words, and made anew only when they have changed. */
export class WordsAnswer {
  private madeFrom: (string | undefined)[] = [];
  private made: Promise<Prepared> | undefined;

  constructor(
    private readonly held: readonly HeldRead[],
    private readonly make: () => Promise<Prepared>,
  ) {}

  /** @throws Error when the answer can't be made and never could */
  async newest(): Promise<Prepared> {
    const refreshing = this.held.map((read) => read.refresh()).filter((newer) => newer !== undefined);
    if (refreshing.length > 0) await Promise.all(refreshing);
    const texts = this.held.map(({ text }) => text);
    if (this.made && texts.every((text, index) => text === this.madeFrom[index])) return this.made;
    const last = this.made;
    this.madeFrom = texts;
    this.made = this.make().catch((error) => {
      console.error('These words can’t be shown, so the last ones stay:', error);
      if (last) return last;
      throw error;
    });
    return this.made;
  }
}
