import { expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';

interface SentRequest {
  method?: string;
  path?: string;
  status?: number;
  etag?: string | undefined;
  token?: string;
}

/** A process with a database whose number of changes the test sets, and a function that sends a request and returns its response. */
async function setUp() {
  vi.resetModules();
  const { default: createConditionalRequests } = await import('./conditional-requests');
  const database = { changes: 0, isGone: false };
  const raw = async () => {
    if (database.isGone) throw new Error('connection refused');
    return [{ own: database.changes, others: 1 }];
  };
  const answer = createConditionalRequests(
    {},
    {
      strapi: fakeStrapi({
        db: { dialect: { client: 'sqlite' }, connection: { raw } },
      }),
    },
  );
  const send = async (
    { method = 'GET', path = '/api/homepages', status = 200, etag = '', token = '' }: SentRequest = {},
    whileQueried = () => {},
  ) => {
    const headers: Record<string, string> = { 'if-none-match': etag, 'x-preview-token': token };
    const context = fakeContext({ method, path, get: (name: string) => headers[name] ?? '' });
    const query = vi.fn(async () => {
      whileQueried();
      context.status = status;
    });
    await answer(context, query);
    return {
      status: context.status,
      etag: context.sentHeaders.etag,
      isQueried: query.mock.calls.length > 0,
    };
  };
  return { database, send };
}

test('a change while a query runs is not confirmed by the ETag of its response', async () => {
  const { database, send } = await setUp();
  const { etag } = await send({}, () => {
    database.changes += 1;
  });
  expect(await send({ etag })).toMatchObject({ status: 200, isQueried: true });
});

test('the ETag of another process is not confirmed', async () => {
  const { etag } = await (await setUp()).send();
  const other = await setUp();
  expect(await other.send({ etag })).toMatchObject({ status: 200, isQueried: true });
});

test('only successful queries of published content have an ETag', async () => {
  const { send } = await setUp();
  const { etag } = await send();
  expect(await send({ status: 404 })).toMatchObject({ status: 404, etag: undefined });
  for (const request of [{ token: 'a preview' }, { path: '/admin/init' }, { method: 'POST' }])
    expect(await send({ ...request, etag })).toMatchObject({ isQueried: true, etag: undefined });
});

test('when the database does not answer, the query runs and fails as usual', async () => {
  const { database, send } = await setUp();
  const { etag } = await send();
  database.isGone = true;
  expect(await send({ etag, status: 500 })).toEqual({ status: 500, etag: undefined, isQueried: true });
});
