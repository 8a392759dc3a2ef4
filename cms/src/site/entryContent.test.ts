import { expect, test } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { isSame, omitPosition, restoreContent, toContent } from './entryContent';

const UID = 'api::page.page';
const attributes = {
  id: { type: 'integer' },
  heading: { type: 'string' },
  position: { type: 'integer' },
  logo: { type: 'media', multiple: false },
  images: { type: 'media', multiple: true },
  notice: { type: 'component', component: 'site.notice', repeatable: false },
  days: { type: 'component', component: 'contact.day', repeatable: true },
  statement: { type: 'json' },
  updatedAt: { type: 'datetime' },
  createdBy: { type: 'relation' },
};
const models: Record<string, object> = {
  [UID]: { attributes },
  'site.notice': { attributes: { id: { type: 'integer' }, text: { type: 'string' } } },
  'contact.day': { attributes: { from: { type: 'date' }, closed: { type: 'boolean' } } },
};
const files = [
  { id: 1, name: 'bar.jpg', url: '/uploads/bar_new.jpg' },
  { id: 2, name: 'logo.png', url: '/uploads/logo.png' },
];
const strapi = fakeStrapi({
  getModel: (uid: string) => models[uid],
  db: {
    query: () => ({
      findMany: async ({ where }: { where: { id: { $in: number[] } } }) =>
        files.filter(({ id }) => where.id.$in.includes(id)),
    }),
  },
});

const entry = {
  id: 5,
  documentId: 'one',
  heading: 'Welcome',
  position: 10,
  logo: { id: 2, name: 'logo.png', url: '/uploads/logo.png' },
  images: [{ id: 1, name: 'bar.jpg', url: '/uploads/bar.jpg' }],
  notice: null,
  days: [{ id: 9, from: '2026-11-26', closed: true }],
  statement: { diet: null, answers: { milk: 'contains' } },
  updatedAt: '2026-11-22T12:00:00.000Z',
  createdBy: { id: 1 },
};
const content = {
  heading: 'Welcome',
  position: 10,
  logo: { pictureId: 2, name: 'logo.png' },
  images: [{ pictureId: 1, name: 'bar.jpg' }],
  notice: null,
  days: [{ from: '2026-11-26', closed: true }],
  statement: { diet: null, answers: { milk: 'contains' } },
};

test('stores the content of an entry without ids of rows and Strapi’s own fields', () => {
  expect(toContent(strapi, UID, entry)).toEqual(content);
  expect(omitPosition(content)).not.toHaveProperty('position');
});

test('returns a stored content with the pictures as they are now', async () => {
  expect(await restoreContent(strapi, UID, content)).toEqual({
    values: { ...content, logo: files[1], images: [files[0]] },
    lost: [],
  });
});

const OLD = { pictureId: 3, name: 'Old.jpg' };
const withoutPlace = (...names: string[]) => [
  `${names.map((name) => `“${name}”`).join(', ')} ${names.length > 1 ? 'have' : 'has'} no place on the site any more.`,
];

test.each<[string, object, object, string[]]>([
  ['a removed text', { oldText: 'From the cellar' }, {}, withoutPlace('From the cellar')],
  ['a removed empty field', { oldText: '', oldList: [], oldNumber: 7 }, {}, []],
  ['removed pictures', { gallery: [...content.images, OLD] }, {}, withoutPlace('bar.jpg', 'Old.jpg')],
  ['a removed list', { guests: [{ guestName: 'Cola' }] }, {}, withoutPlace('Cola')],
  ['a deleted picture', { logo: OLD }, { logo: null }, ['The picture “Old.jpg” was deleted.']],
  ['one of several', { images: [OLD, ...content.images] }, { images: [files[0]] }, [expect.anything()]],
  ['a field that has become a picture', { logo: 'SciotoTable' }, {}, withoutPlace('SciotoTable')],
  [
    'a list that has become a single one',
    { notice: [{ text: 'One' }, { text: 'Two' }] },
    { notice: { text: 'One' } },
    withoutPlace('Two'),
  ],
  ['a single one that has become a list', { images: content.logo }, { images: [files[1]] }, []],
])('keeps the rest of a version with %s, and names what is lost', async (_, stored, values, lost) => {
  expect(await restoreContent(strapi, UID, { ...stored })).toEqual({ values, lost });
});

test.each([
  [{ a: '', b: [] }, { c: null }, true],
  [{ a: { pictureId: 1, name: 'Old' } }, { a: { pictureId: 1, name: 'New' } }, true],
  [{ a: { pictureId: 1, name: 'A' } }, { a: { pictureId: 2, name: 'A' } }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: [{ b: 'Cola', off: null }] }, { a: [{ b: 'Cola', off: false }] }, true],
  [{ a: [{ id: 1, b: 'Cola' }] }, { a: [{ id: 2, b: 'Cola' }] }, true],
  [{ a: 'Fried\u2028twice' }, { a: 'Fried\ntwice' }, true],
  [{ a: true }, { a: null }, false],
  [{ a: 0 }, {}, false],
])('compares %j with %j as the site shows them', (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
});
