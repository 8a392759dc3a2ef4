const { randomUUID } = require('node:crypto');

/** Until 1.14, the drinks of a list were rows of a component of its single type; now each is an entry of a new type. */
const LISTS = [
  {
    list: 'menu-soft-drinks',
    type: 'menu-soft-drink',
    table: 'menu_softDrinks',
    rows: 'components_menu_soft_drinks',
    nameField: 'drinkName',
    nameColumn: 'drink_name',
  },
  {
    list: 'menu-alcohol',
    type: 'menu-alcoholic-drink',
    table: 'menu_alcohol',
    rows: 'components_menu_alcoholic_drinks',
    nameField: 'alcoholName',
    nameColumn: 'alcohol_name',
  },
];

const CORE_STORE = 'strapi_core_store_settings';
/** The content step `002-drinks-as-entries` reads it, and it stays for one release after that: delete it in 1.16. */
const COPY_KEY = 'app_drink_lists';

const JSON_COLUMNS = ['action_parameters', 'properties', 'conditions'];

const uidOf = (name) => `api::${name}.${name}`;

// Postgres returns JSON as an object, SQLite as text.
const parse = (json) => (typeof json === 'string' ? JSON.parse(json) : json);

/** A role that could change the names could also add, remove and move the drinks. */
const convertFields = (fields, { nameField }) => [
  ...new Set(
    fields.flatMap((field) => {
      if (!/^drinks\b/.test(field)) return field;
      return field === 'drinks.offMenu' ? [] : [nameField, 'position'];
    }),
  ),
];

/** Copies the drinks of the drafts and of the site, whose tables the schema sync drops. */
async function copyDrinks(transaction) {
  const copy = {};
  for (const { list, type, table, rows, nameColumn } of LISTS) {
    const drinks = await transaction(table)
      .join(`${table}_cmps as link`, 'link.entity_id', `${table}.id`)
      .join(`${rows} as drink`, 'drink.id', 'link.cmp_id')
      .where('link.field', 'drinks')
      .orderBy(['link.order', 'link.id'])
      .select('drink.*', `${table}.published_at as published_at`);
    const select = (isPublished) =>
      drinks
        .filter((drink) => Boolean(drink.published_at) === isPublished)
        // Version 1.0 had neither `off_menu` nor `key`.
        .map((drink) => ({
          name: drink[nameColumn] ?? '',
          isOff: Boolean(drink.off_menu),
          key: drink.key ?? null,
        }));
    copy[type] = { draft: select(false), published: select(true) };
    await transaction(table).update({ document_id: list });
  }
  // A copy that exists is the whole one.
  if (!(await transaction(CORE_STORE).where({ key: COPY_KEY }).first()))
    await transaction(CORE_STORE).insert({ key: COPY_KEY, value: JSON.stringify(copy), type: 'object' });
}

/** Adds a permission to the roles that have another one, where they lack it. */
async function addPermission(transaction, { id, document_id: _, ...permission }) {
  const { action, subject } = permission;
  const links = await transaction('admin_permissions_role_lnk').where({ permission_id: id });
  for (const { role_id, permission_ord } of links) {
    const stored = await transaction('admin_permissions')
      .join('admin_permissions_role_lnk as link', 'link.permission_id', 'admin_permissions.id')
      .where({ action, subject, role_id })
      .first('admin_permissions.id');
    if (stored) continue;
    const row = { ...permission, document_id: randomUUID() };
    const [added] = await transaction('admin_permissions').insert(row).returning('id');
    await transaction('admin_permissions_role_lnk').insert({
      permission_id: added.id,
      role_id,
      permission_ord,
    });
  }
}

/** Converts the permissions of all roles: Strapi's start deletes those of types and fields that it doesn't know. */
async function convertPermissions(transaction, list) {
  const subject = uidOf(list.type);
  const rows = await transaction('admin_permissions')
    .where({ subject: uidOf(list.list) })
    .orderBy('id');
  const converted = rows.map((row) => {
    const { fields } = parse(row.properties) ?? {};
    const properties = fields ? { fields: convertFields(fields, list) } : {};
    const texts = Object.entries({ ...row, properties }).filter(([name]) => JSON_COLUMNS.includes(name));
    return {
      ...row,
      subject,
      ...Object.fromEntries(texts.map(([name, json]) => [name, JSON.stringify(parse(json))])),
    };
  });
  for (const { id, properties } of converted)
    await transaction('admin_permissions').where({ id }).update({ subject, properties });
  for (const { action, ...row } of converted) {
    if (!action.endsWith('.update') || !row.properties.includes(list.nameField)) continue;
    await addPermission(transaction, { ...row, action: action.replace(/update$/, 'create') });
    await addPermission(transaction, {
      ...row,
      action: action.replace(/update$/, 'delete'),
      properties: '{}',
    });
  }
}

/** Changes a value of Strapi's core store, if there is one. */
async function changeValue(transaction, key, change) {
  const stored = await transaction(CORE_STORE).where({ key }).first('value');
  if (!stored) return;
  const value = JSON.stringify(change(JSON.parse(stored.value)));
  await transaction(CORE_STORE).where({ key }).update({ value });
}

async function convertTypeNames(transaction, list) {
  const [before, after] = [uidOf(list.list), uidOf(list.type)];
  await changeValue(transaction, 'app_owner_fields', ({ [before]: fields, ...others }) =>
    fields ? { ...others, [after]: convertFields(fields, list).sort() } : others,
  );
  await changeValue(transaction, 'app_seed_progress', (progress) => ({
    ...progress,
    records: progress.records?.map((record) => record.replace(`${before}#`, `${after}#`)),
  }));
  await transaction('strapi_api_token_permissions')
    .where({ action: `${before}.find` })
    .update({ action: `${after}.find` });
}

module.exports = {
  async up(transaction) {
    // A first start has no tables yet.
    if (!(await transaction.schema.hasTable(LISTS[0].rows))) return;
    await copyDrinks(transaction);
    for (const list of LISTS) {
      await convertPermissions(transaction, list);
      await convertTypeNames(transaction, list);
    }
  },
};
