import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

interface Options {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request from an address of this machine such as 127.0.0.2: the limits of an address count it there. */
export async function sendFrom(
  localAddress: string,
  url: string,
  { method = 'GET', headers = {}, body }: Options = {},
): Promise<Response> {
  const sent = body === undefined ? '' : JSON.stringify(body);
  const outgoing = request(url, {
    method,
    localAddress,
    agent: false,
    headers: {
      'content-type': 'application/json',
      ...(sent && { 'content-length': Buffer.byteLength(sent) }),
      ...headers,
    },
  });
  outgoing.end(sent);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response) throw new Error(`${url} has not answered`);
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}
