import { errors } from '@strapi/utils';
import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import * as entryPermissions from '../permissions/entryPermissions';
import * as preview from '../preview/findPreview';
import * as permissions from '../strapi/permissions';
import * as versions from '../versions/readVersions';
import publishedOnly from './published-only';

const USER = { id: 1 };
const userAbility = { can: () => true, rulesFor: () => [] };

const requireAllowed = vi.spyOn(entryPermissions, 'requireAllowed').mockResolvedValue();
vi.spyOn(permissions, 'findAccount').mockImplementation(async (_strapi, user) => ({ user, userAbility }));
const findPreview = vi.spyOn(preview, 'findPreview');
const readVersion = vi.spyOn(versions, 'readVersion');

const HEADERS = { 'x-preview-token': 'token' };
const strapi = fakeStrapi({});

/** Applies the policy to a request; returns its result, the headers of the response, and the request and its state. */
function check(query: Record<string, unknown>, access?: preview.Preview) {
  findPreview.mockReset().mockResolvedValue(access);
  const set = vi.fn();
  const request = { query, headers: HEADERS };
  const state = {};
  const result = publishedOnly({ request, response: { set }, state }, {}, { strapi });
  return { result, sentHeaders: set.mock.calls, request, state };
}

const DRAFTS = { sessionId: '1', user: USER };
const LOOK = { ...DRAFTS, versionId: 17 };

test.each([{}, { status: 'published' }])('allows everyone to read published content (%j)', async (query) => {
  const { result, sentHeaders } = check(query);
  expect(await result).toBe(true);
  expect(sentHeaders).toEqual([]);
  expect(findPreview).not.toHaveBeenCalled();
});

test('allows a preview to read the drafts of its account, and forbids caches to store them', async () => {
  const { result, sentHeaders, request, state } = check({ status: 'draft' }, DRAFTS);
  expect(await result).toBe(true);
  expect([request.query, state]).toEqual([{ status: 'draft' }, { draftReader: { user: USER, userAbility } }]);
  expect(sentHeaders).toEqual([['cache-control', 'no-store']]);
  expect(findPreview).toHaveBeenCalledExactlyOnceWith(strapi, HEADERS);
});

test('rejects reading drafts without a preview', async () => {
  const { result, sentHeaders } = check({ status: 'draft' });
  await expect(result).rejects.toThrow('Reading drafts requires a valid preview token.');
  expect(sentHeaders).toEqual([['cache-control', 'no-store']]);
});

test.each(['', 'DRAFT', ['draft'], { $ne: 'published' }])(
  'rejects the status %j, even in a preview',
  async (status) => {
    await expect(check({ status }, DRAFTS).result).rejects.toThrow(errors.ForbiddenError);
  },
);

test('a preview of an earlier version reads published content with that version', async () => {
  const version = { id: LOOK.versionId };
  // Cast: the policy passes the version on without reading it.
  readVersion.mockResolvedValue(version as Awaited<ReturnType<typeof readVersion>>);
  const { result, request, state } = check({ status: 'draft', populate: '*' }, LOOK);
  expect(await result).toBe(true);
  expect(readVersion).toHaveBeenCalledExactlyOnceWith(strapi, LOOK.versionId);
  expect(request.query).toEqual({ status: 'published', populate: '*' });
  expect(state).toEqual({ shownContents: [version] });
});

test('rejects a preview of a version whose entry the account may not read any more', async () => {
  const version = { id: LOOK.versionId };
  // Cast: as above.
  readVersion.mockResolvedValue(version as Awaited<ReturnType<typeof readVersion>>);
  requireAllowed.mockRejectedValueOnce(new errors.ForbiddenError());
  const { result, state } = check({ status: 'draft' }, LOOK);
  await expect(result).rejects.toThrow(errors.ForbiddenError);
  expect(state).toEqual({});
});

test('rejects a preview of a version that is not kept any more', async () => {
  readVersion.mockRejectedValue(new errors.NotFoundError('It is gone.'));
  const { result } = check({ status: 'draft' }, LOOK);
  await expect(result).rejects.toThrow(errors.ForbiddenError);
});
