import type { Core } from '@strapi/strapi';
import { ConflictError } from '../conflicts/conflictError';
import {
  type EntryTarget,
  type EntryUse,
  listFieldPaths,
  requireAllowed,
} from '../permissions/entryPermissions';
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
import type { Undo } from '../versions/version';
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

/** What a change needs and does. */
interface Change {
  method: Undo['method'];
  /** Below `/menu/:type`. */
  path: string;
  /** What it does with a dish besides reading it; for drinks it updates and publishes their list. */
  needs: DishNeeds;
  /** Returns the request that undoes the change, or `null` when nothing has changed. */
  act(strapi: Core.Strapi, request: ChangeRequest): Promise<Undo | null>;
}

interface DishNeeds {
  actions: EntryUse['actions'];
  /** The fields that it writes; by default all. */
  fieldsOf?(type: DishType): string[];
  /** By default the dish that the path names. */
  findTarget?(strapi: Core.Strapi, type: DishType, body: unknown): EntryTarget | Promise<EntryTarget>;
}

interface ChangeRequest {
  type: MenuType;
  id: string;
  body: unknown;
  userId: number;
}

const itemPath = (type: MenuType, id: string) => `/menu/${type}/items/${id}`;

async function move(strapi: Core.Strapi, { type, body, userId }: ChangeRequest): Promise<Undo | null> {
  const { ids, seen } = parseOrder(body);
  const undo: Undo = { method: 'PUT', path: `/menu/${type}/order`, body: { ids: seen, seen: ids } };
  if (isDrinkList(type))
    await changeDrinks(strapi, type, userId, (list) => {
      const present = pairDrinks(list).map(({ drink }) => String(drink.id));
      requireSameOrder(present, seen, ids);
      return isSameOrder(present, ids) ? list : orderDrinks(list, ids);
    });
  else await moveDishes(strapi, type, { ids, seen, userId });
  return isSameOrder(ids, seen) ? null : undo;
}

async function show(strapi: Core.Strapi, { type, id, body, userId }: ChangeRequest): Promise<Undo | null> {
  const isShown = parseShown(body);
  let hasChanged: boolean;
  if (isDrinkList(type)) {
    const { before, after } = await changeDrinks(strapi, type, userId, (list) =>
      switchDrink(list, id, isShown),
    );
    const isOnSite = (list: typeof before) => findDrink(list, id).published?.isOff === false;
    hasChanged = isOnSite(before) !== isOnSite(after);
  } else hasChanged = await switchDish(strapi, { type, id, userId }, isShown);
  return hasChanged
    ? { method: 'PUT', path: `${itemPath(type, id)}/shown`, body: { shown: !isShown } }
    : null;
}

async function add(strapi: Core.Strapi, { type, body, userId }: ChangeRequest): Promise<Undo | null> {
  const text = parseItemText(body);
  let id: string;
  if (isDrinkList(type)) {
    const { after } = await changeDrinks(strapi, type, userId, (list) => addDrink(list, text.name));
    id = String(after.draft.at(-1)?.id);
  } else id = await addDish(strapi, type, text, userId);
  return { method: 'DELETE', path: itemPath(type, id), body: {} };
}

async function changeText(
  strapi: Core.Strapi,
  { type, id, body, userId }: ChangeRequest,
): Promise<Undo | null> {
  const { text, seen } = parseChangedText(body);
  if (isDrinkList(type))
    await changeDrinks(strapi, type, userId, (list) => {
      const { drink } = findDrink(list, id);
      requireSameText(drink, seen, text);
      return drink.name === text.name ? list : renameDrink(list, id, text.name);
    });
  else await changeDishText(strapi, { type, id, userId }, { text, seen });
  if (isSameItemText(text, seen)) return null;
  return { method: 'PUT', path: itemPath(type, id), body: { ...seen, seen: text } };
}

async function remove(strapi: Core.Strapi, { type, id, userId }: ChangeRequest): Promise<Undo | null> {
  if (!isDrinkList(type)) {
    const version = await deleteDish(strapi, type, id);
    return { method: 'POST', path: `/menu/${type}/restored-items`, body: { version } };
  }
  const { before, after } = await changeDrinks(strapi, type, userId, (list) => removeDrink(list, id));
  return { method: 'POST', path: `/menu/${type}/restored-items`, body: describeDrink(before, id, after) };
}

/** Undoes a deletion; one that is undone already stays so, because the response to the first request may have been lost. */
async function restore(strapi: Core.Strapi, { type, body, userId }: ChangeRequest): Promise<Undo | null> {
  if (!isDrinkList(type)) {
    const documentId = await restoreDish(strapi, type, { version: parseVersion(body), userId });
    return documentId ? { method: 'DELETE', path: itemPath(type, documentId), body: {} } : null;
  }
  const deleted = parseDeletedDrink(body);
  const { after } = await changeDrinks(strapi, type, userId, (list) => restoreDrink(list, deleted));
  const restored = findRestored(after, deleted);
  return { method: 'DELETE', path: itemPath(type, String(restored?.id)), body: { id: deleted.id } };
}

const listTextFields = (type: DishType) => [nameFieldOf(type), 'description'];

/** Finds the dish of the request that undoes a deletion. */
async function findDeleted(strapi: Core.Strapi, type: DishType, body: unknown): Promise<EntryTarget> {
  const version = await requireVersion(strapi, parseVersion(body));
  // `restoreDish` rejects the others.
  return version.uid === uidOf(type) ? targetOf(strapi, version) : 'every';
}

const changes: Change[] = [
  {
    method: 'PUT',
    path: '/order',
    needs: { actions: ['update', 'publish'], fieldsOf: () => ['position'], findTarget: () => 'every' },
    act: move,
  },
  { method: 'PUT', path: '/items/:id/shown', needs: { actions: ['publish'] }, act: show },
  {
    method: 'POST',
    path: '/items',
    needs: { actions: ['create'], fieldsOf: listTextFields, findTarget: () => 'new' },
    act: add,
  },
  {
    method: 'PUT',
    path: '/items/:id',
    needs: { actions: ['update'], fieldsOf: listTextFields },
    act: changeText,
  },
  { method: 'DELETE', path: '/items/:id', needs: { actions: ['delete'] }, act: remove },
  {
    method: 'POST',
    path: '/restored-items',
    needs: { actions: ['create', 'update', 'publish'], findTarget: findDeleted },
    act: restore,
  },
];

/** @throws ForbiddenError unless the account may make a change */
async function requirePermission(
  strapi: Core.Strapi,
  { state }: Context,
  { type, id, body }: Omit<ChangeRequest, 'userId'>,
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

  for (const { method, path, needs, act } of changes)
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
          const undo = await act(strapi, { type, id, body, userId: state.user.id });
          return { menu: await readMenu(strapi, state), undo };
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          return context.conflict(error.message);
        }
      },
    );
}
