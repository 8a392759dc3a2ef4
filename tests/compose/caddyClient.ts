import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { expect } from '../support/stack.ts';
import { compose, composeUp, DOMAIN, type StackOptions } from './containers.ts';

/** The host of the admin in the stack with HTTPS. */
export const ADMIN_HOST = `admin.${DOMAIN}`;

interface RequestOptions {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
}

export interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Sends a request with its body and reads the whole response. */
export async function sendRequest(outgoing: ReturnType<typeof request>, body = ''): Promise<Answer> {
  outgoing.end(body);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response?.setEncoding('utf8') ?? []) text += chunk;
  return { status: response?.statusCode, headers: response?.headers ?? {}, text };
}

/** How many visits had each outcome, and the longest one. */
export interface Visits {
  outcomes: Record<string, number>;
  slowestMs: number;
}

/** Sends requests over HTTPS to the Caddy of one stack on this machine. */
export class CaddyClient {
  private constructor(
    private readonly port: string | undefined,
    /** The root certificate of Caddy's local authority, which verifies every response. */
    private readonly authority: string,
  ) {}

  /** Starts a stack with HTTPS and waits until Caddy serves every host. */
  static async start(options: StackOptions): Promise<CaddyClient> {
    await composeUp(options);
    const client = await CaddyClient.connect(options);
    for (const host of [ADMIN_HOST, `www.${DOMAIN}`]) await client.waitFor(host);
    return client;
  }

  /** Connects to the Caddy of a running stack, and waits until it serves the site. */
  static connect(options: StackOptions): Promise<CaddyClient> {
    const port = options.env?.HTTPS_PORT ?? process.env.HTTPS_PORT;
    return CaddyClient.connectTo(port, (path) => compose(options, 'exec', '-T', 'caddy', 'cat', path));
  }

  /**
   * Connects to the Caddy at a port of this machine, and waits until it serves the site.
   * @param readFile reads a file in its container
   */
  static async connectTo(
    port: string | undefined,
    readFile: (path: string) => Promise<string>,
  ): Promise<CaddyClient> {
    const readAuthority = () => readFile('/caddy/caddy/pki/authorities/local/root.crt').catch(() => '');
    await expect.poll(readAuthority, { timeout: 60_000 }).toContain('CERTIFICATE');
    const client = new CaddyClient(port, await readAuthority());
    await client.waitFor(DOMAIN);
    return client;
  }

  private async waitFor(host: string): Promise<void> {
    await expect
      .poll(() => this.ask('/', { host }).then(({ status }) => status, String), { timeout: 30_000 })
      .toBeLessThan(400);
  }

  /** Requests a path of a host. */
  ask(
    path: string,
    { host = DOMAIN, method = 'GET', headers, body, agent }: RequestOptions = {},
  ): Promise<Answer> {
    const target = { host: '127.0.0.1', port: this.port, servername: host, ca: this.authority };
    return sendRequest(request({ ...target, path, method, agent, headers: { ...headers, host } }), body);
  }

  /**
   * Requests a path in a loop, with one request at a time for each visitor, while an action runs.
   * @param isComplete whether a response with status 200 is the whole page
   */
  async visitDuring(
    action: () => Promise<void>,
    visitors: { count: number; paths: string[]; host?: string; isComplete: (text: string) => boolean }[],
  ): Promise<Visits[]> {
    let isDone = false;
    const agent = new Agent({ keepAlive: true });
    const allVisits = visitors.map(({ count, paths, host = DOMAIN, isComplete }) => {
      const visits: Visits = { outcomes: {}, slowestMs: 0 };
      const visit = async (_: unknown, first: number) => {
        for (let number = first; !isDone; number++) {
          const startedAt = performance.now();
          const outcome = await this.ask(paths[number % paths.length] ?? '/', { host, agent }).then(
            ({ status, text }) => `${status}${isComplete(text) ? '' : ' incomplete'}`,
            String,
          );
          visits.outcomes[outcome] = (visits.outcomes[outcome] ?? 0) + 1;
          visits.slowestMs = Math.max(visits.slowestMs, Math.round(performance.now() - startedAt));
        }
      };
      return Promise.all(Array.from({ length: count }, visit)).then(() => visits);
    });
    try {
      await action();
    } finally {
      isDone = true;
    }
    return Promise.all(allVisits);
  }
}
