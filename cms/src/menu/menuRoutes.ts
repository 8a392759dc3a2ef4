import type { Core } from '@strapi/strapi';
import { ConflictError } from '../conflicts/conflictError';
import {
  type EntryTarget,
  type EntryUse,
  listFieldPaths,
  requireAllowed,
} from '../permissions/entryPermissions';
import type { ChangeRequest } from '../shared/commands/commands';
import { uidOf } from '../shared/content/contentTypes';
import { isSameItemText } from '../shared/content/itemText';
import {
  type DishType,
  isDrinkList,
  isMenuType,
  type MenuType,
  nameFieldOf,
} from '../shared/content/menuTypes';
import { addAdminRoute, type Context } from '../strapi/routes';
import { targetOf } from '../versions/readVersions';
import { requireVersion } from '../versions/storedVersions';
import { addDish, changeDishText, deleteDish, moveDishes, restoreDish, switchDish } from './dishChanges';
import {
  addDrink,
  describeDrink,
  findDrink,
  findRestored,
  orderDrinks,
  pairDrinks,
  removeDrink,
  renameDrink,
  restoreDrink,
  switchDrink,
} from './drinkList';
import { changeDrinks, readDrinkList } from './drinks';
import type { MenuChangeAnswer } from './menu';
import {
  parseChangedText,
  parseDeletedDrink,
  parseItemText,
  parseOrder,
  parseShown,
  parseVersion,
} from './menuRequests';
import { NotAllowedError, publishMenu } from './publishMenu';
import { readMenu } from './readMenu';
import { isSameOrder, requireSameOrder, requireSameText } from './requireUnchanged';

/** What undoes a change; `undo` is `null` when nothing has changed. */
type Outcome = Pick<MenuChangeAnswer, 'undo' | 'replacedId'>;

/** A route that changes the menu. */
interface ChangeRoute {
  method: ChangeRequest['method'];
  /** Below `/menu/:type`. */
  path: string;
  /** What it does with a dish besides reading it; for drinks it updates and publishes their list. */
  needs: DishNeeds;
  change(strapi: Core.Strapi, request: ItemRequest): Promise<Outcome>;
}

interface DishNeeds {
  actions: EntryUse['actions'];
  /** The fields that it writes; by default all. */
  fieldsOf?(type: DishType): string[];
  /** By default the dish that the path names. */
  findTarget?(strapi: Core.Strapi, type: DishType, body: unknown): EntryTarget | Promise<EntryTarget>;
}

interface ItemRequest {
  type: MenuType;
  id: string;
  body: unknown;
  userId: number;
}

async function move(strapi: Core.Strapi, { type, body, userId }: ItemRequest): Promise<Outcome> {
  const { ids, seen } = parseOrder(body);
  if (isDrinkList(type))
    await changeDrinks(strapi, type, userId, (list) => {
      const present = pairDrinks(list).map(({ drink }) => String(drink.id));
      requireSameOrder(present, seen, ids);
      return isSameOrder(present, ids) ? list : orderDrinks(list, ids);
    });
  else await moveDishes(strapi, type, { ids, seen, userId });
  return { undo: isSameOrder(ids, seen) ? null : { type: 'move', list: type, ids: seen, seen: ids } };
}

async function show(strapi: Core.Strapi, { type, id, body, userId }: ItemRequest): Promise<Outcome> {
  const isShown = parseShown(body);
  let hasChanged: boolean;
  if (isDrinkList(type)) {
    const { before, after } = await changeDrinks(strapi, type, userId, (list) =>
      switchDrink(list, id, isShown),
    );
    const isOnSite = (list: typeof before) => findDrink(list, id).published?.isOff === false;
    hasChanged = isOnSite(before) !== isOnSite(after);
  } else hasChanged = await switchDish(strapi, { type, id, userId }, isShown);
  return { undo: hasChanged ? { type: 'show', list: type, id, shown: !isShown } : null };
}

async function add(strapi: Core.Strapi, { type, body, userId }: ItemRequest): Promise<Outcome> {
  const text = parseItemText(body);
  let id: string;
  if (isDrinkList(type)) {
    const { after } = await changeDrinks(strapi, type, userId, (list) => addDrink(list, text.name));
    id = String(after.draft.at(-1)?.id);
  } else id = await addDish(strapi, type, text, userId);
  return { undo: { type: 'delete', list: type, id } };
}

async function changeText(strapi: Core.Strapi, { type, id, body, userId }: ItemRequest): Promise<Outcome> {
  const { text, seen } = parseChangedText(body);
  if (isDrinkList(type))
    await changeDrinks(strapi, type, userId, (list) => {
      const { drink } = findDrink(list, id);
      requireSameText(drink, seen, text);
      return drink.name === text.name ? list : renameDrink(list, id, text.name);
    });
  else await changeDishText(strapi, { type, id, userId }, { text, seen });
  return {
    undo: isSameItemText(text, seen) ? null : { type: 'changeText', list: type, id, text: seen, seen: text },
  };
}

