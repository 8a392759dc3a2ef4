import type { Core } from '@strapi/strapi';
import { type EntryTarget, type EntryUse, requireAllowed } from '../permissions/entryPermissions';
import { uidOf } from '../shared/content/contentTypes';
import type { MenuType } from '../shared/content/menuTypes';
import type { MenuCommand } from '../shared/requests/changeCommands';
import type { Account } from '../strapi/permissions';
import { targetOf } from '../versions/readVersions';
import { requireVersion } from '../versions/storedVersions';
import { listTextFields } from './menuFields';
import { parseVersion } from './menuRequests';

/** A change of the items of a type before it is made, from which its permissions follow. */
export interface ListChange {
  command: Exclude<MenuCommand['type'], 'publish' | 'schedule'>;
  /** The id of the item in the path; empty for a change without one. */
  id: string;
  body: unknown;
}

/** What a change does with an item besides reading it. */
interface ItemNeeds {
  actions: EntryUse['actions'];
  /** The fields that it writes; by default all. */
  fieldsOf?(type: MenuType): string[];
  /** By default the item that the path names. */
  findTarget?(strapi: Core.Strapi, type: MenuType, body: unknown): EntryTarget | Promise<EntryTarget>;
}

/** Finds the item of the request that undoes a deletion. */
async function findDeleted(strapi: Core.Strapi, type: MenuType, body: unknown): Promise<EntryTarget> {
  const version = await requireVersion(strapi, parseVersion(body));
  // `restoreItem` rejects the others.
  return version.uid === uidOf(type) ? targetOf(strapi, version) : 'every';
}

const needsByCommand: Record<ListChange['command'], ItemNeeds> = {
  move: { actions: ['update', 'publish'], fieldsOf: () => ['position'], findTarget: () => 'every' },
  show: { actions: ['publish'] },
  add: { actions: ['create'], fieldsOf: listTextFields, findTarget: () => 'new' },
  changeText: { actions: ['update'], fieldsOf: listTextFields },
  state: { actions: ['update'], fieldsOf: () => ['dietaryStatement'] },
  delete: { actions: ['delete'] },
  takeBack: { actions: ['delete'] },
  restore: { actions: ['create', 'update', 'publish'], findTarget: findDeleted },
};

/** @throws ForbiddenError unless the account may make the change */
export async function requireItemPermission(
  strapi: Core.Strapi,
  type: MenuType,
  account: Account,
  { command, id, body }: ListChange,
): Promise<void> {
  const uid = uidOf(type);
  const { actions, fieldsOf, findTarget } = needsByCommand[command];
  // Before anything is read, so that an account that may change nothing is not told what exists.
  await requireAllowed(strapi, account, { uid, actions: ['read', ...actions], fields: [] }, 'some');
  const target = (await findTarget?.(strapi, type, body)) ?? { documentId: id };
  const fields = fieldsOf?.(type);
  await requireAllowed(strapi, account, { uid, actions, ...(fields && { fields }) }, target);
  await requireAllowed(strapi, account, { uid, actions: ['read'] }, target);
}
