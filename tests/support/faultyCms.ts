import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

const SLOW_MS = 10_000;
const HUGE_BYTES = 10 * 1024 * 1024;
const FILLER = ' '.repeat(64 * 1024);

function send(response: ServerResponse, body: string, status = 200, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

/** Starts with the words and goes on for ever: `{"data":[…],"more":"        `. */
function* endless(words: string) {
  yield `${words.slice(0, -1)},"more":"`;
  for (;;) yield FILLER;
}

/** What a CMS can do wrong. The words are in most of it, so that a site that takes them in shows them. */
const misbehaviours = {
  'cuts every connection': (response) => void response.destroy(),
  'answers after ten seconds': (response, words) => {
    const answering = setTimeout(send, SLOW_MS, response, words);
    response.once('close', () => clearTimeout(answering));
  },
  'never answers': () => {},
  'answers 500': (response, words) => send(response, words, 500),
  'answers with HTML': (response) => send(response, '<!doctype html><h1>Welcome</h1>', 200, 'text/html'),
  'answers with half a JSON': (response, words) => send(response, words.slice(0, words.length / 2)),
  'hangs up in the middle': (response, words) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(words),
    });
    response.write(words.slice(0, words.length / 2), () => response.destroy());
  },
  'answers with an empty list': (response) => send(response, '{"data":[]}'),
  'answers with 10 MB': (response, words) =>
    send(response, `${words.slice(0, -1)},"more":"${' '.repeat(HUGE_BYTES)}"}`),
  'answers without an end': (response, words) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    Readable.from(endless(words)).pipe(response);
  },
} satisfies Record<string, (response: ServerResponse, words: string) => void>;

export type Fault = keyof typeof misbehaviours;

/** What the real CMS has answered, by address: tests that share it only read from it. */
const answered = new Map<string, Promise<string>>();

/** Stands between a site and a real CMS, counts what is asked, and misbehaves as it is told. */
export class FaultyCms {
  fault: Fault | undefined;
  /** What the owner has changed in the words since. */
  edit = (words: string) => words;
  private readonly counts = new Map<string, number>();
  private readonly open = new Set<ServerResponse>();

  private constructor(
    readonly address: string,
    private readonly server: Server,
    private readonly upstream: string,
  ) {}

  /** Listens on a free port, in front of the CMS with the given address. */
  static async start(upstream: string): Promise<FaultyCms> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const cms = new FaultyCms(`http://127.0.0.1:${port}`, server, upstream);
    server.on('request', (request, response) => void cms.answer(request.url ?? '/', response));
    return cms;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** How often a path was asked for since the counts were last cleared. */
  asked(path: string): number {
    return this.counts.get(path) ?? 0;
  }

  clearCounts(): void {
    this.counts.clear();
  }

  /** How many requests have no whole answer yet. */
  get unanswered(): number {
    return this.open.size;
  }

  private async answer(url: string, response: ServerResponse): Promise<void> {
    const [path = ''] = url.split('?');
    this.counts.set(path, this.asked(path) + 1);
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    const address = this.upstream + url;
    const words = answered.get(address) ?? fetch(address).then((answer) => answer.text());
    answered.set(address, words);
    (this.fault ? misbehaviours[this.fault] : send)(response, this.edit(await words));
  }
}
