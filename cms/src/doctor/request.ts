import { once } from 'node:events';
import { get as getHttp, type IncomingHttpHeaders } from 'node:http';
import { get as getHttps } from 'node:https';
import { TLSSocket } from 'node:tls';

const TIMEOUT_MS = 5_000;
const MAX_BODY_LENGTH = 1_000_000;

/** A response, whatever its status. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The validity of the server's certificate; `undefined` with plain HTTP. */
  certificate?: Validity;
}

/** When a certificate begins and ceases to be valid. */
export interface Validity {
  from: Date;
  to: Date;
}

/**
 * Sends a GET request over a new connection, without following redirects.
 * @throws Error when there is no valid HTTP response within five seconds, or the certificate is not valid
 */
export async function request(url: URL, headers: Record<string, string> = {}): Promise<Answer> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  const outgoing = get(url, { headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const [response] = await once(outgoing, 'response');
  // A timeout from now on also fails the loop below.
  outgoing.on('error', () => {});
  const certificate = response.socket instanceof TLSSocket && response.socket.getPeerCertificate();
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MAX_BODY_LENGTH) break;
  }
  return {
    status: response.statusCode,
    headers: response.headers,
    body,
    ...(certificate && {
      certificate: { from: new Date(certificate.valid_from), to: new Date(certificate.valid_to) },
    }),
  };
}

/**
 * What is wrong, and what to do about it, by Node's error code.
 */
const FAILURES: [code: RegExp, describe: (url: URL, setting: string, code: string) => string][] = [
  [
    /^(ENOTFOUND|ENODATA)$/,
    ({ hostname }, setting) =>
      `${hostname} has no DNS record: create one that points to this server, or correct ${setting}.`,
  ],
  [
    /^EAI_/,
    ({ hostname }, _setting, code) =>
      `The DNS does not answer whether ${hostname} exists (${code}): check this machine's network connection.`,
  ],
  [
    /^ECONNREFUSED$/,
    ({ origin }, setting) =>
      `Nothing listens at ${origin}: start the reverse proxy that should, or correct ${setting}.`,
  ],
  [
    /^(ABORT_ERR|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    ({ origin }, setting) =>
      `${origin} does not answer this machine: open its port in the firewall, or correct ${setting}.`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    ({ hostname }) =>
      `The certificate of ${hostname} has expired, so browsers reject it: look in the proxy's log for why it was not renewed.`,
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    ({ hostname }) =>
      `The certificate of ${hostname} is not valid yet: set the clock of this machine if it is wrong, or wait.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    ({ origin, hostname }, setting) =>
      `The certificate at ${origin} is for another name, so browsers reject it: get one for ${hostname}, or correct ${setting}.`,
  ],
  [
    /SIGNED|^UNABLE_TO|^CERT_/,
    ({ hostname }, _setting, code) =>
      `The certificate of ${hostname} is not from a known authority (${code}), so browsers reject it: get one from a public authority.`,
  ],
  [
    /^(EPROTO|ERR_SSL_.*)$/,
    ({ origin }, setting) =>
      `The server at ${origin} does not speak HTTPS: set up HTTPS there, or correct ${setting}.`,
  ],
  [
    /^/,
    ({ origin }, setting, code) =>
      `The server at ${origin} gives no valid HTTP response (${code}): look in its log, or correct ${setting}.`,
  ],
];

/** Describes in one sentence why a request failed, and what to do. */
export function describeRequestFailure(error: unknown, url: URL, setting: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const [, describe] = FAILURES.find(([pattern]) => pattern.test(code)) ?? [];
  return describe?.(url, setting, code) ?? code;
}
