import { beforeEach, expect, test } from 'vitest';
import { componentFields, contentTypes, uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import { cms, requireCompiled } from '../support/cms.ts';
import { administrator } from '../support/owner.ts';

const { configureForms } =
  requireCompiled<typeof import('../../cms/src/forms/configureForms.ts')>('forms/configureForms');

// As at each start: the database has what the start of another version may have stored.
beforeEach(() => configureForms(cms.strapi));

interface Form {
  settings: object;
  metadatas: Record<string, { edit: object; list: object }>;
  layouts: { list: string[]; edit: object[][] };
}

/** Reads how the admin lays out the form and the list of a type, with the forms of its components. */
async function readForm(type: string) {
  const path = `/content-manager/content-types/${uidOf(type)}/configuration`;
  const { data } = await administrator.send<{
    data: { contentType: Form; components: Record<string, Form> };
  }>('GET', path);
  return data;
}

const rowsOf = (fields: object) => Object.keys(fields).map((name) => [{ name, size: 12 }]);

test('a list has the columns of its type, and a form each field on a row of its own, with its label and help', async () => {
  const { columns, fields } = contentTypes.homepage;
  const { layouts, metadatas } = (await readForm('homepage')).contentType;
  expect(layouts).toEqual({ list: columns, edit: rowsOf(fields) });
  for (const [name, { label, help }] of Object.entries(fields)) {
    expect(metadatas[name]?.edit).toMatchObject({ label, description: help, editable: true });
    expect(metadatas[name]?.list).toMatchObject({ label, sortable: expect.any(Boolean) });
  }
  expect(metadatas.place?.list).toMatchObject({ label: 'Where it shows' });
});

test('the form of the name has no notice, whose editor is on the first screen', async () => {
  const { layouts } = (await readForm('website-name')).contentType;
  expect(layouts.edit.flat()).not.toContainEqual(expect.objectContaining({ name: 'notice' }));
});

test('the rows of a component are titled by its first field', async () => {
  const fields = componentFields['site.link'] ?? {};
  const form = (await readForm('website-name')).components['site.link'];
  expect(form).toMatchObject({ settings: { mainField: 'label' }, layouts: { edit: rowsOf(fields) } });
  expect(form?.metadatas.label?.edit).toMatchObject({ label: fields.label?.label });
});

test('a list shows all entries, by position if they have one; fixed entries can be neither searched nor chosen', async () => {
  const all = { pageSize: 100, defaultSortOrder: 'ASC', filterable: false };
  const open = { ...all, bulkable: true, searchable: true };
  const settingsOf = async (type: string) => (await readForm(type)).contentType.settings;
  expect(await settingsOf('homepage')).toMatchObject({ ...all, bulkable: false, searchable: false });
  expect(await settingsOf('menu-side')).toMatchObject({
    ...open,
    defaultSortBy: 'position',
    mainField: 'sideName',
  });
  expect(await settingsOf('website-name')).toMatchObject({ ...open, defaultSortBy: 'id', mainField: 'id' });
});
