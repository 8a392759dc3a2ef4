import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { sendRawBytes } from '../support/fuzzRequests.ts';
import { accounts, expect, signIn, test } from '../support/stack.ts';

/** An address of this machine from which no test but this one sends requests. */
const ATTACKER = '127.0.0.2';
/** As in cms/src/middlewares/body-limits.ts. */
const MAX_BODY_BYTES = 500_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const SIDE = '/content-manager/collection-types/api::menu-side.menu-side/hand-cut-fries';
const SIGN_IN = JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD });

interface BeginOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Without it, the body is sent in chunks of an unknown number. */
  length?: number;
  localAddress?: string;
}

/** Sends the beginning of a body, and returns the response and a function that sends the end. */
function begin(
  address: string,
  beginning: Uint8Array | string,
  { method = 'POST', headers = JSON_TYPE, length, localAddress = '127.0.0.1' }: BeginOptions,
) {
  const outgoing = request(address, {
    method,
    headers: { ...headers, ...(length !== undefined && { 'content-length': length }) },
    agent: new Agent({ localAddress }),
  });
  let isAnswered = false;
  const response = once(outgoing, 'response').then(async ([incoming]: IncomingMessage[]) => {
    isAnswered = true;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming ?? []) chunks.push(chunk);
    return {
      status: incoming?.statusCode,
      headers: incoming?.headers,
      text: Buffer.concat(chunks).toString(),
    };
  });
  const isSent = new Promise<void>((resolve) => outgoing.write(beginning, () => resolve()));
  return {
    response,
    isSent,
    isAnswered: () => isAnswered,
    finish: (end: Uint8Array | string) => void outgoing.end(end),
    abort: () => {
      response.catch(() => {});
      outgoing.on('error', () => {}).destroy();
    },
  };
}

test('the CMS refuses compressed bodies before they arrive, and reads those that are not compressed', async ({
  stack,
}) => {
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const authorizations: Record<string, string>[] = [{}, { authorization: `Bearer ${token}` }];
  for (const authorization of authorizations)
    for (const [encoding, body] of [
      ['gzip', gzipSync(SIGN_IN)],
      ['deflate', deflateSync(SIGN_IN)],
      ['br', brotliCompressSync(SIGN_IN)],
    ] as const) {
      const headers = { ...JSON_TYPE, ...authorization, 'content-encoding': encoding };
      // The last byte is missing: an answer that needed the body would never come.
      const sent = begin(`${stack.cms}/admin/login`, body.subarray(0, -1), { headers, length: body.length });
      const { status, headers: answered, text } = await sent.response;
      expect([status, answered?.connection], encoding).toEqual([415, 'close']);
      expect(JSON.parse(text).error.message).toBe('A request must not be compressed.');
    }
  const headers = { ...JSON_TYPE, 'content-encoding': 'identity' };
  const sent = begin(`${stack.cms}/admin/login`, SIGN_IN, { headers, length: SIGN_IN.length });
  expect((await sent.response).status).toBe(200);
});

test('the CMS accepts a body of the largest size, and refuses a larger one with one sentence', async ({
  stack,
}) => {
  const start = '{"email":"nobody@test.example","password":"';
  const largest = `${start}${'x'.repeat(MAX_BODY_BYTES - start.length - 2)}"}`;
  const send = async (body: string, length?: number) => {
    const sent = begin(`${stack.cms}/admin/login`, body, length === undefined ? {} : { length });
    sent.finish('');
    const { status, text } = await sent.response;
    return [status, JSON.parse(text).error.message];
  };
  expect(await send(largest, largest.length)).toEqual([400, 'The email or the password is not right.']);
  const refusal = [
    413,
    'This is more text than fits here, so nothing was saved. Shorten it, then try again.',
  ];
  const tooLarge = largest.replace('x', 'xx');
  expect(await send(tooLarge, tooLarge.length)).toEqual(refusal);
  expect(await send(tooLarge)).toEqual(refusal);
});

