import type { ItemText } from '../shared/content/itemText';
import type { MenuType } from '../shared/content/menuTypes';
import type { StoredStatement } from '../shared/diet/dietaryStatement';
import type { MenuCommand } from '../shared/requests/changeCommands';
import type { PlannedSummary } from '../site/plannedChange';

/** When an item that is off the menu comes back by itself, or one that is on it leaves. */
export interface ItemMoment {
  /** 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
  localTime: string;
  /** Such as 'tomorrow, Thursday, at 4:30 pm'. */
  when: string;
}

/** A dish or a drink, with the text of its draft. */
export interface MenuItem extends ItemText {
  /** Its document id. */
  id: string;
  /** Whether the site shows it now. */
  isShown: boolean;
  /** When it comes back, if it is off the menu until then. */
  returns?: ItemMoment | undefined;
  /** When it leaves, if it is on the menu until then. */
  leaves?: ItemMoment | undefined;
  /** What is stated about a dish in its draft; never of a drink. */
  statement?: StoredStatement | undefined;
  /** The text that the site shows, if it differs from that of the draft. */
  shown?: ItemText;
  /** The labels of those fields that this screen does not show and that differ on the site from their draft. */
  otherChanges?: string[];
  /** Whether it was added and never published, so that *Publish the menu* shows it for the first time. */
  isNew: boolean;
}

/** A list of dishes or drinks that are moved within it. */
export interface MenuList {
  type: MenuType;
  /** The heading of a list of drinks; the lists of dishes have that of their section. */
  heading?: string;
  /** The greatest lengths of the text, in characters. */
  limits: { name: number; description?: number };
  items: MenuItem[];
}

/** A section of the menu page: appetizers, entrees and sides have one list, drinks have two. */
export interface MenuSection {
  id: 'menu-appetizers' | 'menu-entrees' | 'menu-sides' | 'menu-drinks';
  heading: string;
  lists: MenuList[];
}

/** `GET /menu`. */
export interface MenuAnswer {
  sections: MenuSection[];
  /** The first opening after today, until which an item is off `tomorrow`: 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
  nextOpening: string;
  /** How many items *Publish the menu* would change on the site. */
  unpublished: number;
  /** What *Publish the menu* publishes at a time, in order. */
  planned: PlannedSummary[];
  /** The time zone of the restaurant. */
  timeZone: string;
  /** When this was read, in ISO 8601: what others change later, the owner has not seen. */
  readAt: string;
  /** The id of the last restore of the site, for which statements are confirmed; `null` if it was never restored. */
  restoreId: string | null;
}

/**
 * The response to each change, a `MenuCommand`. What is wrong is answered with 400 and one sentence for the owner. When some items can't be
 * published, the sentence names them, the others are published, and `details.undo` of the error undoes that.
 *
 * A request whose response was lost can be sent again: what is done already stays as it is. A request that doesn't fit to what
 * somebody else did in the meantime is rejected with 409 and one sentence, and changes nothing.
 */
export interface MenuChangeAnswer {
  menu: MenuAnswer;
  /** The command that undoes the change; `null` when there is nothing to undo. */
  undo: MenuCommand | null;
}

/** The response to `GET /menu/card`: the name of the restaurant, and the URL of the menu, which guests may be able to reach. */
export type MenuCard = Record<'name' | 'url', string> & { isPublic: boolean };
