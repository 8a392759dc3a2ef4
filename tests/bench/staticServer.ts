import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** A prepared HTTP response. */
export interface Resource {
  body: Buffer;
  headers: Record<string, string>;
}

/** Creates a resource from a page or a script, compressed with brotli at the highest quality. */
export function compressResource(text: string, type: string, cacheControl: string): Resource {
  return {
    body: brotliCompressSync(text),
    headers: { 'content-type': type, 'content-encoding': 'br', 'cache-control': cacheControl },
  };
}

export interface StaticServer {
  address: string;
  close: () => void;
}

/** Serves resources by path from memory, with the least work per request that a server can have. */
export async function startStaticServer(resources: Map<string, Resource>): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const resource = resources.get(request.url ?? '');
    if (!resource) return response.writeHead(404).end();
    response.writeHead(200, { ...resource.headers, 'content-length': resource.body.length });
    response.end(resource.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}`, close };
}