test('during 300 unfinished sign-ins from one address, the CMS keeps twenty of them, and others sign in, save and upload slowly', async ({
  ownStack: stack,
}) => {
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const user = { authorization: `Bearer ${token}` };
  const photograph = readFileSync(new URL('../../docs/front-page.webp', import.meta.url));
  const form = new FormData();
  form.append('files', new Blob([photograph], { type: 'image/webp' }), 'table.webp');
  form.append('fileInfo', JSON.stringify({ name: 'table.webp', alternativeText: 'A table' }));
  const encoded = new Response(form);
  const formType = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const upload = Buffer.from(await encoded.arrayBuffer());
  const dish = Buffer.from(JSON.stringify({ sideName: 'Hand-Cut Fries', description: 'With dill.' }));

  // A slow client begins each request before the flood and ends it during the flood; the user has the attacker's address.
  const slow = [
    { path: '/admin/login', body: Buffer.from(SIGN_IN), options: {} },
    {
      path: SIDE,
      body: dish,
      options: { method: 'PUT', headers: { ...JSON_TYPE, ...user }, localAddress: ATTACKER },
    },
    {
      path: '/upload',
      body: upload,
      options: { headers: { ...formType, ...user }, localAddress: ATTACKER },
    },
  ].map(({ path, body, options }) => {
    const half = body.length >> 1;
    const sent = begin(stack.cms + path, body.subarray(0, half), { ...options, length: body.length });
    return { ...sent, finish: () => sent.finish(body.subarray(half)) };
  });
  await Promise.all(slow.map(({ isSent }) => isSent));

  const body = Buffer.alloc(100_000, ' ');
  const flood = Array.from({ length: 300 }, () =>
    begin(`${stack.cms}/admin/login`, body, { length: body.length + 1, localAddress: ATTACKER }),
  );
  const answered = () => flood.filter(({ isAnswered }) => isAnswered());
  await expect.poll(() => answered().length).toBe(280);
  for (const { response } of answered()) {
    const { status, headers, text } = await response;
    expect([status, headers?.connection]).toEqual([503, 'close']);
    expect(JSON.parse(text).error.message).toBe('There is too much to do right now. Try again.');
  }

  for (const { finish } of slow) finish();
  const [signedIn, saved, uploaded] = await Promise.all(slow.map(({ response }) => response));
  expect([signedIn?.status, saved?.status, uploaded?.status]).toEqual([200, 200, 201]);
  // A sign-in from the attacker's address arrives at once, as sign-ins do, and takes no place.
  const fast = begin(`${stack.cms}/admin/login`, SIGN_IN, { length: SIGN_IN.length, localAddress: ATTACKER });
  expect((await fast.response).status).toBe(200);
  expect(answered()).toHaveLength(280);
  for (const { abort } of flood) abort();
});

test('the site answers a request with a body before it arrives, and closes the connection', async ({
  stack,
}) => {
  const compressed = gzipSync('x'.repeat(1_000_000));
  for (const [method, answer] of [
    ['GET', '413 Payload Too Large'],
    ['POST', '405 Method Not Allowed'],
  ])
    for (const [headers, body] of [
      [`Content-Encoding: gzip\r\nContent-Length: ${compressed.length}`, compressed],
      [`Content-Encoding: gzip\r\nContent-Length: ${compressed.length + 1}`, compressed],
      ['Transfer-Encoding: chunked', Buffer.from('5\r\nhello\r\n')],
      ['Transfer-Encoding: gzip, chunked', Buffer.from('5\r\nhello\r\n')],
      ['Content-Length: 1000000', Buffer.from('h')],
      ['Content-Length: 1000000\r\nExpect: 100-continue', Buffer.alloc(0)],
    ] as const) {
      const head = `${method} /api/homepages HTTP/1.1\r\nHost: table.example\r\n${headers}\r\n\r\n`;
      const response = await sendRawBytes(stack.site, Buffer.concat([Buffer.from(head), body]));
      // A connection that waited for the rest would end with a second response, 408.
      expect(response.match(/HTTP\/1\.1 .*/g)?.filter((line) => !line.includes(' 100 '))).toEqual([
        `HTTP/1.1 ${answer}`,
      ]);
      expect(response).toContain('connection: close');
    }
});