async function remove(strapi: Core.Strapi, { type, id, userId }: ItemRequest): Promise<Outcome> {
  if (!isDrinkList(type)) {
    const version = await deleteDish(strapi, type, id);
    return { undo: { type: 'restore', list: type, deleted: { version } } };
  }
  const { before, after } = await changeDrinks(strapi, type, userId, (list) => removeDrink(list, id));
  return { undo: { type: 'restore', list: type, deleted: describeDrink(before, id, after) } };
}

/** Undoes a deletion; one that is undone already stays so, because the response to the first request may have been lost. */
async function restore(strapi: Core.Strapi, { type, body, userId }: ItemRequest): Promise<Outcome> {
  if (!isDrinkList(type)) {
    const documentId = await restoreDish(strapi, type, { version: parseVersion(body), userId });
    return { undo: documentId ? { type: 'delete', list: type, id: documentId } : null };
  }
  const deleted = parseDeletedDrink(body);
  const { after } = await changeDrinks(strapi, type, userId, (list) => restoreDrink(list, deleted));
  const newId = String(findRestored(after, deleted)?.id);
  return {
    undo: { type: 'delete', list: type, id: newId },
    replacedId: { list: type, from: deleted.id, to: newId },
  };
}

const listTextFields = (type: DishType) => [nameFieldOf(type), 'description'];

/** Finds the dish of the request that undoes a deletion. */
async function findDeleted(strapi: Core.Strapi, type: DishType, body: unknown): Promise<EntryTarget> {
  const version = await requireVersion(strapi, parseVersion(body));
  // `restoreDish` rejects the others.
  return version.uid === uidOf(type) ? targetOf(strapi, version) : 'every';
}

const changeRoutes: ChangeRoute[] = [
  {
    method: 'PUT',
    path: '/order',
    needs: { actions: ['update', 'publish'], fieldsOf: () => ['position'], findTarget: () => 'every' },
    change: move,
  },
  { method: 'PUT', path: '/items/:id/shown', needs: { actions: ['publish'] }, change: show },
  {
    method: 'POST',
    path: '/items',
    needs: { actions: ['create'], fieldsOf: listTextFields, findTarget: () => 'new' },
    change: add,
  },
  {
    method: 'PUT',
    path: '/items/:id',
    needs: { actions: ['update'], fieldsOf: listTextFields },
    change: changeText,
  },
  { method: 'DELETE', path: '/items/:id', needs: { actions: ['delete'] }, change: remove },
  {
    method: 'POST',
    path: '/restored-items',
    needs: { actions: ['create', 'update', 'publish'], findTarget: findDeleted },
    change: restore,
  },
];

/** @throws ForbiddenError unless the account may make a change */
async function requirePermission(
  strapi: Core.Strapi,
  { state }: Context,
  { type, id, body }: Omit<ItemRequest, 'userId'>,
  { actions, fieldsOf, findTarget }: DishNeeds,
): Promise<void> {
  const uid = uidOf(type);
  const needed = isDrinkList(type) ? (['update', 'publish'] as const) : actions;
  // Before anything is read, so that an account that may change nothing is not told what exists.
  await requireAllowed(strapi, state, { uid, actions: ['read', ...needed], fields: [] }, 'some');
  if (isDrinkList(type)) {
    const list = await readDrinkList(strapi, type);
    const fields = listFieldPaths(strapi, uid, 'drinks');
    return requireAllowed(strapi, state, { uid, actions: ['read', ...needed], fields }, list);
  }
  const target = (await findTarget?.(strapi, type, body)) ?? { documentId: id };
  const fields = fieldsOf?.(type);
  await requireAllowed(strapi, state, { uid, actions: needed, ...(fields && { fields }) }, target);
  await requireAllowed(strapi, state, { uid, actions: ['read'] }, target);
}

/**
 * Adds the routes of the menu screen, which `menu.ts` describes. Each change responds with the menu as it is afterwards.
 * The permissions are those of the dishes and lists of drinks that change.
 */
export function addMenuRoutes(strapi: Core.Strapi): void {
  addAdminRoute(strapi, 'GET', '/menu', ({ state }) => readMenu(strapi, state));

  addAdminRoute(strapi, 'POST', '/menu/publish', async (context): Promise<MenuChangeAnswer | undefined> => {
    const { state } = context;
    try {
      await publishMenu(strapi, state);
    } catch (error) {
      if (!(error instanceof NotAllowedError)) throw error;
      return context.forbidden(error.message);
    }
    return { menu: await readMenu(strapi, state), undo: null };
  });

  for (const { method, path, needs, change } of changeRoutes)
    addAdminRoute(
      strapi,
      method,
      `/menu/:type${path}`,
      async (context): Promise<MenuChangeAnswer | undefined> => {
        const { params, request, state } = context;
        const { type, id = '' } = params;
        if (!isMenuType(type)) return context.notFound();
        const { body } = request;
        await requirePermission(strapi, context, { type, id, body }, needs);
        try {
          const outcome = await change(strapi, { type, id, body, userId: state.user.id });
          return { menu: await readMenu(strapi, state), ...outcome };
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          return context.conflict(error.message);
        }
      },
    );
}
