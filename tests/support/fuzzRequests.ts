/** Malformed and hostile HTTP requests, generated from a fixed seed so that every run sends the same. */

import { connect } from 'node:net';
import { pseudoRandom } from './pseudoRandom.ts';

const HOST = 'Host: table.example';
const repeatTo = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));

const targets = [
  '/../../../../../../etc/passwd',
  '/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/%252e%252e%252fetc%252fpasswd',
  '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
  '/..\\..\\..\\etc\\passwd',
  '/uploads/../../cms/secrets.json',
  '/uploads/..%2f..%2fcms%2fsecrets.json',
  '/uploads/%2e%2e/%2e%2e/cms/secrets.json',
  '/uploads/..%5c..%5ccms%5csecrets.json',
  '/uploads/....//....//cms/secrets.json',
  '/uploads//etc/passwd',
  '/uploads/%00',
  '/uploads/lasagna.webp%00.html',
  '/assets/../../server/main.js',
  '/assets/..%2f..%2fserver%2fmain.js',
  '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/server/main.js',
  '/package.json',
  '/.env',
  '/.git/config',
  '/.vite/manifest.json',
  '/index.html',
  '/%',
  '/%E0%A4%A',
  '/%ff%fe',
  '/menu%',
  '/api/%zz',
  '/uploads/%E0%A4%A',
  '//evil.example/',
  '///evil.example/%2e%2e',
  '/\\evil.example',
  '/%5cevil.example',
  '/%2f%2fevil.example/',
  'http://evil.example/menu',
  'https://evil.example/',
  'evil.example:443',
  'javascript:alert(1)',
  '*',
  'menu',
  '?',
  '/?',
  '/#menu',
  '/menu?<script>alert(1)</script>',
  '/<script>alert(1)</script>',
  '/%3Cscript%3Ealert(1)%3C/script%3E',
  '/menu%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a',
  '/menu;jsessionid=1',
  '/menu/',
  '/MENU',
  '/%6denu',
  '/menu//',
  '/./menu',
  '/menu/../menu',
  '/admin',
  '/Admin/../admin/',
  '/api',
  '/api/',
  '/api/users',
  '/api/homepages/home-main',
  '/api/homepages?status=draft',
  '/api/homepages?populate=*&pagination[pageSize]=1',
  '/api/__proto__',
  '/api/constructor',
  '/__proto__',
  '/constructor',
  '/toString',
  '/caf\xe9',
  '/\u0001',
  '/a b',
  `/${repeatTo('a', 7_000)}`,
  `/${repeatTo('../', 7_000)}etc/passwd`,
  `/${repeatTo('%2e%2e%2f', 7_000)}etc/passwd`,
  repeatTo('/', 7_000),
  `/menu?${repeatTo('a=b&', 7_000)}`,
  `/${repeatTo('a', 100_000)}`,
  `/${repeatTo('%', 100_000)}`,
];

const methods = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'PURGE'],
  ...['BREW', 'get', 'G E T', '', 'M-SEARCH', repeatTo('X', 20_000)],
];

const versions = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/11.1', 'HTTPS/1.1', 'http/1.1', ''];

