import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingProxy {
  address: string;
  /** How often each path was asked for in the given milliseconds after the given moment of `performance.now()`. */
  requests: (from: number, duration: number) => Map<string, number>;
  close: () => void;
}

/** Stands between the site and its CMS, passes everything on, and remembers what was asked for when. */
export async function startCountingProxy(cms: string): Promise<CountingProxy> {
  const asked: { path: string; time: number }[] = [];
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request;
    asked.push({ path: new URL(url, cms).pathname, time: performance.now() });
    // A connection of its own for each request: a kept one could be closed just as it is used again.
    const passedOn = ask(new URL(url, cms), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    request.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    requests: (from, duration) => {
      const counts = new Map<string, number>();
      for (const { path, time } of asked)
        if (time >= from && time < from + duration) counts.set(path, (counts.get(path) ?? 0) + 1);
      return counts;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
