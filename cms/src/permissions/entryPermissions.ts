import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { toPermission } from '../shared/content/contentManager';
import { componentFields, fieldsOfEntry, uidOf } from '../shared/content/contentTypes';
import { buildPopulate } from '../strapi/entries';
import { type Account, hasPermission } from '../strapi/permissions';

type Action = 'read' | 'create' | 'update' | 'delete' | 'publish';

/** What a route does with entries of a type. */
export interface EntryUse {
  uid: UID.ContentType;
  actions: readonly Action[];
  /**
   * The fields that it reads or writes, as Strapi's permissions name them; by default all that the owner fills in. An empty list:
   * the route reads and writes no single field.
   */
  fields?: readonly string[];
}

/** An entry by its document id. */
interface Identified {
  documentId: string;
  /** Finds what was deleted, if the entry may have been; without it, no account may do anything with a deleted entry. */
  findDeleted?: () => Promise<Subject | undefined>;
}

/** Which entries: one, or `every`: all, also those that will be added; `some`: at least one; `new`: one that the account adds. */
export type EntryTarget = Identified | 'every' | 'some' | 'new';

/** An entry with what conditions compare: its fields and the account that has added it, with the account's roles. */
type Subject = object;

interface Row extends Record<string, unknown> {
  documentId: string;
}

/** The type of the pictures, for which Strapi has its own actions: the one to change them is also the one to delete them. */
export const PICTURE = 'plugin::upload.file';

/** Returns an action by the name that Strapi's permissions have for it. */
function nameOf(action: Action, uid: UID.ContentType): string {
  if (uid !== PICTURE) return toPermission(action);
  return action === 'read' ? 'plugin::upload.read' : 'plugin::upload.assets.update';
}

/**
 * Lists the fields that the owner can change in a type, as Strapi's permissions name them.
 * @param name lists only this field, or those of its component
 */
export function listFieldPaths(strapi: Core.Strapi, uid: UID.ContentType, name?: string): string[] {
  const { attributes } = strapi.contentType(uid);
  const names = Object.keys(fieldsOfEntry(uid, undefined));
  return names
    .filter((field) => field === (name ?? field))
    .flatMap((field) => {
      const attribute = attributes[field];
      return attribute?.type === 'component'
        ? Object.keys(componentFields[attribute.component] ?? {}).map((part) => `${field}.${part}`)
        : [field];
    });
}

/** Whether an account may use an entry so; without the entry, all entries or some. */
const permits = (
  strapi: Core.Strapi,
  account: Account,
  { uid, actions, fields = listFieldPaths(strapi, uid) }: EntryUse,
  target: Subject | 'every' | 'some',
): boolean =>
  actions.every((action) =>
    (fields.length ? fields : [undefined]).every((field) =>
      hasPermission(strapi, account, { action: nameOf(action, uid), uid, field }, target),
    ),
  );

/** Reads the drafts and published versions of entries, by document id. */
async function readSubjects(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  documentIds: string[],
): Promise<Map<string, Subject[]>> {
  // A picture is read without all the entries that use it.
  const fields = uid === PICTURE ? {} : await buildPopulate(strapi, uid);
  const populate = { ...fields, createdBy: { populate: ['roles'] } };
  const rows: Row[] = await strapi.db
    .query(uid)
    .findMany({ where: { documentId: { $in: documentIds } }, populate });
  const subjects = new Map<string, Subject[]>(documentIds.map((documentId) => [documentId, []]));
  for (const row of rows) subjects.get(row.documentId)?.push(row);
  return subjects;
}

/**
 * Selects the entries with which an account may do something, by Strapi's permissions of its roles with their fields and
 * conditions. A condition must be true of the draft and of the published version.
 */
export async function selectAllowed<Target extends Identified>(
  strapi: Core.Strapi,
  account: Account,
  use: EntryUse,
  entries: Target[],
): Promise<Target[]> {
  if (entries.length === 0 || permits(strapi, account, use, 'every')) return entries;
  if (!permits(strapi, account, use, 'some')) return [];
  const documentIds = [...new Set(entries.map(({ documentId }) => documentId))];
  const subjects = await readSubjects(strapi, use.uid, documentIds);
  const allowed: Target[] = [];
  for (const entry of entries) {
    const stored = subjects.get(entry.documentId) ?? [];
    const deleted = stored.length > 0 ? undefined : await entry.findDeleted?.();
    const versions = deleted ? [deleted] : stored;
    if (versions.length > 0 && versions.every((version) => permits(strapi, account, use, version)))
      allowed.push(entry);
  }
  return allowed;
}

/** Whether an account may do something with entries of a type: the rule of all our routes of the admin. */
export async function isAllowed(
  strapi: Core.Strapi,
  account: Account,
  use: EntryUse,
  target: EntryTarget,
): Promise<boolean> {
  if (target === 'new') return permits(strapi, account, use, { createdBy: account.user });
  if (typeof target === 'string') return permits(strapi, account, use, target);
  return (await selectAllowed(strapi, account, use, [target])).length > 0;
}

/** @throws ForbiddenError unless the account may do this; Strapi answers 403 and omits the message */
export async function requireAllowed(...request: Parameters<typeof isAllowed>): Promise<void> {
  if (!(await isAllowed(...request))) throw new errors.ForbiddenError();
}

/**
 * Selects the types with some entries of which an account may do something.
 * @throws ForbiddenError when there is none
 */
export function requireSome<Type extends string>(
  strapi: Core.Strapi,
  account: Account,
  actions: EntryUse['actions'],
  types: Type[],
): Type[] {
  const allowed = types.filter((type) => permits(strapi, account, { uid: uidOf(type), actions }, 'some'));
  if (allowed.length === 0) throw new errors.ForbiddenError();
  return allowed;
}
