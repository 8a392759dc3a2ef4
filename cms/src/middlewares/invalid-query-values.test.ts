import { errors } from '@strapi/utils';
import { expect, test } from 'vitest';
import { fakeContext } from '../../testing/fakes';
import createMiddleware from './invalid-query-values';

const run = (error: unknown) => createMiddleware()(fakeContext({}), () => Promise.reject(error));
const errorWith = (code: unknown) => Object.assign(new Error('from the database'), { code });

test.each(['22P02', 'SQLITE_MISMATCH'])('answers 400 to the database error %s', async (code) => {
  await expect(run(errorWith(code))).rejects.toThrow(
    new errors.ValidationError('The query contains a value that its field can’t have.'),
  );
});

test.each(['23505', 522, undefined])('passes on the error code %j', async (code) => {
  const error = errorWith(code);
  await expect(run(error)).rejects.toBe(error);
});

test('passes on what is thrown without a code', async () => {
  await expect(run('a text')).rejects.toBe('a text');
  await expect(createMiddleware()(fakeContext({}), async () => {})).resolves.toBeUndefined();
});
