import type { Core } from '@strapi/strapi';
import { ConflictError } from '../conflicts/conflictError';
import { isSame } from '../content/compareContent';
import { keepReturn } from '../schedule/endReturns';
import { cancelReturn, scheduleReturn } from '../schedule/schedule';
import { findChanges, whereReturns } from '../schedule/storedChanges';
import { uidOf } from '../shared/content/contentTypes';
import { type ItemText, isSameItemText } from '../shared/content/itemText';
import { isMenuType, type MenuType } from '../shared/content/menuTypes';
import { isRecord } from '../shared/isRecord';
import type { ChangeRequest } from '../shared/requests/changeCommands';
import type { Account } from '../strapi/permissions';
import { addAdminRoute, type Context } from '../strapi/routes';
import {
  addItem,
  changeItemText,
  deleteItem,
  moveItems,
  restoreItem,
  stateAboutDish,
  switchItem,
} from './changeItems';
import { type ListChange, requireItemPermission } from './itemPermissions';
import { nameReturning, parseUntil } from './itemReturns';
import type { MenuChangeAnswer } from './menuAnswers';
import {
  parseChangedStatement,
  parseChangedText,
  parseItemText,
  parseOrder,
  parseSeenText,
  parseShown,
  parseVersion,
} from './menuRequests';
import { NotAllowedError, publishMenu, scheduleMenu } from './publishMenu';
import { readItemList } from './readItemList';
import { readMenu } from './readMenu';
import { isSameOrder } from './requireUnchanged';

/** What undoes a change; `undo` is `null` when nothing has changed. */
type Outcome = Pick<MenuChangeAnswer, 'undo'>;

interface ItemRequest {
  strapi: Core.Strapi;
  type: MenuType;
  id: string;
  body: unknown;
  account: Account;
  userId: number;
}

/** A route that changes a list. */
interface ChangeRoute {
  method: ChangeRequest['method'];
  /** Below `/menu/:type`. */
  path: string;
  command: ListChange['command'];
  change(request: ItemRequest): Promise<Outcome>;
}

async function move({ strapi, type, body, userId }: ItemRequest): Promise<Outcome> {
  const { ids, seen } = parseOrder(body);
  await moveItems(strapi, type, { ids, seen, userId });
  return { undo: isSameOrder(ids, seen) ? null : { type: 'move', list: type, ids: seen, seen: ids } };
}

/** Takes an item off the menu, until a time or until somebody puts it back, or puts it back. */
async function show({ strapi, type, id, body, account, userId }: ItemRequest): Promise<Outcome> {
  const { shown, until } = parseShown(body);
  const item = { uid: uidOf(type), itemId: id };
  const moment = shown ? undefined : await parseUntil(strapi, until);
  return strapi.db.transaction(async () => {
    const hasChanged = await keepReturn(() => switchItem(strapi, { type, id, userId }, shown));
    const [previous] = await findChanges(strapi, whereReturns(item));
    await cancelReturn(strapi, item);
    if (moment) {
      const { list } = await readItemList(strapi, type, account);
      const name = nameReturning(list.items, id);
      await scheduleReturn(strapi, { ...item, name }, { account, moment });
    }
    const isUnchanged = !hasChanged && previous?.localTime === moment?.localTime;
    const undo = {
      type: 'show',
      list: type,
      id,
      shown: hasChanged !== shown,
      until: previous?.localTime,
    } as const;
    return { undo: isUnchanged ? null : undo };
  });
}

async function add({ strapi, type, body, userId }: ItemRequest): Promise<Outcome> {
  const added = parseItemText(body);
  const id = await addItem(strapi, type, added, userId);
  return { undo: { type: 'takeBack', list: type, id, added } };
}

async function changeText({ strapi, type, id, body, userId }: ItemRequest): Promise<Outcome> {
  const { text, seen } = parseChangedText(body);
  await changeItemText(strapi, { type, id, userId }, { text, seen });
  const isUnchanged = isSameItemText(text, seen);
  return { undo: isUnchanged ? null : { type: 'changeText', list: type, id, text: seen, seen: text } };
}

