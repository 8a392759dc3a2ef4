import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isPublic } from '../environment/isPublic';
import { readSiteUrl } from '../environment/settings';
import {
  type EntryTarget,
  type EntryUse,
  requireAllowed,
  requireSome,
} from '../permissions/entryPermissions';
import { uidOf } from '../shared/content/contentTypes';
import { headingIdsOf, isMenuType, type MenuType, menuTypes } from '../shared/content/menuTypes';
import { commandRoutes, type MenuCommand } from '../shared/requests/changeCommands';
import { undoPublication } from '../site/publications';
import { planWaiting, publishWaiting } from '../site/publishWaiting';
import { requireVersion, targetOf } from '../site/storedVersions';
import { addAdminRoute, type Context } from '../strapi/routes';
import {
  addItem,
  changeItemText,
  declareAllergens,
  deleteItem,
  type ItemRequest,
  leaveMenu,
  moveItems,
  restoreItem,
  switchItem,
  takeItemBack,
} from './changeItems';
import { listTextFields } from './items';
import type { MenuCard, MenuChangeAnswer } from './menuAnswers';
import { parseVersion } from './menuRequests';
import { readMenu } from './readMenu';

/** A change of the items of a type, and what it needs besides reading the item. */
interface ItemChange {
  command: Extract<MenuCommand, { list: MenuType }>['type'];
  change(request: ItemRequest): Promise<MenuCommand | null>;
  actions: EntryUse['actions'];
  /** The fields that it writes; by default all. */
  fieldsOf?(type: MenuType): string[];
  /** By default the item that the path names. */
  findTarget?(request: ItemRequest): EntryTarget | Promise<EntryTarget>;
}

/** Finds the item of the request that undoes a deletion. */
async function findDeleted({ strapi, item, body }: ItemRequest): Promise<EntryTarget> {
  const version = await requireVersion(strapi, parseVersion(body).version);
  // `restoreItem` rejects the others.
  return version.uid === item.uid ? targetOf(strapi, version) : 'every';
}

const ITEM_CHANGES: ItemChange[] = [
  {
    command: 'move',
    change: moveItems,
    actions: ['update', 'publish'],
    fieldsOf: () => ['position'],
    findTarget: () => 'every',
  },
  { command: 'show', change: switchItem, actions: ['publish'] },
  { command: 'leave', change: leaveMenu, actions: ['publish'] },
  {
    command: 'add',
    change: addItem,
    actions: ['create'],
    fieldsOf: listTextFields,
    findTarget: () => 'new',
  },
  {
    command: 'changeText',
    change: changeItemText,
    actions: ['update'],
    fieldsOf: listTextFields,
  },
  {
    command: 'state',
    change: declareAllergens,
    actions: ['update'],
    fieldsOf: () => ['dietaryStatement'],
  },
  { command: 'delete', change: deleteItem, actions: ['delete'] },
  { command: 'takeBack', change: takeItemBack, actions: ['delete'] },
  {
    command: 'restore',
    change: restoreItem,
    actions: ['create', 'update', 'publish'],
    findTarget: findDeleted,
  },
];

/** @throws ForbiddenError unless the account may make the change */
async function requirePermission(
  { actions, fieldsOf, findTarget }: ItemChange,
  request: ItemRequest,
): Promise<void> {
  const { strapi, type, item, account } = request;
  const { uid, documentId } = item;
  // Before anything is read, so that an account that may change nothing is not told what exists.
  await requireAllowed(strapi, account, { uid, actions: ['read', ...actions], fields: [] }, 'some');
  const target = (await findTarget?.(request)) ?? { documentId };
  const fields = fieldsOf?.(type);
  await requireAllowed(strapi, account, { uid, actions, ...(fields && { fields }) }, target);
  await requireAllowed(strapi, account, { uid, actions: ['read'] }, target);
}

/**
 * Adds the routes of the menu screen. Each change responds with the menu as it is afterwards.
 * The permissions are those of the items that change.
 */
export function addMenuRoutes(strapi: Core.Strapi): void {
  const addChange = (
    command: MenuCommand['type'],
    change: (context: Context, values: Record<string, unknown>) => Promise<MenuCommand | null>,
  ) => {
    const { method, path } = commandRoutes[command];
    addAdminRoute(strapi, method, path, async (context, values): Promise<MenuChangeAnswer> => {
      const undo = await change(context, values);
      return { menu: await readMenu(strapi, context.state), undo };
    });
  };

  addAdminRoute(strapi, 'GET', '/menu', ({ state }) => readMenu(strapi, state));
  addAdminRoute(strapi, 'GET', '/menu/card', async ({ state }): Promise<MenuCard> => {
    requireSome(strapi, state, ['read'], [...menuTypes]);
    const site = await strapi.documents(uidOf('website-name')).findFirst({ status: 'published' });
    const url = new URL('/menu', readSiteUrl());
    return { name: String(site?.websiteName ?? ''), url: url.href, isPublic: isPublic(url.hostname) };
  });
  addChange('publish', ({ state }, { requestId }) =>
    publishWaiting(strapi, state, 'menu', 'undoPublish', requestId),
  );
  addChange('undoPublish', ({ params, state }) => undoPublication(strapi, state, Number(params.version)));
  addChange('schedule', ({ state }, values) => planWaiting(strapi, state, 'menu', values));
  for (const itemChange of ITEM_CHANGES)
    addChange(itemChange.command, async ({ params, request, state }) => {
      const { list: type, id = '' } = params;
      if (!isMenuType(type) || headingIdsOf(type).includes(id)) throw new errors.NotFoundError('Not Found');
      const item = { uid: uidOf(type), documentId: id };
      const itemRequest = { strapi, type, item, body: request.body, account: state };
      await requirePermission(itemChange, itemRequest);
      return itemChange.change(itemRequest);
    });
}
