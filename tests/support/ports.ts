import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { allowPort } from './guardConnections.cjs';

export async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server listens on no port');
  return address.port;
}

/** The first port of the tests. All are below 32,768, from where Linux takes the ports of outgoing connections. */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 1_000;
/** Starts at another port in each process, so that the tests of two checkouts rarely try the same one. */
let lastPortOffset = process.pid % PORTS_PER_WORKER;

/** Finds a free port in the range that belongs to this Playwright worker, and allows connections to it. */
export async function freePort(): Promise<string> {
  const firstPort = FIRST_PORT + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * PORTS_PER_WORKER;
  for (let attempt = 0; attempt < PORTS_PER_WORKER; attempt += 1) {
    lastPortOffset = (lastPortOffset + 1) % PORTS_PER_WORKER;
    const port = firstPort + lastPortOffset;
    if (await isFree(port)) {
      allowPort(port);
      return String(port);
    }
  }
  throw new Error(`no port from ${firstPort} to ${firstPort + PORTS_PER_WORKER - 1} is free`);
}

/** Whether a server can listen on a port of all addresses, of which 127.0.0.1 is one. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
}

/** Calls a function that starts a server again when another program has taken its free port in the meantime. */
export async function retryWhenPortInUse<Server>(start: () => Promise<Server>): Promise<Server> {
  try {
    return await start();
  } catch (error) {
    if (!/EADDRINUSE|Port \d+ .* is in use|Address already in use/.test(String(error))) throw error;
    return retryWhenPortInUse(start);
  }
}
