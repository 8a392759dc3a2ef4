import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { listenOnFreePort } from './ports.ts';

const DELAY_MS = 10_000;
const OVERSIZED_BYTES = 10 * 1024 * 1024;
const PADDING = ' '.repeat(64 * 1024);

function send(response: ServerResponse, body: string, status = 200, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

/** Yields the JSON object with one more property whose value never ends: `{"data":[…],"more":"        `. */
function* endlessBody(body: string) {
  yield `${body.slice(0, -1)},"more":"`;
  for (;;) yield PADDING;
}

/** How the CMS can fail. Most faults include the real content, so a site that accepts a faulty response shows it. */
const faults = {
  'closes every connection': (response) => void response.destroy(),
  'responds after 10 s': (response, body) => {
    const timer = setTimeout(send, DELAY_MS, response, body);
    response.once('close', () => clearTimeout(timer));
  },
  'never responds': () => {},
  'responds with status 500': (response, body) => send(response, body, 500),
  'responds with status 404': (response, body) => send(response, body, 404),
  'responds with HTML': (response) => send(response, '<!doctype html><h1>Welcome</h1>', 200, 'text/html'),
  'responds with truncated JSON': (response, body) => send(response, body.slice(0, body.length / 2)),
  'closes the connection mid-response': (response, body) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  'responds with an empty list': (response) => send(response, '{"data":[]}'),
  'responds with 10 MB': (response, body) =>
    send(response, `${body.slice(0, -1)},"more":"${' '.repeat(OVERSIZED_BYTES)}"}`),
  'responds without end': (response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    Readable.from(endlessBody(body)).pipe(response);
  },
} satisfies Record<string, (response: ServerResponse, body: string) => void>;

export type Fault = keyof typeof faults;

/** A response of the real CMS. */
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
  /** The fault of every response from now on, or of the responses of each path; `undefined` means healthy. */
  fault: Fault | ((path: string) => Fault | undefined) | undefined;
  /** Changes the body of every response to a query, as an edit by the owner would. */
  editResponse = (body: string) => body;
  /** Pictures that the real CMS does not have, by path. */
  readonly addedPictures = new Map<string, Buffer>();
  private readonly counts = new Map<string, number>();
  private readonly pending = new Set<ServerResponse>();

  private constructor(
    readonly address: string,
    private readonly server: Server,
    private readonly upstream: string,
  ) {}

  /** Listens on a free port in front of the CMS at the given address. */
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

  /** The paths of the pictures that were requested since the counts were last cleared, one for each request. */
  get pictureRequests(): string[] {
    return [...this.counts].flatMap(([path, count]) => (isPicture(path) ? Array(count).fill(path) : []));
  }

  /** How many queries have no complete response yet. */
  get pendingRequests(): number {
    return this.pending.size;
  }

  private async respond(url: string, response: ServerResponse): Promise<void> {
    const [path = ''] = url.split('?');
    this.counts.set(path, this.requestCount(path) + 1);
    if (!isPicture(path)) {
      this.pending.add(response);
      response.once('close', () => this.pending.delete(response));
    }
    const address = this.upstream + url;
    const upstream = upstreamResponses.get(address) ?? fetchUpstream(address);
    upstreamResponses.set(address, upstream);
    const added = this.addedPictures.get(path);
    const { status, headers, body } = added
      ? { status: 200, headers: { 'content-type': 'image/png' }, body: added }
      : await upstream;
    const fault = typeof this.fault === 'function' ? this.fault(path) : this.fault;
    const text = isPicture(path) ? body.toString('latin1') : this.editResponse(body.toString());
    if (fault) faults[fault](response, text);
    else if (isPicture(path))
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    else send(response, text);
  }
}
