import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { listenOnFreePort } from './ports.ts';

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

/** How the CMS can fail; other faults are shown in `web/server`. */
const faults = {
  'closes every connection': (response) => void response.destroy(),
  'never responds': () => {},
} satisfies Record<string, (response: ServerResponse) => void>;

interface Upstream {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

async function fetchUpstream(address: string): Promise<Upstream> {
  // A response that fails because the CMS closes an idle connection would be kept for all tests.
  const response = await fetch(address, { headers: { connection: 'close' } });
  const names = ['content-type', 'last-modified'];
  const headers = names.flatMap((name) => [[name, response.headers.get(name) ?? '']]);
  return {
    status: response.status,
    headers: Object.fromEntries(headers.filter(([, value]) => value)),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** Responses of the real CMS by URL; cached for all tests of the worker, which never change its content. */
const upstreamResponses = new Map<string, Promise<Upstream>>();

const isPicture = (path: string) => path.startsWith('/uploads/');

/** A proxy between a site and a real CMS that counts requests and injects faults. */
export class FaultyCms {
  /** The fault of every response from now on; `undefined` means healthy. */
  fault: keyof typeof faults | undefined;
  /** Changes the body of every response to a query, as an edit by the owner would. */
  editResponse = (body: string) => body;
  private readonly counts = new Map<string, number>();

  private constructor(
    readonly address: string,
    private readonly server: Server,
    private readonly upstream: string,
  ) {}

  static async start(upstream: string): Promise<FaultyCms> {
    const server = createServer();
    const cms = new FaultyCms(`http://127.0.0.1:${await listenOnFreePort(server)}`, server, upstream);
    server.on('request', (request, response) => void cms.respond(request.url ?? '/', response));
    return cms;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** How many requests a path has received since the counts were last cleared. */
  requestCount(path: string): number {
    return this.counts.get(path) ?? 0;
  }

  clearCounts(): void {
    this.counts.clear();
  }

  private async respond(url: string, response: ServerResponse): Promise<void> {
    const [path = ''] = url.split('?');
    this.counts.set(path, this.requestCount(path) + 1);
    const address = this.upstream + url;
    const upstream = upstreamResponses.get(address) ?? fetchUpstream(address);
    upstreamResponses.set(address, upstream);
    const { status, headers, body } = await upstream;
    if (this.fault) faults[this.fault](response);
    else if (isPicture(path))
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    else send(response, this.editResponse(body.toString()));
  }
}
