import { expect, test, vi } from 'vitest';
import { showRecordFields } from './showRecordFields';

interface EditView {
  layout: {
    layout: ReturnType<typeof createField>[][][];
    components: Record<string, { layout: ReturnType<typeof createField>[][]; settings: string }>;
    settings?: string;
  };
  query?: string;
}

/** A field as Strapi lays it out, with the label and hint of its type. */
const createField = (name: string, type = 'text') => ({
  name,
  label: `${name} of the type`,
  hint: `hint of ${name}`,
  type,
  attribute: { type, maxLength: 5000 },
});

const VIEW: EditView = {
  layout: {
    layout: [
      [[createField('mainHeading')], [createField('subHeadings'), createField('description')]],
      [[createField('images', 'media')]],
    ],
    components: {
      'site.link': { layout: [[createField('label')], [createField('address')]], settings: 'kept' },
    },
    settings: 'kept',
  },
  query: 'kept',
};

/** The components of that view, with the type of input that explains the address of a link. */
const EXPLAINED_COMPONENTS = {
  ...VIEW.layout.components,
  'site.link': {
    layout: [[createField('label')], [{ ...createField('address'), type: 'explained:site.link.address' }]],
    settings: 'kept',
  },
};

const PANELS_WITH_PICTURES = [
  VIEW.layout.layout[0],
  [[{ ...createField('images', 'media'), type: 'pictures' }]],
];

const open = (path: string, view = VIEW) => {
  vi.stubGlobal('window', { location: { pathname: `/admin/content-manager/${path}` } });
  return showRecordFields(view);
};

test('shows only the fields of the record, with its labels and hints, without empty rows', () => {
  const attribute = { type: 'text', maxLength: 40 };
  const words = { label: 'Heading', hint: 'The word beside the icon.' };
  const heading = { name: 'subHeadings', type: 'text', ...words, attribute };
  const hint = 'One number and nothing else, so that a press on it calls you.';
  const type = 'explained:contact-phone.description';
  const phone = { name: 'description', type, label: 'Phone number', hint, attribute };
  expect(open('collection-types/api::contactpage.contactpage/contact-phone')).toEqual({
    layout: {
      layout: [[[heading, phone]], []],
      components: EXPLAINED_COMPONENTS,
      settings: 'kept',
    },
    query: 'kept',
  });
});

test.each([
  ['of the heading', 'menu-soft-drinks', ['subHeading']],
  ['of a drink', 'cola', ['drinkName']],
  ['of a new drink', 'create', ['drinkName']],
])('shows only the fields %s', (_entry, id, names) => {
  const layout = [[[createField('drinkName')], [createField('subHeading')]]];
  const path = `collection-types/api::menu-soft-drink.menu-soft-drink/${id}`;
  const shown = open(path, { layout: { layout, components: {} } }).layout.layout;
  expect(shown.flat(2).map(({ name }) => name)).toEqual(names);
});

test('reads the type and the id of an encoded URL', () => {
  const view = open('collection-types/api%3A%3Ahomepage.homepage/home%2Dspecials/history');
  expect(view.layout.layout).toEqual([[[expect.objectContaining({ name: 'mainHeading' })]], []]);
});

test.each([
  'collection-types/api::menu-side.menu-side/hand-cut-fries',
  'collection-types/api::homepage.homepage',
  'single-types/api::website-name.website-name',
])('keeps the fields of %s, with the input that replaces pictures', (path) => {
  const layout = { ...VIEW.layout, layout: PANELS_WITH_PICTURES, components: EXPLAINED_COMPONENTS };
  expect(open(path)).toEqual({ ...VIEW, layout });
});
