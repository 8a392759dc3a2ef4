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

/** Thrown when a response can't be rendered and never could; the log has its cause. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** A response that was rendered, or is being rendered, from these texts. */
interface Rendered<Result> {
  texts: (string | undefined)[];
  result: Result;
}

/** A response that is rendered from cached content, and anew only when the content has changed. */
export class WordsAnswer {
  private lastGood: Rendered<Prepared> | undefined;
  private attempt: Rendered<Promise<Prepared>> | undefined;
  private isFailing = false;

  constructor(
    /** What the log calls it. */
    private readonly name: string,
    private readonly held: readonly Pick<HeldRead, 'text' | 'refresh'>[],
    private readonly make: () => Promise<Prepared>,
  ) {}

  /**
   * The response for the newest content, or the last good response when that fails to render. Requests share an attempt
   * while it runs; a failed one is not kept, so the next request tries again.
   * @throws RenderError when there is no good response
   */
  async newest(): Promise<Prepared> {
    const refreshing = this.held.map((read) => read.refresh()).filter((newer) => newer !== undefined);
    if (refreshing.length > 0) await Promise.all(refreshing);
    if (this.isCurrent(this.lastGood)) {
      this.logRecovery();
      return this.lastGood.result;
    }
    if (!this.isCurrent(this.attempt)) this.attempt = this.startAttempt();
    return this.attempt.result;
  }

  private isCurrent<Result>(rendered: Rendered<Result> | undefined): rendered is Rendered<Result> {
    return rendered?.texts.every((text, index) => text === this.held[index]?.text) ?? false;
  }

  private startAttempt(): Rendered<Promise<Prepared>> {
    const texts = this.held.map(({ text }) => text);
    const attempt: Rendered<Promise<Prepared>> = {
      texts,
      result: this.render(texts).finally(() => {
        if (this.attempt === attempt) this.attempt = undefined;
      }),
    };
    return attempt;
  }

  private async render(texts: Rendered<Prepared>['texts']): Promise<Prepared> {
    try {
      const result = await this.make();
      this.lastGood = { texts, result };
      this.logRecovery();
      return result;
    } catch (error) {
      this.logOnce(error);
      if (this.lastGood) return this.lastGood.result;
      throw new RenderError(`${this.name} can't be rendered`);
    }
  }

  private logOnce(error: unknown): void {
    if (!this.isFailing)
      console.error(
        `Rendering ${this.name} failed; requests get the last good response if there is one:`,
        error,
      );
    this.isFailing = true;
  }

  private logRecovery(): void {
    if (this.isFailing) console.log(`Rendering ${this.name} succeeds again.`);
    this.isFailing = false;
  }
}
