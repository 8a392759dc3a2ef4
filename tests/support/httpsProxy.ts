import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { listenOnFreePort } from './ports.ts';
import { generateTestCertificates, type TestCertificates } from './testCertificates.ts';

/** Answers a request. */
export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Answers with a status. */
export const answer =
  (status: number): Handler =>
  (_incoming, outgoing) =>
    outgoing.writeHead(status).end('An answer of the proxy');

type Headers = Record<string, string | undefined>;

/** The headers of an ordinary reverse proxy. */
export const addProxyHeaders = (headers: Headers): Headers => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], '203.0.113.7'].filter(Boolean).join(', '),
  'x-forwarded-proto': 'https',
});

/** Forwards requests to a server, as a reverse proxy does, from an address of this machine. */
export const forwardTo =
  (
    target: string,
    changeHeaders: (headers: Headers) => Headers = addProxyHeaders,
    localAddress = '127.0.0.1',
  ): Handler =>
  ({ url, method, headers }, outgoing) => {
    const changed = changeHeaders(toHeaders(headers));
    request(
      new URL(url ?? '', target),
      { method, headers: omitUndefined(changed), localAddress },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    )
      .on('error', () => outgoing.writeHead(502).end())
      .end();
  };

const toHeaders = (headers: IncomingMessage['headers']): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));

const omitUndefined = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** An HTTPS server on a free port of 127.0.0.1. */
export class HttpsProxy {
  handler: Handler = answer(404);
  certificate: 'valid' | 'expired' = 'valid';
  private port = 0;

  private readonly server = createServer(
    {
      SNICallback: (_host, done) => done(null, createSecureContext(this.testCertificates[this.certificate])),
    },
    (incoming, outgoing) => this.handler(incoming, outgoing),
  );

  private constructor(private readonly testCertificates: TestCertificates) {}

  /** Starts a proxy with new certificates. */
  static async start(): Promise<HttpsProxy> {
    const proxy = new HttpsProxy(await generateTestCertificates());
    proxy.port = await listenOnFreePort(proxy.server);
    return proxy;
  }

  /** The certificate of the authority that has signed those of the proxy, in PEM. */
  get authority(): string {
    return this.testCertificates.authority;
  }

  /** Returns the URL of a host. */
  url(host: string): string {
    return `https://${host}:${this.port}`;
  }

  /** Closes the server and its connections. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
