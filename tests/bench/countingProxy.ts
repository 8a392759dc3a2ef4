import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingProxy {
  address: string;
  /** Counts the requests for each path in the `duration` milliseconds after `from`, a time of `performance.now()`. */
  countRequests: (from: number, duration: number) => Map<string, number>;
  close: () => void;
}

/** Starts a proxy between the site and its CMS that records the path and the time of each request. */
export async function startCountingProxy(cms: string): Promise<CountingProxy> {
  const received: { path: string; time: number }[] = [];
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request;
    received.push({ path: new URL(url, cms).pathname, time: performance.now() });
    // Without keep-alive, because the CMS may close an idle connection just when it is used again.
    const forwarded = sendRequest(new URL(url, cms), { method, headers, agent: false }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, { ...upstream.headers, connection: 'close' });
      upstream.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    countRequests: (from, duration) => {
      const counts = new Map<string, number>();
      for (const { path, time } of received)
        if (time >= from && time < from + duration) counts.set(path, (counts.get(path) ?? 0) + 1);
      return counts;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
