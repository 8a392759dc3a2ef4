import type { ItemText } from '../shared/content/itemText';
import type { MenuType } from '../shared/content/menuTypes';
import type { StoredStatement } from '../shared/diet/dietaryStatement';
import type { DeletedItem, MenuCommand } from '../shared/requests/changeCommands';
import type { Account } from '../strapi/permissions';
import type { MenuList } from './menuAnswers';

/** A list of the menu as an account sees it, and how many of its items *Publish the menu* would change on the site. */
export interface CountedList {
  list: MenuList;
  unpublished: number;
}

/** What *Publish the menu* publishes at once: a dish, or all drinks of a list. */
export interface Unpublished {
  type: MenuType;
  documentId: string;
  /** What the owner calls it. */
  name: string;
  publish(): Promise<unknown>;
}

/** A change of one list before it is made, from which its permissions follow. */
export interface ListChange {
  command: Exclude<MenuCommand['type'], 'publish' | 'schedule'>;
  /** The id of the item in the path; empty for a change without one. */
  id: string;
  body: unknown;
}

/** What the owner states about a dish, and what she saw before; `null`: nothing. */
export interface ChangedStatement {
  statement: StoredStatement | null;
  seen: StoredStatement | null;
}

/** How a list of the menu is read, changed and published. Each change names the account that makes it. */
export interface MenuListRules {
  /** @throws ForbiddenError unless the account may make the change */
  requirePermission(account: Account, change: ListChange): Promise<void>;
  /** Reads what the account may read of the list; `undefined` when it may not read a list of drinks. */
  read(account: Account): Promise<CountedList | undefined>;
  /** Lists what the account sees and *Publish the menu* would change on the site. */
  listUnpublished(account: Account): Promise<Unpublished[]>;
  /** @throws ConflictError when the items are not those that the owner saw, or in another order */
  move(order: { ids: string[]; seen: string[] }, userId: number): Promise<void>;
  /**
   * Takes an item off the site or puts it back, without its draft.
   * @returns whether that changed what the site shows
   * @throws NotFoundError when it was deleted
   */
  show(id: string, shown: boolean, userId: number | null): Promise<boolean>;
  /** Adds an item at the end, as a draft, and returns its id. */
  add(text: ItemText, userId: number): Promise<string>;
  /**
   * Saves the text of an item as a draft.
   * @throws ConflictError when the text is not the one that the owner saw, NotFoundError when the item was deleted
   */
  changeText(id: string, text: { text: ItemText; seen: ItemText }, userId: number): Promise<void>;
  /**
   * Saves what is stated about a dish as a draft.
   * @returns what is stored now
   * @throws ConflictError when another statement is stored than the one that the owner saw, ValidationError when hers contradicts
   *   itself, NotFoundError when the dish was deleted or the list is one of drinks
   */
  state(id: string, statements: ChangedStatement, userId: number): Promise<StoredStatement | null>;
  /**
   * Deletes an item, with its draft.
   * @param added the text with which it was added, to undo that: it is deleted only if nobody has changed or published it since
   * @throws ConflictError then, NotFoundError when it was deleted already
   */
  delete(id: string, userId: number, added?: ItemText): Promise<DeletedItem>;
  /**
   * Undoes a deletion. What is back already stays as it is, because the response to the first request may have been lost.
   * @param body the `DeletedItem` as the request has it
   * @returns the id of the item; `undefined` when there is nothing to undo
   */
  restore(body: unknown, userId: number): Promise<string | undefined>;
}
