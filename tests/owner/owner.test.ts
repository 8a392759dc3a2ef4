import { expect, test } from 'vitest';
import { administrator, type Entry, owner, type RejectedError } from '../support/owner.ts';

// What the owner and an administrator may change, and what an entry may contain.

const HOME: Entry = { type: 'homepage', documentId: 'home-main' };
const NAME: Entry = { type: 'website-name', documentId: '' };
const FRIES: Entry = { type: 'menu-side', documentId: 'hand-cut-fries' };
const HOME_ENTRIES = '/content-manager/collection-types/api::homepage.homepage';

test('an administrator can’t add, copy, delete or unpublish a fixed record or a single type', async () => {
  const [added, copied] = [/^400 .*so none can be added/, /^400 .*so none can be copied/];
  await expect(administrator.create('homepage', { place: 'Another' }, { publishes: false })).rejects.toThrow(
    added,
  );
  const own = { documentId: 'home-own', place: 'Another' };
  await expect(administrator.create('homepage', own, { publishes: false })).rejects.toThrow(added);
  await expect(administrator.send('POST', `${HOME_ENTRIES}/clone/home-main`, {})).rejects.toThrow(copied);
  const [deleted, unpublished] = [/^400 .*so it can’t be deleted/, /^400 .*so it can’t be taken down/];
  for (const entry of [HOME, NAME]) {
    await expect(administrator.delete(entry)).rejects.toThrow(deleted);
    await expect(administrator.unpublish(entry)).rejects.toThrow(unpublished);
  }
  await expect(administrator.changeTogether('bulkDelete', [HOME])).rejects.toThrow(deleted);
  await expect(administrator.changeTogether('bulkUnpublish', [HOME])).rejects.toThrow(unpublished);
  await administrator.open(HOME, 'published');
});

test('the owner adds and deletes dishes, and can’t add, delete or move a fixed record', async () => {
  await owner.create('menu-side', { sideName: 'Slaw' });
  await owner.delete(FRIES);
  await expect(owner.create('homepage', { place: 'Another' }, { publishes: false })).rejects.toThrow(/^403 /);
  for (const entry of [HOME, NAME]) await expect(owner.delete(entry)).rejects.toThrow(/^403 /);
  await owner.publish(HOME, { place: 'Elsewhere', mainHeading: 'Hello' });
  expect(await owner.open(HOME)).toMatchObject({
    place: 'Home: heading of the page and its pictures',
    mainHeading: 'Hello',
  });
});

test('the owner is denied what only an administrator may do', async () => {
  for (const [method, path, body] of [
    ['PUT', '/content-manager/content-types/api::homepage.homepage/configuration', {}],
    ['PUT', '/content-manager/components/site.link/configuration', {}],
    ['PUT', '/upload/settings', {}],
    ['PUT', '/upload/configuration', {}],
    ['PUT', '/i18n/settings', {}],
    ['POST', '/email/', { to: 'somebody@test.example', text: 'Hello' }],
    ['GET', '/admin/users', undefined],
    ['GET', '/admin/roles', undefined],
    ['GET', '/admin/api-tokens', undefined],
    ['GET', '/admin/transfer/tokens', undefined],
    ['GET', '/content-type-builder/content-types', undefined],
  ] as const)
    await expect(owner.send(method, path, body), `${method} ${path}`).rejects.toThrow(/^403 /);
});

test('a value that only one of the databases can store is rejected with its reason @postgres', async () => {
  const { results } = await owner.send<{ results: { id: number }[] }>('GET', '/upload/files');
  const tooLong = { name: 'x'.repeat(256), alternativeText: 'A dish' };
  await expect(owner.describePicture(results[0]?.id ?? 0, tooLong)).rejects.toThrow(
    /^400 name: this is too long, 255 .* 256\.$/,
  );
  await expect(owner.saveDraft(FRIES, { description: 'Salt\0' })).rejects.toThrow(
    /^400 description: .* character that can’t be saved/,
  );
  await owner.saveDraft(FRIES, { description: 'é'.repeat(500) });
});

test('a blank name is rejected at its field, which has its label', async () => {
  const link = (label: string) => ({ label, address: 'https://table.example/' });
  for (const [entry, values, path, label] of [
    [FRIES, { sideName: '   ' }, ['sideName'], 'Name'],
    [NAME, { websiteName: ' \u00a0' }, ['websiteName'], 'Name'],
    [NAME, { links: [link('Reserve'), link(' ')] }, ['links', 1, 'label'], 'Words'],
  ] as const) {
    const error = await owner.publish(entry, values).catch((rejected: RejectedError) => rejected);
    expect(error).toMatchObject({
      message: expect.stringMatching(RegExp(`^400 ${label}: .*can’t be empty`)),
      details: { errors: [{ path }] },
    });
  }
});