const headers = [
  [],
  ['Host: evil.example'],
  ['Host: '],
  ['Host: a b/c@d:e'],
  [HOST, 'Host: evil.example'],
  [HOST, 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: javascript', 'Forwarded: host=evil.example'],
  [HOST, 'X-Original-URL: /admin', 'X-Rewrite-URL: /admin', 'X-HTTP-Method-Override: DELETE'],
  [HOST, 'Origin: https://evil.example', 'Referer: https://evil.example/'],
  [HOST, ...Array.from({ length: 100 }, (_, number) => `X-Header-${number}: ${number}`)],
  [HOST, ...Array.from({ length: 3_000 }, (_, number) => `X${number}: 1`)],
  [HOST, `X-Long: ${repeatTo('a', 64 * 1024)}`],
  [HOST, `Cookie: ${repeatTo('a=b; ', 12_000)}`],
  [HOST, `Accept-Encoding: ${repeatTo('br;q=0.1, ', 12_000)}`],
  [HOST, 'Accept-Encoding: br;q=9, gzip;q=-1,,,;;;=, identity;q=0, *;q=0'],
  [HOST, 'Accept: application/xml;q=NaN', 'Accept-Language: ../../etc'],
  [HOST, `If-None-Match: ${repeatTo('"a", ', 12_000)}`],
  [HOST, 'If-None-Match: W/"', 'If-Modified-Since: never', 'If-Match: *'],
  [HOST, 'Range: bytes=0-,5-2,-1,99999999999999999999-'],
  [HOST, `Range: bytes=${repeatTo('0-1,', 10_000)}`],
  [HOST, 'Content-Length: -1'],
  [HOST, 'Content-Length: 3', 'Content-Length: 5'],
  [HOST, 'Content-Length: 5', 'Transfer-Encoding: chunked'],
  [HOST, 'Transfer-Encoding: chunked, identity'],
  [HOST, 'Expect: 100-continue'],
  [HOST, 'Expect: a miracle'],
  [HOST, 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAA', 'Sec-WebSocket-Version: 13'],
  [HOST, 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
  [HOST, 'Content-Type: application/json; charset=../../etc', 'Content-Encoding: br'],
  [HOST, 'X-Preview-Token: 9999999999.0000'],
  [HOST, 'Authorization: Basic Og==', 'Cookie: jwtToken=x'],
  [HOST, 'no colon here'],
  [HOST, ' folded: line'],
  [HOST, 'X-Null: \0'],
  [HOST, 'X-Bare: a\nInjected: b'],
  [HOST, '__proto__: polluted', 'constructor: x'],
];

const bodies = [
  'x',
  repeatTo('x', 100_000),
  '{"__proto__":{"polluted":true}}',
  '0\r\n\r\nGET /admin HTTP/1.1\r\nHost: table.example\r\n\r\n',
  'ffffffffffffffff\r\nx',
];

/** The parts of a request that can be malformed. */
const parts = ['target', 'method', 'version', 'headers', 'body'] as const;
type Part = (typeof parts)[number];

/** Generates requests as raw bytes; most have one malformed part, so that the server parses the other parts too. */
export function generateFuzzRequests(count: number): Buffer[] {
  const random = pseudoRandom(1797);
  const randomBelow = (limit: number) => Math.floor(random.next().value * limit);
  // The index is always below the length, which TypeScript can't know.
  const pick = <Item>(items: readonly Item[]) => items[randomBelow(items.length)] as Item;

  const garbage = () => Buffer.from(Array.from({ length: 1 + randomBelow(2_000) }, () => randomBelow(256)));
  const request = (malformed: readonly Part[]) => {
    const isMalformed = (part: Part) => malformed.includes(part);
    const method = isMalformed('method') ? pick(methods) : 'GET';
    const target = isMalformed('target')
      ? pick(targets)
      : pick(['/', '/menu', '/api/homepages', '/nowhere', '/uploads/x.webp']);
    const version = isMalformed('version') ? pick(versions) : 'HTTP/1.1';
    const body = isMalformed('body') ? pick(bodies) : '';
    const length =
      body && !isMalformed('headers')
        ? [`Content-Length: ${Buffer.byteLength(body) + pick([0, 0, 0, 10])}`]
        : [];
    const lines = [...(isMalformed('headers') ? pick(headers) : [HOST]), ...length, 'Connection: close'];
    return Buffer.from(`${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  };
  return Array.from({ length: count }, (_, index) => {
    if (index % 25 === 24) return garbage();
    // As for `pick`: the index is below the length.
    const part = parts[index % parts.length] as Part;
    return request(index % 3 === 0 ? [part, pick(parts)] : [part]);
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
