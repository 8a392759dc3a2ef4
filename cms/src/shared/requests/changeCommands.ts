import { toContentManagerPath } from '../content/contentManager';
import type { ItemText } from '../content/itemText';
import type { MenuType } from '../content/menuTypes';
import type { StoredStatement } from '../diet/dietaryStatement';

/** A change of the menu. `list` is the content type of the items, `seen` what the owner saw before. */
export type MenuCommand =
  | { type: 'move'; list: MenuType; ids: string[]; seen: string[] }
  /** `until` is when an item that is not shown comes back: `tomorrow`, a date, or a date and time; without it, when somebody does. */
  | { type: 'show'; list: MenuType; id: string; shown: boolean; until?: string | undefined }
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
  | { type: 'publish' }
  /**
   * Publishes the menu at a time, 'YYYY-MM-DDTHH:MM', instead of the planned change with the id `replaces`, as the owner saw it at
   * `seenAt`.
   */
  | { type: 'schedule'; time: string; replaces?: number | undefined; seenAt?: string | undefined };

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

const itemPath = ({ list, id }: { list: MenuType; id: string }) =>
  `/menu/${list}/items/${encodeURIComponent(id)}`;

/** Returns the request that carries out a command. */
export function toRequest(command: MenuCommand | VersionCommand): ChangeRequest {
  switch (command.type) {
    case 'move': {
      const { list, ids, seen } = command;
      return { method: 'PUT', path: `/menu/${list}/order`, body: { ids, seen } };
    }
    case 'show':
      return {
        method: 'PUT',
        path: `${itemPath(command)}/shown`,
        body: { shown: command.shown, until: command.until },
      };
    case 'add':
      return {
        method: 'POST',
        path: `/menu/${command.list}/items`,
        body: { ...command.text, id: command.id, after: command.after },
      };
    case 'changeText':
      return { method: 'PUT', path: itemPath(command), body: { ...command.text, seen: command.seen } };
    case 'state':
      return {
        method: 'PUT',
        path: `${itemPath(command)}/statement`,
        body: { statement: command.statement, seen: command.seen },
      };
    case 'delete':
      return { method: 'DELETE', path: itemPath(command), body: {} };
    case 'takeBack':
      return { method: 'POST', path: `${itemPath(command)}/taken-back`, body: command.added };
    case 'restore':
      return {
        method: 'POST',
        path: `/menu/${command.list}/restored-items`,
        body: { version: command.version },
      };
    case 'publish':
      return { method: 'POST', path: '/menu/publish', body: {} };
    case 'schedule':
      return {
        method: 'POST',
        path: '/menu/schedule',
        body: { time: command.time, replaces: command.replaces, seenAt: command.seenAt },
      };
    case 'bringBack':
      return { method: 'POST', path: `/versions/${command.version}/bring-back`, body: {} };
    case 'unpublishEntry':
      return {
        method: 'POST',
        path: `${toContentManagerPath(command.uid, command.documentId)}/actions/unpublish`,
        body: {},
      };
    case 'deleteEntry':
      return { method: 'DELETE', path: toContentManagerPath(command.uid, command.documentId), body: {} };
  }
}
