import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { isOpenType } from '../shared/content/contentTypes';
import { readCoreStore, readReadableFields, writeCoreStore } from '../strapi/coreStore';
import {
  listNestedFields,
  listTypePermissions,
  type RolePermission,
  setRolePermissions,
} from '../strapi/permissions';

/** The names of the fields of each content type by its uid; a component's field has the name `notice.text`. */
type FieldsByType = Record<string, string[]>;

/** The code of Strapi's editor role, which is the owner's role. */
export const OWNER_ROLE = { code: 'strapi-editor' };
export const ADMINISTRATOR_ROLE = { code: 'strapi-super-admin' };
const KNOWN_FIELDS = { type: 'app', name: 'owner', key: 'fields' };
const KNOWN_FIELDS_KEY = Object.values(KNOWN_FIELDS).join('_');

/**
 * Whether the owner gets a permission of Strapi's editor role: all except changing the admin's layout, and adding
 * or deleting fixed records.
 */
function isForOwner({ action, subject }: RolePermission): boolean {
  if (action.endsWith('.configure-view')) return false;
  return !(/\.explorer\.(create|delete)$/.test(action) && subject !== null && !isOpenType(subject));
}

/** Removes the fields that assign a fixed record to its place on the site from the permission to update it. */
const removePlaceFields = ({ action, subject }: RolePermission, fields: string[]): string[] =>
  action.endsWith('.explorer.update') && subject !== null && !isOpenType(subject)
    ? fields.filter((name) => !['place', 'position'].includes(name))
    : fields;

/** Returns the permissions of Strapi's editor role that the owner gets. */
const selectForOwner = (permissions: RolePermission[]): RolePermission[] =>
  permissions.filter(isForOwner).map((permission) => {
    const { action, subject, properties, conditions } = permission;
    const { fields } = properties;
    return {
      action,
      subject,
      properties: fields ? { fields: removePlaceFields(permission, fields) } : properties,
      conditions,
    };
  });

/**
 * Turns Strapi's editor role into the owner's role, which can edit and publish content, add and delete dishes,
 * and manage pictures.
 * @returns the role's id
 */
export async function configureOwnerRole(strapi: Core.Strapi): Promise<number> {
  const role = await strapi.db.query('admin::role').update({
    where: OWNER_ROLE,
    data: { name: 'Owner', description: 'Changes words, dishes and photographs, and publishes them.' },
  });
  const permissions: RolePermission[] = await strapi.db
    .query('admin::permission')
    .findMany({ where: { role: role.id } });
  await setRolePermissions(strapi, role.id, selectForOwner(permissions));
  return role.id;
}

/** Lists the fields that the content types have now. */
function listFields(strapi: Core.Strapi): FieldsByType {
  const types = Object.values(strapi.contentTypes).filter(({ uid }) => uid.startsWith('api::'));
  return Object.fromEntries(types.map((type) => [type.uid, listNestedFields(strapi, type)]));
}

/**
 * Stores which fields the content types had before an update, unless that is stored already: an administrator has
 * decided about the owner's permissions for them. Must run before Strapi's bootstrap, which gives the
 * super administrator all fields of this version.
 */
export async function recordKnownFields(strapi: Core.Strapi): Promise<void> {
  if ((await readCoreStore(strapi, KNOWN_FIELDS_KEY)) !== undefined) return;
  const known: FieldsByType = {};
  for (const { uid, fields } of await readReadableFields(strapi))
    known[uid] = [...new Set([...(known[uid] ?? []), ...fields])].sort();
  if (Object.keys(known).length) await writeCoreStore(strapi, KNOWN_FIELDS_KEY, known);
}

/** Returns the owner's permissions for the content types that are new, as in a new installation. */
const listPermissionsForTypes = (strapi: Core.Strapi, uids: string[]): RolePermission[] =>
  selectForOwner(
    listTypePermissions(strapi).filter(({ subject }) => subject !== null && uids.includes(subject)),
  );

/** Adds the fields that are new to a permission that the owner has for their content type. */
function addNewFields(
  permission: RolePermission,
  current: FieldsByType,
  known: FieldsByType,
): RolePermission {
  const { action, actionParameters, subject, properties, conditions } = permission;
  const knownFields = subject !== null && known[subject];
  if (!knownFields || !properties.fields)
    return { action, actionParameters, subject, properties, conditions };
  const newFields = (current[subject] ?? []).filter((name) => !knownFields.includes(name));
  const fields = [...new Set([...properties.fields, ...removePlaceFields(permission, newFields)])];
  return { action, actionParameters, subject, properties: { ...properties, fields }, conditions };
}

/**
 * Gives the owner the permissions for content types and fields that are new in this version. For all others, the
 * permissions stay as an administrator has set them.
 */
export async function grantNewFields(strapi: Core.Strapi): Promise<void> {
  const store = strapi.store(KNOWN_FIELDS);
  // Only this module writes the stored value.
  const known = (await store.get()) as FieldsByType | null;
  const current = listFields(strapi);
  if (isDeepStrictEqual(known, current)) return;
  await strapi.db.transaction(async () => {
    const role = known && (await strapi.db.query('admin::role').findOne({ where: OWNER_ROLE }));
    if (role) {
      const permissions: RolePermission[] = await strapi.db
        .query('admin::permission')
        .findMany({ where: { role: role.id } });
      const newTypes = Object.keys(current).filter((uid) => !known[uid]);
      await setRolePermissions(strapi, role.id, [
        ...permissions.map((permission) => addNewFields(permission, current, known)),
        ...listPermissionsForTypes(strapi, newTypes),
      ]);
    }
    await store.set({ value: current });
  });
}
