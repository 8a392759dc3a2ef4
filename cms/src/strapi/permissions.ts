import type { Core, UID } from '@strapi/strapi';

/** The permissions of an account's roles, with their conditions as Strapi has evaluated them for the account. */
export interface Ability {
  can(action: string, subject: unknown, field?: string): boolean;
  rulesFor(action: string, uid: string, field?: string): { inverted: boolean; conditions?: object }[];
}

/** The account of a signed-in request, as Strapi stores it in the state of the request. */
export interface Account {
  /** Has its roles, too, which conditions compare. */
  user: { id: number };
  userAbility: Ability;
}

/** Returns the account of the present request; `undefined` outside of one, and for a request without an account. */
export function findRequestAccount(strapi: Core.Strapi): Account | undefined {
  const state: Partial<Account> = strapi.requestContext.get()?.state ?? {};
  const { user, userAbility } = state;
  return user && userAbility && { user, userAbility };
}

/** Evaluates the permissions of an account, as Strapi does for each signed-in request. */
export const findAccount = async (strapi: Core.Strapi, user: Account['user']): Promise<Account> => ({
  user,
  userAbility: await strapi.service('admin::permission').engine.generateUserAbility(user),
});

/**
 * Whether an account may do something with an entry; with `every` entry of the type, or with `some`.
 * @param action by Strapi's name for it
 */
export function hasPermission(
  strapi: Core.Strapi,
  { userAbility }: Account,
  { action, uid, field }: { action: string; uid: UID.ContentType; field?: string | undefined },
  target: object | 'every' | 'some',
): boolean {
  if (target === 'every')
    // `can` ignores the conditions of a type.
    return userAbility
      .rulesFor(action, uid, field)
      .some(({ inverted, conditions }) => !inverted && !conditions);
  if (target === 'some') return userAbility.can(action, uid, field);
  const manager = strapi
    .service('admin::permission')
    .createPermissionsManager({ ability: userAbility, model: uid });
  // A copy, because Strapi adds the type to it.
  return userAbility.can(action, manager.toSubject({ ...Object(target) }), field);
}

interface PermissionChecker {
  sanitizeOutput(entry: object): Promise<Record<string, unknown>>;
}

/** Removes from an entry what an account may not read, as the admin's own answers do. */
export async function removeUnreadable(
  strapi: Core.Strapi,
  { userAbility }: Account,
  uid: UID.ContentType,
  entry: object,
): Promise<Record<string, unknown>> {
  const checker: PermissionChecker = strapi
    .service('plugin::content-manager.permission-checker')
    .create({ userAbility, model: uid });
  return JSON.parse(JSON.stringify(await checker.sanitizeOutput(entry)));
}

/** A permission of a role. */
export interface RolePermission {
  action: string;
  actionParameters?: object;
  subject: string | null;
  properties: { fields?: string[] };
  conditions: string[];
}

/** Gives a role permissions, in place of all that it has. */
export const setRolePermissions = (
  strapi: Core.Strapi,
  roleId: number,
  permissions: RolePermission[],
): Promise<unknown> => strapi.service('admin::role').assignPermissions(roleId, permissions);

/** Lists the fields of a content type, sorted; a component's field has the name `notice.text`. */
export const listNestedFields = (strapi: Core.Strapi, type: object): string[] =>
  strapi.service('admin::content-type').getNestedFields(type, { components: strapi.components }).sort();

/** Lists the permissions that Strapi gives for all content types, with all their fields. */
export function listTypePermissions(strapi: Core.Strapi): RolePermission[] {
  const actions: { section: string }[] = strapi.service('admin::permission').actionProvider.values();
  return strapi
    .service('admin::content-type')
    .getPermissionsWithNestedFields(actions.filter(({ section }) => section === 'contentTypes'));
}
