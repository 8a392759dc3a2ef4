import type { Core } from '@strapi/strapi';
import { hasPermissions } from '../access/entryPermissions';
import { uidOf } from '../content/contentTypes';
import type { Undo } from '../versions/versions';
import { ConflictError, isSameOrder, requireSameOrder, requireSameWords } from './conflict';
import { addDish, changeDishWords, deleteDish, moveDishes, restoreDish, switchDish } from './dishChanges';
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
import { changeDrinks } from './drinks';
import type { MenuChangeAnswer, MenuType } from './menu';
import {
  parseChangedWords,
  parseDeletedDrink,
  parseOrder,
  parseShown,
  parseVersion,
  parseWords,
} from './menuRequests';
import { isDrinkList, isMenuType, menuTypes } from './menuTypes';
import { publishMenu } from './publishMenu';
import { readMenu } from './readMenu';
import { areSameWords } from './words';

type Context = Parameters<Core.MiddlewareHandler>[0];

/** What a change needs and does. */
interface Change {
  method: Undo['method'];
  /** Below `/menu/:type`. */
  path: string;
  /** The permissions that it needs for a dish; for a list of drinks it needs those to update and to publish. */
  needs: Parameters<typeof hasPermissions>[3];
  /** Returns the request that undoes the change, or `null` when nothing has changed. */
  act(strapi: Core.Strapi, request: ChangeRequest): Promise<Undo | null>;
}

interface ChangeRequest {
  type: MenuType;
  id: string;
  body: unknown;
  userId: number;
}

const INFO = { type: 'admin' } as const;
const CONFIG = { policies: ['admin::isAuthenticatedAdmin'] };

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
  const words = parseWords(body);
  let id: string;
  if (isDrinkList(type)) {
    const { after } = await changeDrinks(strapi, type, userId, (list) => addDrink(list, words.name));
    id = String(after.draft.at(-1)?.id);
  } else id = await addDish(strapi, type, words, userId);
  return { method: 'DELETE', path: itemPath(type, id), body: {} };
}

async function changeWords(
  strapi: Core.Strapi,
  { type, id, body, userId }: ChangeRequest,
): Promise<Undo | null> {
  const { words, seen } = parseChangedWords(body);
  if (isDrinkList(type))
    await changeDrinks(strapi, type, userId, (list) => {
      const { drink } = findDrink(list, id);
      requireSameWords(drink, seen, words);
      return drink.name === words.name ? list : renameDrink(list, id, words.name);
    });
  else await changeDishWords(strapi, { type, id, userId }, { words, seen });
  if (areSameWords(words, seen)) return null;
  return { method: 'PUT', path: itemPath(type, id), body: { ...seen, seen: words } };
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

const changes: Change[] = [
  { method: 'PUT', path: '/order', needs: ['update', 'publish'], act: move },
  { method: 'PUT', path: '/items/:id/shown', needs: ['publish'], act: show },
  { method: 'POST', path: '/items', needs: ['create'], act: add },
  { method: 'PUT', path: '/items/:id', needs: ['update'], act: changeWords },
  { method: 'DELETE', path: '/items/:id', needs: ['delete'], act: remove },
  { method: 'POST', path: '/restored-items', needs: ['create', 'update', 'publish'], act: restore },
];

/**
 * Adds the routes of the menu screen, which `menu.ts` describes. Each change responds with the whole menu as it is afterwards.
 * The permissions are those of the content types.
 */
export function addMenuRoutes(strapi: Core.Strapi): void {
  const can = (context: Context, type: MenuType, needs: Change['needs']) =>
    hasPermissions(strapi, context, uidOf(type), ['read', ...needs]);

  const sendMenu = async (context: Context, undo?: Undo | null) => {
    const types = menuTypes.filter((type) => can(context, type, []));
    if (types.length === 0) return context.forbidden();
    const menu = await readMenu(strapi, types);
    const answer: MenuChangeAnswer = { menu, undo: undo ?? null };
    context.set('cache-control', 'no-store');
    context.body = undo === undefined ? menu : answer;
  };

  const handleChange = (needs: Change['needs'], act: Change['act']) => async (context: Context) => {
    const { type, id = '' } = context.params;
    if (!isMenuType(type)) return context.notFound();
    if (!can(context, type, isDrinkList(type) ? ['update', 'publish'] : needs)) return context.forbidden();
    try {
      const { body } = context.request;
      const userId = context.state.user.id;
      await sendMenu(context, await act(strapi, { type, id, body, userId }));
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      return context.conflict(error.message);
    }
  };

  strapi.server.routes({
    type: 'admin',
    routes: [
      {
        method: 'GET',
        path: '/menu',
        info: INFO,
        handler: (context: Context) => sendMenu(context),
        config: CONFIG,
      },
      {
        method: 'POST',
        path: '/menu/publish',
        info: INFO,
        handler: async (context: Context) => {
          const types = menuTypes.filter((type) => can(context, type, ['publish']));
          if (types.length === 0) return context.forbidden();
          await publishMenu(strapi, types, context.state.user.id);
          await sendMenu(context, null);
        },
        config: CONFIG,
      },
      ...changes.map(({ method, path, needs, act }) => ({
        method,
        path: `/menu/:type${path}`,
        info: INFO,
        handler: handleChange(needs, act),
        config: CONFIG,
      })),
    ],
  });
}
