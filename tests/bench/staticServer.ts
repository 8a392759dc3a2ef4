import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** One answer, ready to be sent. */
export interface Resource {
  body: Buffer;
  headers: Record<string, string>;
}

/** A page or script as a resource, compressed with brotli at its best. */
export function compressed(text: string, type: string, cacheControl: string): Resource {
  return {
    body: brotliCompressSync(text),
    headers: { 'content-type': type, 'content-encoding': 'br', 'cache-control': cacheControl },
  };
}

export interface StaticServer {
  address: string;
  close: () => void;
}

/** Serves the resources, by path, from memory: as little work as a server can have. */
export async function serveStatic(resources: Map<string, Resource>): Promise<StaticServer> {
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
