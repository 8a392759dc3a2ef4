import { FetchError } from '@strapi/strapi/admin';
import { expect, test, vi } from 'vitest';
import { menuConnection } from './menuConnection';

vi.mock('@strapi/strapi/admin', () => ({
  FetchError: class extends Error {
    constructor(
      message: string,
      readonly status: number,
    ) {
      super(message);
    }
  },
}));

const SENT = { type: 'send', command: { type: 'publish' } } as const;

function createFetchError(status: number) {
  const error = new FetchError('Internal Server Error');
  error.status = status;
  return error;
}

test.each([
  [500, 'rejected', /^It is not certain that this worked\./],
  [409, 'conflict', /^Internal/],
])('an answer with status %i is no lost connection', (status, kind, message) => {
  expect(menuConnection.explain(createFetchError(status), SENT)).toMatchObject({
    kind,
    message: expect.stringMatching(message),
  });
});

test('a request without an answer has no explanation', () => {
  expect(menuConnection.explain(new TypeError('Failed to fetch'), SENT)).toBeUndefined();
});
