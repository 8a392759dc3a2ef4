import { errors } from '@strapi/utils';
import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import * as entryPermissions from '../permissions/entryPermissions';
import * as preview from '../preview/findPreview';
import * as versions from '../site/readVersions';
import * as permissions from '../strapi/permissions';
import publishedOnly from './published-only';

const requireAllowed = vi.spyOn(entryPermissions, 'requireAllowed').mockResolvedValue();
vi.spyOn(permissions, 'findAccount').mockImplementation(async (_strapi, user) => ({
  user,
  userAbility: { can: () => true, rulesFor: () => [] },
}));
const readVersion = vi.spyOn(versions, 'readVersion');

/** Applies the policy to a request for drafts; returns its result, and the headers and the state of the response. */
function check(access?: preview.Preview) {
  vi.spyOn(preview, 'findPreview').mockResolvedValue(access);
  const set = vi.fn();
  const request = { query: { status: 'draft' }, headers: {} };
  const state = {};
  const result = publishedOnly({ request, response: { set }, state }, {}, { strapi: fakeStrapi({}) });
  return { result, sentHeaders: set.mock.calls, state };
}

const LOOK = { sessionId: '1', user: { id: 1 }, versionId: 17 };

test('rejects reading drafts without a preview', async () => {
  const { result, sentHeaders } = check();
  await expect(result).rejects.toThrow('Reading drafts requires a valid preview token.');
  expect(sentHeaders).toEqual([['cache-control', 'no-store']]);
});

test('rejects a preview of a version whose entry the account may not read any more', async () => {
  const version = { id: LOOK.versionId };
  // Cast: the policy passes the version on without reading it.
  readVersion.mockResolvedValue(version as Awaited<ReturnType<typeof readVersion>>);
  requireAllowed.mockRejectedValueOnce(new errors.ForbiddenError());
  const { result, state } = check(LOOK);
  await expect(result).rejects.toThrow(errors.ForbiddenError);
  expect(state).toEqual({});
});

test('rejects a preview of a version that is not kept any more', async () => {
  readVersion.mockRejectedValue(new errors.NotFoundError('It is gone.'));
  await expect(check(LOOK).result).rejects.toThrow(errors.ForbiddenError);
});
