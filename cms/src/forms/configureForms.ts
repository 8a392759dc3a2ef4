import type { Core } from '@strapi/strapi';
import { componentFields, contentTypes, type Fields, uidOf } from '../shared/content/contentTypes';
import { configureForm, type FormConfiguration } from '../strapi/forms';
import { applyConvenience } from '../strapi/parts';

/** The labels of fields that a list shows but the edit view doesn't. */
const LIST_LABELS: Record<string, string> = { place: 'Where it shows', position: 'Position' };

/** Replaces the labels and descriptions of the fields in a stored configuration. */
function labelFields(stored: FormConfiguration['metadatas'], fields: Fields): FormConfiguration['metadatas'] {
  return Object.fromEntries(
    Object.entries(stored).map(([name, { edit, list }]) => {
      const label = fields[name]?.label ?? LIST_LABELS[name];
      if (label === undefined) return [name, { edit, list }];
      const description = fields[name]?.help ?? '';
      return [name, { edit: { ...edit, label, description }, list: { ...list, label } }];
    }),
  );
}

const createEditLayout = (fields: Fields) => Object.keys(fields).map((name) => [{ name, size: 12 }]);

async function writeForms(strapi: Core.Strapi): Promise<void> {
  for (const [name, { kind, title, columns, fields }] of Object.entries(contentTypes)) {
    const uid = uidOf(name);
    const hasPosition = 'position' in strapi.contentType(uid).attributes;
    await configureForm(strapi, 'content-types', uid, ({ metadatas }) => ({
      settings: {
        bulkable: kind !== 'fixed',
        filterable: false,
        searchable: kind !== 'fixed',
        pageSize: 100,
        mainField: title ?? 'id',
        defaultSortBy: hasPosition ? 'position' : 'id',
        defaultSortOrder: 'ASC',
        relationOpenMode: 'modal',
      },
      metadatas: labelFields(metadatas, fields),
      layouts: { list: columns, edit: createEditLayout(fields) },
    }));
  }
  for (const [uid, fields] of Object.entries(componentFields))
    await configureForm(strapi, 'components', uid, ({ settings, metadatas }) => ({
      settings: { ...settings, mainField: Object.keys(fields)[0] },
      metadatas: labelFields(metadatas, fields),
      layouts: { list: [], edit: createEditLayout(fields) },
    }));
}

/**
 * Applies the labels, columns and order of fields in `contentTypes` to the admin at each start, because Strapi
 * reads a type's layout from its schema only once, on the first start with the type.
 */
export const configureForms = (strapi: Core.Strapi): Promise<void> =>
  applyConvenience(strapi, 'configureForm', () => writeForms(strapi));
