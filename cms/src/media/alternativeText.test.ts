import { errors } from '@strapi/utils';
import { expect, test, vi } from 'vitest';
import { documentMiddleware, extendService, fakeStrapi } from '../../testing/fakes';
import {
  protectUsedAlternativeText,
  rejectEmptyAlternativeText,
  requireAlternativeTextToPublish,
} from './alternativeText';

const contentType = {
  attributes: { images: { type: 'media' }, logo: { type: 'media' }, name: { type: 'string' } },
};

/** Publishes an entry with this draft; `undefined` for an entry without media fields. */
function publish(
  draft: object | null,
  {
    request = {},
    action = 'publish',
    type = contentType,
  }: {
    request?: object | undefined;
    action?: string;
    type?: object;
  } = {},
) {
  const findOne = vi.fn(async () => draft);
  const run = documentMiddleware(requireAlternativeTextToPublish, {
    requestContext: { get: () => request },
    documents: () => ({ findOne }),
  });
  return run({
    action,
    contentType: type,
    params: { documentId: 'home-main' },
    uid: 'api::homepage.homepage',
  });
}

const described = { name: 'a.jpg', alternativeText: 'A lasagna' };

test.each([null, ' \n'])(
  'rejects publishing a picture with the alternative text %j',
  async (alternativeText) => {
    const undescribed = { name: 'b.jpg', alternativeText };
    for (const draft of [{ images: [described, undescribed] }, { images: [], logo: undescribed }]) {
      const published = publish(draft);
      await expect(published).rejects.toBeInstanceOf(errors.ApplicationError);
      await expect(published).rejects.toThrow('“b.jpg” has no alternative text yet');
    }
  },
);

test.each([[{ images: [described], logo: described }], [{ images: [], logo: null }], [null]])(
  'publishes the entry %j',
  async (draft) => {
    expect(await publish(draft)).toBe('passed');
  },
);

test('checks neither the seed, nor saving, nor types without pictures', async () => {
  const draft = { images: [{ name: 'b.jpg' }] };
  const withoutRequest = documentMiddleware(requireAlternativeTextToPublish, {
    requestContext: { get: () => undefined },
  });
  expect(await withoutRequest({ action: 'publish' })).toBe('passed');
  expect(await publish(draft, { action: 'update' })).toBe('passed');
  expect(await publish(draft, { type: { attributes: { name: { type: 'string' } } } })).toBe('passed');
});

/** The members of Strapi for a picture that these entries use. */
const library = (related: object[], alternativeText: string | null = 'A lasagna') => ({
  db: { query: () => ({ findMany: async () => [{ name: 'a.jpg', alternativeText, related }] }) },
  getModel: () => ({ info: { displayName: 'Website name' } }),
});

/** The upload service for a picture that these entries use. */
const uploadService = (...picture: Parameters<typeof library>) =>
  extendService<{ updateFileInfo(id: number, info: object): Promise<unknown> }>(
    protectUsedAlternativeText,
    'plugin::upload.upload',
    { updateFileInfo: vi.fn(async () => 'updated') },
    library(...picture),
  );

const used = [
  { __type: 'api::homepage.homepage', place: 'Home, top' },
  { __type: 'api::homepage.homepage', place: 'Home, top' },
  { __type: 'api::website-name.website-name' },
];

test.each([null, '  '])(
  'rejects the alternative text %j for a picture in use, and names each place once',
  async (alternativeText) => {
    const message = '“a.jpg” is in use (Home, top; Website name), so its alternative text can’t be empty';
    await expect(uploadService(used).updateFileInfo(1, { alternativeText })).rejects.toThrow(message);
    const strapi = fakeStrapi(library(used));
    await expect(rejectEmptyAlternativeText(strapi, 1, { alternativeText })).rejects.toThrow(message);
  },
);

test('accepts an empty alternative text for an unused picture and for one that has none yet', async () => {
  expect(await uploadService([]).updateFileInfo(1, { alternativeText: '' })).toBe('updated');
  await rejectEmptyAlternativeText(fakeStrapi(library(used, null)), 1, { alternativeText: '' });
});

test('accepts a change that does not empty the alternative text', async () => {
  const service = uploadService(used);
  expect(await service.updateFileInfo(1, { name: 'c.jpg' })).toBe('updated');
  expect(await service.updateFileInfo(1, { alternativeText: 'Another lasagna' })).toBe('updated');
  await rejectEmptyAlternativeText(fakeStrapi(library(used)), 1);
});
