import { toContentManagerPath } from '../content/contentManager';
import type { ItemText } from '../content/itemText';
import type { MenuType } from '../content/menuTypes';
import type { StoredStatement } from '../diet/dietaryStatement';

/** When what waits is published. */
export type PlannedTime = {
  /** 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
  time: string;
  /** The id of the planned change instead of which it is published. */
  replaces?: number | undefined;
  /** When the owner saw what goes out, in ISO 8601. */
  seenAt?: string | undefined;
  /** Until when: a date, whose closing it is, or a date and time; `''` without an end. */
  until?: string | undefined;
};

/** A change of the menu. `list` is the content type of the items, `seen` what the owner saw before. */
export type MenuCommand =
  | { type: 'move'; list: MenuType; ids: string[]; seen: string[] }
  /** `until` is when an item that is not shown comes back: `tomorrow`, a date, or a date and time; without it, when somebody does. */
  | { type: 'show'; list: MenuType; id: string; shown: boolean; until?: string | undefined }
  /** Plans when an item on the menu leaves it: at the closing of a date, or at a date and time; `null`: when somebody takes it off. */
  | { type: 'leave'; list: MenuType; id: string; until: string | null }
  /** Adds an item as a draft, with an id of `createItemId`: after another one, `null` for the first, without it in the last place. */
  | { type: 'add'; list: MenuType; id: string; text: ItemText; after?: string | null | undefined }
  | { type: 'changeText'; list: MenuType; id: string; text: ItemText; seen: ItemText }
  /** States what guests with an allergy or a diet must know about a dish; `null`: nothing. */
  | {
      type: 'state';
      list: MenuType;
      id: string;
      statement: StoredStatement | null;
      seen: StoredStatement | null;
    }
  | { type: 'delete'; list: MenuType; id: string }
  /** Undoes the addition of an item, which stays when somebody has changed or published it since. */
  | { type: 'takeBack'; list: MenuType; id: string; added: ItemText }
  /** Undoes a deletion, by the version that has what was deleted. */
  | { type: 'restore'; list: MenuType; version: number }
  /** With an id of `createItemId`, by which a request that is sent again is known. */
  | { type: 'publish'; requestId: string }
  /** Undoes a publication of the menu, by its version. */
  | { type: 'undoPublish'; version: number }
  /** Publishes the menu at a time. */
  | ({ type: 'schedule' } & PlannedTime);

/** A change on the first screen, where all pages are. */
export type SiteCommand =
  /** Saves a text of an entry as a draft. `seen` is the text that the owner saw before. */
  | { type: 'changeWords'; list: string; id: string; field: string; words: string; seen: string }
  | { type: 'publishSite'; requestId: string }
  /** Undoes a publication, by its version. */
  | { type: 'undoPublishSite'; version: number }
  /** Publishes all drafts at a time. */
  | ({ type: 'scheduleSite' } & PlannedTime);

/** What undoes a publication. */
export type PublicationCommand = Extract<MenuCommand | SiteCommand, { type: `undo${string}` }>;

/** A change of an entry that undoes the return to an earlier version. */
export type VersionCommand =
  | { type: 'bringBack'; version: number }
  | { type: 'unpublishEntry'; uid: string; documentId: string }
  | { type: 'deleteEntry'; uid: string; documentId: string };

/** A request of the admin that changes something. */
export interface ChangeRequest {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: object;
}

/** A route by which the CMS carries out a command, with the names of its values as parameters. */
interface Route {
  method: ChangeRequest['method'];
  path: string;
}

/** The routes of the commands; what is no parameter is in the body, of a text its name and description. */
export const commandRoutes = {
  move: { method: 'PUT', path: '/menu/:list/order' },
  show: { method: 'PUT', path: '/menu/:list/items/:id/shown' },
  leave: { method: 'PUT', path: '/menu/:list/items/:id/leaving' },
  add: { method: 'POST', path: '/menu/:list/items' },
  changeText: { method: 'PUT', path: '/menu/:list/items/:id' },
  state: { method: 'PUT', path: '/menu/:list/items/:id/statement' },
  delete: { method: 'DELETE', path: '/menu/:list/items/:id' },
  takeBack: { method: 'POST', path: '/menu/:list/items/:id/taken-back' },
  restore: { method: 'POST', path: '/menu/:list/restored-items' },
  publish: { method: 'POST', path: '/menu/publish' },
  undoPublish: { method: 'POST', path: '/menu/publications/:version/undo' },
  schedule: { method: 'POST', path: '/menu/schedule' },
  changeWords: { method: 'PUT', path: '/words/:list/:id/:field' },
  publishSite: { method: 'POST', path: '/words/publish' },
  undoPublishSite: { method: 'POST', path: '/words/publications/:version/undo' },
  scheduleSite: { method: 'POST', path: '/words/schedule' },
  bringBack: { method: 'POST', path: '/versions/:version/bring-back' },
} as const satisfies Record<(MenuCommand | SiteCommand)['type'] | 'bringBack', Route>;

/** Returns the request that carries out a command. */
export function toRequest(command: MenuCommand | SiteCommand | VersionCommand): ChangeRequest {
  if (command.type === 'deleteEntry' || command.type === 'unpublishEntry') {
    const path = toContentManagerPath(command.uid, command.documentId);
    return command.type === 'deleteEntry'
      ? { method: 'DELETE', path, body: {} }
      : { method: 'POST', path: `${path}/actions/unpublish`, body: {} };
  }
  const { method, path }: Route = commandRoutes[command.type];
  const {
    type: _,
    text,
    added,
    ...values
  }: { text?: ItemText; added?: ItemText; [name: string]: unknown } = command;
  const isInBody = ([name]: [string, unknown]) => !path.split('/').includes(`:${name}`);
  return {
    method,
    path: path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(values[name]))),
    body: { ...text, ...added, ...Object.fromEntries(Object.entries(values).filter(isInBody)) },
  };
}
