import type { Core } from '@strapi/strapi';
import { adminLayout, drinkFields, type Fields, uidOf } from './adminLayout';

interface Metadata {
  edit: object;
  list: object;
}

interface Configuration {
  settings: object;
  metadatas: Record<string, Metadata>;
  layouts: object;
}

/** What is used of the content manager's services `content-types` and `components`, which keep how types show. */
interface LayoutService {
  findConfiguration(type: { uid: string }): Promise<Configuration>;
  updateConfiguration(type: { uid: string }, configuration: Configuration): Promise<unknown>;
}

const words = { place: 'Where it shows', position: 'Position' };

function metadatas(held: Configuration['metadatas'], fields: Fields): Configuration['metadatas'] {
  return Object.fromEntries(
    Object.entries(held).map(([name, { edit, list }]) => {
      const { label, help: description } = fields[name] ?? { label: Reflect.get(words, name) };
      if (label === undefined) return [name, { edit, list }];
      return [name, { edit: { ...edit, label, description: description ?? '' }, list: { ...list, label } }];
    }),
  );
}

const editLayout = (fields: Fields) => Object.keys(fields).map((name) => [{ name, size: 12 }]);

/**
 * Names and arranges every type, entry and field in the admin as `desk` says, at each start: Strapi itself reads
 * such a configuration from a schema once only, on the first start that knows the type.
 */
export async function configureAdminLayout(strapi: Core.Strapi): Promise<void> {
  const manager = strapi.plugin('content-manager');
  const types: LayoutService = manager.service('content-types');
  for (const [type, { title, columns, fields, places }] of Object.entries(adminLayout)) {
    const uid = uidOf(type);
    const held = await types.findConfiguration({ uid });
    const inOrder = 'position' in strapi.contentType(uid).attributes;
    await types.updateConfiguration(
      { uid },
      {
        settings: {
          bulkable: !places,
          filterable: false,
          searchable: !places,
          pageSize: 100,
          mainField: title ?? 'id',
          defaultSortBy: inOrder ? 'position' : 'id',
          defaultSortOrder: 'ASC',
          relationOpenMode: 'modal',
        },
        metadatas: metadatas(held.metadatas, fields),
        layouts: { list: columns, edit: editLayout(fields) },
      },
    );
  }

  const components: LayoutService = manager.service('components');
  for (const [uid, fields] of Object.entries(drinkFields)) {
    const held = await components.findConfiguration({ uid });
    await components.updateConfiguration(
      { uid },
      {
        ...held,
        metadatas: metadatas(held.metadatas, fields),
        layouts: { list: [], edit: editLayout(fields) },
      },
    );
  }
}
