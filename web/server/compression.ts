import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A body in the encodings that browsers accept. */
export interface CompressedBodies {
  br: Buffer;
  gzip: Buffer;
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses a body in every encoding, off the main thread. */
export async function compress(body: Buffer): Promise<CompressedBodies> {
  const [br, gzip] = await Promise.all([
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    compressGzip(body, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { br, gzip };
}
