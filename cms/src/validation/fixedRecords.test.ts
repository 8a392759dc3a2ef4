import { errors } from '@strapi/utils';
import { expect, test } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { guardFixedRecords } from './fixedRecords';

const duringRequest = documentMiddleware(guardFixedRecords, { requestContext: { get: () => ({}) } });
const outsideOfRequest = documentMiddleware(guardFixedRecords, { requestContext: { get: () => undefined } });

const FIXED = 'api::homepage.homepage';
const SINGLE = 'api::website-name.website-name';
const OPEN = 'api::menu-side.menu-side';

test.each(['create', 'clone', 'delete', 'unpublish'])(
  'rejects %s for fixed and single types',
  async (action) => {
    for (const uid of [FIXED, SINGLE]) {
      const run = duringRequest({ action, uid });
      await expect(run).rejects.toBeInstanceOf(errors.ApplicationError);
      await expect(run).rejects.toThrow(/^(Every entry here|The site needs this entry)/);
    }
  },
);

test.each(['create', 'clone', 'delete', 'unpublish'])(
  'passes on %s for open types and outside of a request',
  async (action) => {
    expect(await duringRequest({ action, uid: OPEN })).toBe('passed');
    expect(await duringRequest({ action, uid: 'plugin::upload.file' })).toBe('passed');
    expect(await outsideOfRequest({ action, uid: FIXED })).toBe('passed');
  },
);

test.each(['update', 'publish', 'discardDraft', 'findOne'])('passes on %s', async (action) => {
  expect(await duringRequest({ action, uid: FIXED })).toBe('passed');
});
