import type { Core } from '@strapi/strapi';
import { type EntryTarget, type EntryUse, requireAllowed } from '../permissions/entryPermissions';
import { uidOf } from '../shared/content/contentTypes';
import type { DishType } from '../shared/content/menuTypes';
import type { Account } from '../strapi/permissions';
import { targetOf } from '../versions/readVersions';
import { requireVersion } from '../versions/storedVersions';
import { listTextFields } from './menuFields';
import type { ListChange } from './menuListRules';
import { parseVersion } from './menuRequests';

/** What a change does with a dish besides reading it. */
interface DishNeeds {
  actions: EntryUse['actions'];
  /** The fields that it writes; by default all. */
  fieldsOf?(type: DishType): string[];
  /** By default the dish that the path names. */
  findTarget?(strapi: Core.Strapi, type: DishType, body: unknown): EntryTarget | Promise<EntryTarget>;
}

/** Finds the dish of the request that undoes a deletion. */
async function findDeleted(strapi: Core.Strapi, type: DishType, body: unknown): Promise<EntryTarget> {
  const version = await requireVersion(strapi, parseVersion(body));
  // `restoreDish` rejects the others.
  return version.uid === uidOf(type) ? targetOf(strapi, version) : 'every';
}

const needsByCommand: Record<ListChange['command'], DishNeeds> = {
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
export async function requireDishPermission(
  strapi: Core.Strapi,
  type: DishType,
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