async function state({ strapi, type, id, body, userId }: ItemRequest): Promise<Outcome> {
  const { statement, seen } = parseChangedStatement(body);
  const saved = await stateAboutDish(strapi, { type, id, userId }, { statement, seen });
  const isUnchanged = isSame(saved, seen);
  return { undo: isUnchanged ? null : { type: 'state', list: type, id, statement: seen, seen: saved } };
}

async function remove({ strapi, type, id }: ItemRequest, added?: ItemText): Promise<Outcome> {
  return { undo: { type: 'restore', list: type, version: await deleteItem(strapi, type, id, added) } };
}

const takeBack = (request: ItemRequest): Promise<Outcome> => remove(request, parseSeenText(request.body));

async function restore({ strapi, type, body, userId }: ItemRequest): Promise<Outcome> {
  const id = await restoreItem(strapi, type, { version: parseVersion(body), userId });
  return { undo: id === undefined ? null : { type: 'delete', list: type, id } };
}

const changeRoutes: ChangeRoute[] = [
  { method: 'PUT', path: '/order', command: 'move', change: move },
  { method: 'PUT', path: '/items/:id/shown', command: 'show', change: show },
  { method: 'POST', path: '/items', command: 'add', change: add },
  { method: 'PUT', path: '/items/:id', command: 'changeText', change: changeText },
  { method: 'PUT', path: '/items/:id/statement', command: 'state', change: state },
  { method: 'DELETE', path: '/items/:id', command: 'delete', change: remove },
  { method: 'POST', path: '/items/:id/taken-back', command: 'takeBack', change: takeBack },
  { method: 'POST', path: '/restored-items', command: 'restore', change: restore },
];

/**
 * Adds the routes of the menu screen, which `menuAnswers.ts` describes. Each change responds with the menu as it is afterwards.
 * The permissions are those of the items that change.
 */
export function addMenuRoutes(strapi: Core.Strapi): void {
  addAdminRoute(strapi, 'GET', '/menu', ({ state }) => readMenu(strapi, state));

  /** Answers with the reason when the account may not publish a part of the menu, or somebody else has changed one. */
  const explainRejection =
    <Answer>(respond: (context: Context) => Promise<Answer>) =>
    async (context: Context): Promise<Answer | undefined> => {
      try {
        return await respond(context);
      } catch (error) {
        if (error instanceof ConflictError) return context.conflict(error.message);
        if (!(error instanceof NotAllowedError)) throw error;
        return context.forbidden(error.message);
      }
    };
  const publish = async ({ state }: Context): Promise<MenuChangeAnswer> => {
    await publishMenu(strapi, state);
    return { menu: await readMenu(strapi, state), undo: null };
  };
  addAdminRoute(strapi, 'POST', '/menu/publish', explainRejection(publish));
  const schedule = async ({ request: { body }, state }: Context): Promise<MenuChangeAnswer> => {
    await scheduleMenu(strapi, state, isRecord(body) ? body : {});
    return { menu: await readMenu(strapi, state), undo: null };
  };
  addAdminRoute(strapi, 'POST', '/menu/schedule', explainRejection(schedule));

  for (const { method, path, command, change } of changeRoutes)
    addAdminRoute(
      strapi,
      method,
      `/menu/:type${path}`,
      async (context): Promise<MenuChangeAnswer | undefined> => {
        const { params, request, state } = context;
        const { type, id = '' } = params;
        if (!isMenuType(type)) return context.notFound();
        const { body } = request;
        await requireItemPermission(strapi, type, state, { command, id, body });
        try {
          const outcome = await change({ strapi, type, id, body, account: state, userId: state.user.id });
          return { menu: await readMenu(strapi, state), ...outcome };
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          return context.conflict(error.message);
        }
      },
    );
}
