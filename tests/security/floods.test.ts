import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import { owner, pathOf } from '../support/owner.ts';
import { createPicture, createUploadForm } from '../support/pictures.ts';
import { accounts } from '../support/seededCopy.ts';

/** As in cms/src/middlewares/body-limits.ts. */
const MAX_BODY_BYTES = 500_000;
const FRIES = { type: 'menu-side', documentId: 'hand-cut-fries' };
const JSON_TYPE = { 'content-type': 'application/json' };
const SIGN_IN = Buffer.from(
  JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD }),
);

/** Sends the beginning of a body, and returns the response and a function that sends the end. */
function begin(
  path: string,
  beginning: Uint8Array | string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    length?: number;
    localAddress?: string;
    agent?: Agent;
  },
) {
  const { method = 'POST', headers = JSON_TYPE, length, localAddress = '127.0.0.1' } = options;
  const { agent = new Agent({ localAddress }) } = options;
  const outgoing = request(cms.url + path, {
    method,
    headers: { ...headers, ...(length !== undefined && { 'content-length': length }) },
    agent,
  });
  const read = async ([incoming]: IncomingMessage[]) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming ?? []) chunks.push(chunk);
    return {
      status: incoming?.statusCode,
      connection: incoming?.headers.connection,
      retryAfter: incoming?.headers['retry-after'],
      text: Buffer.concat(chunks).toString(),
    };
  };
  return {
    response: once(outgoing, 'response').then(read),
    isSent: new Promise<void>((resolve) => outgoing.write(beginning, () => resolve())),
    finish: (end: Uint8Array | string) => void outgoing.end(end),
    abort: () => outgoing.on('error', () => {}).destroy(),
  };
}

test('the CMS refuses a compressed body before it arrives', async () => {
  const body = gzipSync(SIGN_IN);
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  // The last byte is missing: an answer that needed the body would never come.
  const sent = begin('/admin/login', body.subarray(0, -1), { headers, length: body.length });
  expect(await sent.response).toMatchObject({
    status: 415,
    connection: 'close',
    text: expect.stringContaining('must not be compressed'),
  });
  sent.abort();
});

test('the CMS accepts a body up to the largest size', async () => {
  const start = '{"email":"nobody@test.example","password":"';
  const largest = `${start}${'x'.repeat(MAX_BODY_BYTES - start.length - 2)}"}`;
  const tooLarge = largest.replace('x', 'xx');
  const localAddress = cms.createAddress();
  for (const [body, length, status, message] of [
    [largest, largest.length, 400, /password is not right/],
    [tooLarge, tooLarge.length, 413, /more text than fits.* nothing was saved/],
    // In chunks, of whose number the CMS learns at the end.
    [tooLarge, undefined, 413, /more text than fits.* nothing was saved/],
  ] as const) {
    const sent = begin('/admin/login', body, { localAddress, ...(length && { length }) });
    sent.finish('');
    expect(await sent.response).toMatchObject({ status, text: expect.stringMatching(message) });
  }
});

/** Encodes the form with which the admin uploads a photograph. */
async function encodeUpload() {
  const form = createUploadForm({ name: 'table.jpg' }, await createPicture('#33a', 800, 600));
  const encoded = new Response(form);
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { type, body: Buffer.from(await encoded.arrayBuffer()) };
}

test('a flood of 300 unfinished sign-ins from one address delays nobody’s requests', async () => {
  const localAddress = cms.createAddress();
  const user = { authorization: `Bearer ${await cms.signIn(accounts.OWNER_EMAIL)}` };
  const upload = await encodeUpload();
  const dish = Buffer.from(JSON.stringify({ description: 'With dill.' }));
  // Slow clients begin these requests before the flood and end them during it; the user has the attacker's address.
  const slow = (
    [
      ['/admin/login', SIGN_IN, {}],
      [pathOf(FRIES), dish, { method: 'PUT', headers: { ...JSON_TYPE, ...user }, localAddress }],
      ['/upload', upload.body, { headers: { ...upload.type, ...user }, localAddress }],
    ] as const
  ).map(([path, body, options]) => {
    const half = body.length >> 1;
    const sent = begin(path, body.subarray(0, half), { ...options, length: body.length });
    return { ...sent, finish: () => sent.finish(body.subarray(half)) };
  });
  await Promise.all(slow.map(({ isSent }) => isSent));

  const body = Buffer.alloc(100_000, ' ');
  const flood = Array.from({ length: 300 }, () =>
    begin('/admin/login', body, { length: body.length + 1, localAddress }),
  );
  const refused = new Map<object, object>();
  for (const sent of flood) void sent.response.then((answer) => refused.set(sent, answer));
  // The CMS cuts off all of the flood but twenty.
  await expect.poll(() => refused.size, { timeout: 30_000 }).toBe(280);
  for (const answer of refused.values())
    expect(answer).toMatchObject({
      status: 503,
      connection: 'close',
      text: expect.stringContaining('too much to do right now'),
    });
  for (const { finish } of slow) finish();
  const statuses = (await Promise.all(slow.map(({ response }) => response))).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 201]);
  // A sign-in from the attacker's address arrives at once, as sign-ins do, and takes no place.
  const signIn = begin('/admin/login', SIGN_IN, { length: SIGN_IN.length, localAddress });
  expect(await signIn.response).toMatchObject({ status: 200 });
  expect(refused.size).toBe(280);
  for (const sent of flood)
    if (refused.has(sent)) sent.abort();
    else sent.finish(' ');
  await Promise.all(flood.map(({ response }) => response));
});

test('the owner’s save succeeds while 300 queries at once are answered or refused', async () => {
  const query = '/api/menu-entrees?pagination[pageSize]=100000';
  const complete = await (await cms.request('GET', query)).text();
  const agent = new Agent({ keepAlive: true });
  const sendToAll = (createPath: (index: number) => string) =>
    Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        const sent = begin(createPath(index), '', { method: 'GET', agent, length: 0 });
        sent.finish('');
        return sent.response;
      }),
    );
  // Opens the connections first, so that the queries arrive faster than any machine answers them.
  await sendToAll(() => '/_health');
  const queries = sendToAll((index) => (index % 2 ? query : query.replace('api', 'API')));
  await owner.publish({ type: 'homepage', documentId: 'home-main' }, { mainHeading: 'Saved meanwhile' });
  const responses = await queries;
  agent.destroy();
  const answered = responses.filter(({ status }) => status === 200);
  // Two run at once and fifty wait.
  expect(answered.length).toBeGreaterThanOrEqual(52);
  expect(new Set(answered.map(({ text }) => text))).toEqual(new Set([complete]));
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused)
    expect(answer).toMatchObject({
      status: 503,
      retryAfter: '1',
      text: expect.stringContaining('Too many queries'),
    });
  expect(await cms.readContent('homepage')).toContain('Saved meanwhile');
});
