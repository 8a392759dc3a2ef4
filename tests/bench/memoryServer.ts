import { createServer } from 'node:http';
import { extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listenOnFreePort } from '../support/ports.ts';

/** Prepared HTTP responses by URL path and query string. */
export type Resources = Map<string, Resource>;
type Resource = { body: Buffer; type: string; encoding?: 'br' };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/** Creates a resource that is compressed with brotli at the highest quality; the file name determines its type. */
export const compress = (content: string | Uint8Array, fileName: string): Resource => ({
  body: brotliCompressSync(content),
  type: types[extname(fileName)] ?? 'application/octet-stream',
  encoding: 'br',
});

export async function fetchResource(address: string): Promise<Resource> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  const body = Buffer.from(await response.arrayBuffer());
  return { body, type: response.headers.get('content-type') ?? '' };
}

/** Serves resources from memory until the process ends, with the least work per request; returns the server's address. */
export async function serveFromMemory(resources: Resources): Promise<string> {
  const server = createServer((request, response) => {
    const resource = resources.get(request.url ?? '');
    if (!resource) return response.writeHead(404).end();
    const { body, type, encoding } = resource;
    const headers = { 'content-type': type, 'content-length': body.length };
    response.writeHead(200, encoding ? { ...headers, 'content-encoding': encoding } : headers).end(body);
  });
  return `http://127.0.0.1:${await listenOnFreePort(server.unref())}`;
}
