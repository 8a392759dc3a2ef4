import { connect } from 'node:net';
import { pseudoRandom } from './pseudoRandom.ts';

/** Not damaged: without it, the server would keep the connection open. */
const END = '\r\nConnection: close\r\n\r\n';

/** Damages requests at random places, the same ones in every run: removes, repeats or overwrites some of their bytes. */
export function damageRequests(requests: string[], count: number): Buffer[] {
  const random = pseudoRandom(1797);
  const below = (limit: number) => Math.floor(random.next().value * limit);
  return Array.from({ length: count }, (_, index) => {
    let bytes = Buffer.from(requests[index % requests.length]?.replace(END, '') ?? '', 'latin1');
    for (let damages = 1 + below(4); damages > 0; damages -= 1) {
      const start = below(bytes.length);
      const end = start + below(40);
      const garbage = Buffer.from(Array.from({ length: below(20) }, () => below(256)));
      const middle = [Buffer.alloc(0), Buffer.from(bytes.subarray(below(start + 1), end)), garbage][below(3)];
      bytes = Buffer.concat([bytes.subarray(0, start), middle ?? garbage, bytes.subarray(end)]);
    }
    return Buffer.concat([bytes, Buffer.from(END)]);
  });
}

/**
 * Sends bytes on a new connection and returns everything received until the server closes it.
 * @param localAddress the address of this machine from which they come
 * @throws Error when the connection is idle for 50 s; the servers close one with an incomplete request after 10 s, Node after 60 s
 */
export function sendRawBytes(address: string, bytes: Buffer, localAddress = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const port = Number(new URL(address).port);
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that rejects a request before reading all of it may reset the connection, and its response is lost.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.setTimeout(50_000, () => {
      reject(new Error(`The connection was not closed after ${bytes.subarray(0, 300).toString('latin1')}`));
      socket.destroy();
    });
  });
}
