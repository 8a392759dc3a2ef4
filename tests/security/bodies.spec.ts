import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { sendRawBytes } from '../support/fuzzRequests.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, signIn, test } from '../support/stack.ts';

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

const signInUrl = (cms: string) => `${cms}/admin/login`;
const messageOf = (text: string): string => JSON.parse(text).error.message;

test('the CMS refuses compressed bodies before they arrive', async ({ stack }) => {
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
      const sent = begin(signInUrl(stack.cms), body.subarray(0, -1), { headers, length: body.length });
      const { status, headers: answered, text } = await sent.response;
      expect([status, answered?.connection], encoding).toEqual([415, 'close']);
      expect(messageOf(text)).toMatch(/must not be compressed/);
    }
});

test('the CMS reads a body whose encoding is “identity”', async ({ stack }) => {
  const headers = { ...JSON_TYPE, 'content-encoding': 'identity' };
  const sent = begin(signInUrl(stack.cms), SIGN_IN, { headers, length: SIGN_IN.length });
  expect((await sent.response).status).toBe(200);
});

test('the CMS accepts a body up to the largest size', async ({ stack }) => {
  const start = '{"email":"nobody@test.example","password":"';
  const largest = `${start}${'x'.repeat(MAX_BODY_BYTES - start.length - 2)}"}`;
  const send = async (body: string, length?: number) => {
    const sent = begin(signInUrl(stack.cms), body, length === undefined ? {} : { length });
    sent.finish('');
    const { status, text } = await sent.response;
    return [status, messageOf(text)];
  };
  expect(await send(largest, largest.length)).toEqual([400, expect.stringMatching(/password is not right/)]);
  const refusal = [413, expect.stringMatching(/more text than fits.* nothing was saved/)];
  const tooLarge = largest.replace('x', 'xx');
  expect(await send(tooLarge, tooLarge.length)).toEqual(refusal);
  expect(await send(tooLarge)).toEqual(refusal);
});

/** Encodes the form with which the admin uploads a photograph. */
async function encodeUpload() {
  const photograph = readFileSync(new URL('../../docs/front-page.webp', import.meta.url));
  const form = new FormData();
  form.append('files', new Blob([photograph], { type: 'image/webp' }), 'table.webp');
  form.append('fileInfo', JSON.stringify({ name: 'table.webp', alternativeText: 'A table' }));
  const encoded = new Response(form);
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { type, body: Buffer.from(await encoded.arrayBuffer()) };
}

/** Begins a request whose client sends the second half of its body later. */
function beginHalf(url: string, body: Buffer, options: BeginOptions) {
  const half = body.length >> 1;
  const sent = begin(url, body.subarray(0, half), { ...options, length: body.length });
  return { ...sent, finish: () => sent.finish(body.subarray(half)) };
}

test('a flood of 300 unfinished sign-ins from one address delays nobody’s requests', async ({
  editableStack: stack,
}) => {
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const user = { authorization: `Bearer ${token}` };
  const upload = await encodeUpload();
  const dish = Buffer.from(JSON.stringify({ sideName: 'Hand-Cut Fries', description: 'With dill.' }));
  // Slow clients begin these requests before the flood and end them during it; the user has the attacker's address.
  const slow = [
    beginHalf(signInUrl(stack.cms), Buffer.from(SIGN_IN), {}),
    beginHalf(stack.cms + SIDE, dish, {
      method: 'PUT',
      headers: { ...JSON_TYPE, ...user },
      localAddress: ATTACKER,
    }),
    beginHalf(`${stack.cms}/upload`, upload.body, {
      headers: { ...upload.type, ...user },
      localAddress: ATTACKER,
    }),
  ];
  await Promise.all(slow.map(({ isSent }) => isSent));

  const body = Buffer.alloc(100_000, ' ');
  const flood = Array.from({ length: 300 }, () =>
    begin(signInUrl(stack.cms), body, { length: body.length + 1, localAddress: ATTACKER }),
  );
  const answered = () => flood.filter(({ isAnswered }) => isAnswered());

  await test.step('the CMS cuts off all of the flood but twenty', async () => {
    await expect.poll(() => answered().length).toBe(280);
    for (const { response } of answered()) {
      const { status, headers, text } = await response;
      expect([status, headers?.connection]).toEqual([503, 'close']);
      expect(messageOf(text)).toMatch(/too much to do right now/);
    }
  });

  await test.step('a slow sign-in, save and upload succeed', async () => {
    for (const { finish } of slow) finish();
    const statuses = (await Promise.all(slow.map(({ response }) => response))).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 201]);
  });

  await test.step('a sign-in from the attacker’s address succeeds, and cuts off no other', async () => {
    // It arrives at once, as sign-ins do, and takes no place.
    const options = { length: SIGN_IN.length, localAddress: ATTACKER };
    expect((await begin(signInUrl(stack.cms), SIGN_IN, options).response).status).toBe(200);
    expect(answered()).toHaveLength(280);
  });

  for (const { abort } of flood) abort();
});

test('the site answers a request before its body arrives, and closes the connection', async ({ stack }) => {
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
