import type { Core, UID } from '@strapi/strapi';
import { componentFields, findContentType } from '../content/contentTypes';

type Action = 'read' | 'create' | 'update' | 'delete' | 'publish';

/** The used part of a signed-in account's permissions. */
interface Ability {
  rulesFor(action: string, uid: string, field: string): { inverted: boolean; conditions?: object }[];
}

/** Lists the fields that the owner can change in a type, as Strapi's permissions name them. */
function listFieldPaths(strapi: Core.Strapi, uid: UID.ContentType): string[] {
  const { attributes } = strapi.contentType(uid);
  return Object.keys(findContentType(uid)?.fields ?? {}).flatMap((name) => {
    const attribute = attributes[name];
    return attribute?.type === 'component'
      ? Object.keys(componentFields[attribute.component] ?? {}).map((field) => `${name}.${field}`)
      : [name];
  });
}

/**
 * Whether an account has permissions for all entries of a type and all their fields. Strapi's role Author, whose permissions have
 * the condition that it has added the entry, has none of them; `Ability.can` alone would ignore this condition.
 */
export function hasPermissions(
  strapi: Core.Strapi,
  { state }: Parameters<Core.MiddlewareHandler>[0],
  uid: UID.ContentType,
  actions: Action[],
): boolean {
  const ability: Ability = state.userAbility;
  const fields = listFieldPaths(strapi, uid);
  return actions.every((action) =>
    fields.every((field) =>
      ability
        .rulesFor(`plugin::content-manager.explorer.${action}`, uid, field)
        .some(({ inverted, conditions }) => !inverted && !conditions),
    ),
  );
}
