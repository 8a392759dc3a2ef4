import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { configureForms } from './configureForms';

vi.mock('../shared/content/contentTypes', async (importOriginal) => {
  const field = (name: string) => ({ label: `${name} for the owner`, help: `what ${name} is` });
  return {
    ...(await importOriginal<object>()),
    contentTypes: {
      page: {
        kind: 'fixed',
        title: 'place',
        columns: ['place', 'text'],
        fields: { text: field('text'), images: field('images') },
      },
      dish: {
        kind: 'open',
        title: 'dishName',
        columns: ['dishName'],
        fields: { dishName: field('dishName') },
      },
      name: { kind: 'single', columns: ['siteName'], fields: { siteName: field('siteName') } },
    },
    componentFields: { 'menu.drink': { drinkName: field('drinkName') } },
  };
});

const PAGE = 'api::page.page';
const DISH = 'api::dish.dish';
const NAME = 'api::name.name';

/** What Strapi stores for a field from its schema. */
const storedField = (name: string) => ({
  edit: { label: name, description: '', placeholder: 'kept', editable: true },
  list: { label: name, sortable: true },
});
const storedFields = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, storedField(name)]));
/** The same after the layout is applied. */
const labelledField = (label: string, description: string) => ({
  edit: { label, description, placeholder: 'kept', editable: true },
  list: { label, sortable: true },
});

const storedComponent = {
  settings: { mainField: 'id', pageSize: 10 },
  metadatas: storedFields('id', 'drinkName'),
  layouts: { list: ['id', 'drinkName'], edit: [] },
};

/** Applies the layout; returns what the two services of the content manager have stored. */
async function configure() {
  const createService = (
    stored: Record<string, { settings: object; metadatas: object; layouts: object }>,
  ) => ({
    findConfiguration: async ({ uid }: { uid: string }) => stored[uid],
    updateConfiguration: async ({ uid }: { uid: string }, configuration: (typeof stored)[string]) => {
      stored[uid] = configuration;
    },
    stored,
  });
  const createStored = (...fields: string[]) => ({
    settings: { bulkable: true, filterable: true, pageSize: 10 },
    metadatas: storedFields(...fields),
    layouts: { list: ['id'], edit: [] },
  });
  const types = createService({
    [PAGE]: createStored('id', 'place', 'position', 'text', 'images'),
    [DISH]: createStored('id', 'dishName', 'position'),
    [NAME]: createStored('id', 'siteName'),
  });
  const components = createService({ 'menu.drink': storedComponent });
  const services: Record<string, object> = { 'content-types': types, components };
  const attributes: Record<string, object> = { [PAGE]: {}, [DISH]: { position: {} }, [NAME]: {} };
  await configureForms(
    fakeStrapi({
      plugin: (plugin: string) =>
        plugin === 'content-manager' ? { service: (name: string) => services[name] } : undefined,
      contentType: (uid: string) => ({ attributes: attributes[uid] }),
    }),
  );
  return { types: types.stored, components: components.stored };
}

test('lists the columns of the table, and each of its fields on a row of its own', async () => {
  const { types } = await configure();
  expect(types[PAGE]?.layouts).toEqual({
    list: ['place', 'text'],
    edit: [[{ name: 'text', size: 12 }], [{ name: 'images', size: 12 }]],
  });
  expect(types[DISH]?.layouts).toEqual({ list: ['dishName'], edit: [[{ name: 'dishName', size: 12 }]] });
});

test('replaces the labels and descriptions of the fields, and keeps the rest of what Strapi stores for them', async () => {
  const { types } = await configure();
  expect(types[PAGE]?.metadatas).toEqual({
    id: storedField('id'),
    place: labelledField('Where it shows', ''),
    position: labelledField('Position', ''),
    text: labelledField('text for the owner', 'what text is'),
    images: labelledField('images for the owner', 'what images is'),
  });
});

test('allows searching and choosing several entries, except in types with fixed entries', async () => {
  const { types } = await configure();
  expect(types[PAGE]?.settings).toMatchObject({ bulkable: false, searchable: false });
  for (const uid of [DISH, NAME])
    expect(types[uid]?.settings, uid).toMatchObject({ bulkable: true, searchable: true });
});

test('sorts by position where a type has one, and titles entries by their title field, else by id', async () => {
  const { types } = await configure();
  expect(types[DISH]?.settings).toMatchObject({ defaultSortBy: 'position', mainField: 'dishName' });
  expect(types[PAGE]?.settings).toMatchObject({ defaultSortBy: 'id', mainField: 'place' });
  expect(types[NAME]?.settings).toMatchObject({ defaultSortBy: 'id', mainField: 'id' });
});

test('shows a whole list on one page, in ascending order, without filters', async () => {
  const { types } = await configure();
  for (const uid of [PAGE, DISH, NAME])
    expect(types[uid]?.settings, uid).toMatchObject({
      pageSize: 100,
      defaultSortOrder: 'ASC',
      filterable: false,
      relationOpenMode: 'modal',
    });
});

test('replaces the layout and labels of components, titles them by their first field and keeps their other settings', async () => {
  const { components } = await configure();
  expect(components).toEqual({
    'menu.drink': {
      settings: { mainField: 'drinkName', pageSize: 10 },
      metadatas: {
        id: storedField('id'),
        drinkName: labelledField('drinkName for the owner', 'what drinkName is'),
      },
      layouts: { list: [], edit: [[{ name: 'drinkName', size: 12 }]] },
    },
  });
});
