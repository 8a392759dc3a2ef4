import { createServer, type Server } from 'node:http';
import { listenOnFreePort } from './ports.ts';
import { ask } from './site.ts';

/** A proxy in front of a site, which can cut connections, lack files, and forward requests to another site. */
export class SiteProxy {
  readonly requests: string[] = [];
  /** Whether the connection is cut in the middle of the response to a request for a path. */
  isCut = (_path: string) => false;
  /** Whether the answer to a request for a path is 404, as from a server of another version. */
  isMissing = (_path: string) => false;

  private constructor(
    readonly address: string,
    private readonly server: Server,
    /** Returns the address of the site that gets the next request. */
    public chooseSite: (path: string) => string,
  ) {}

  static async start(site: string): Promise<SiteProxy> {
    const server = createServer();
    const proxy = new SiteProxy(`http://127.0.0.1:${await listenOnFreePort(server)}`, server, () => site);
    server.on('request', async ({ url = '', headers }, response) => {
      proxy.requests.push(url);
      if (proxy.isMissing(url)) return void response.writeHead(404, { 'cache-control': 'no-store' }).end();
      const accepted = { accept: headers.accept ?? '*/*' };
      // At the end of a test, the site stops while the page still sends requests.
      const answer = await ask(proxy.chooseSite(url), url, accepted).catch(() => undefined);
      if (!answer) return void response.destroy();
      response.writeHead(answer.status, {
        ...answer.headers,
        connection: 'close',
        'content-length': answer.body.length,
      });
      if (proxy.isCut(url))
        response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.destroy());
      else response.end(answer.body);
    });
    return proxy;
  }

  count = (path: string): number => this.requests.filter((requested) => requested === path).length;

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
