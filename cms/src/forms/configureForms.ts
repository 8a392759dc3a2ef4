import type { Core } from '@strapi/strapi';
import { componentFields, contentTypes, type Fields, uidOf } from '../shared/content/contentTypes';

interface Metadata {
  edit: object;
  list: object;
}

interface Configuration {
  settings: object;
  metadatas: Record<string, Metadata>;
  layouts: object;
}

/** The used part of the content manager's services `content-types` and `components`, which store the layout. */
interface LayoutService {
  findConfiguration(type: { uid: string }): Promise<Configuration>;
  updateConfiguration(type: { uid: string }, configuration: Configuration): Promise<unknown>;
}

/** The labels of fields that a list shows but the edit view doesn't. */
const LIST_LABELS: Record<string, string> = { place: 'Where it shows', position: 'Position' };

/** Replaces the labels and descriptions of the fields in a stored configuration. */
function labelFields(stored: Configuration['metadatas'], fields: Fields): Configuration['metadatas'] {
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

/**
 * Applies the labels, columns and order of fields in `contentTypes` to the admin at each start, because Strapi
 * reads a type's layout from its schema only once, on the first start with the type.
 */
export async function configureAdminLayout(strapi: Core.Strapi): Promise<void> {
  const contentManager = strapi.plugin('content-manager');
  const types: LayoutService = contentManager.service('content-types');
  for (const [name, { kind, title, columns, fields }] of Object.entries(contentTypes)) {
    const uid = uidOf(name);
    const stored = await types.findConfiguration({ uid });
    const hasPosition = 'position' in strapi.contentType(uid).attributes;
    await types.updateConfiguration(
      { uid },
      {
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
        metadatas: labelFields(stored.metadatas, fields),
        layouts: { list: columns, edit: createEditLayout(fields) },
      },
    );
  }

  const components: LayoutService = contentManager.service('components');
  for (const [uid, fields] of Object.entries(componentFields)) {
    const stored = await components.findConfiguration({ uid });
    await components.updateConfiguration(
      { uid },
      {
        settings: { ...stored.settings, mainField: Object.keys(fields)[0] },
        metadatas: labelFields(stored.metadatas, fields),
        layouts: { list: [], edit: createEditLayout(fields) },
      },
    );
  }
}
