import type { Core } from '@strapi/strapi';
import { toText } from '../menu/items';
import type { EntryUse } from '../permissions/entryPermissions';
import { uidOf } from '../shared/content/contentTypes';
import { dishTypes } from '../shared/content/menuTypes';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { selectConfirmed } from '../shared/diet/selectConfirmed';
import type { Entry } from '../site/entry';
import { readItems } from '../site/itemOrder';
import { readRestoreId } from '../site/restoreId';
import type { Warning } from './listWarnings';

/** How many dishes the sentence names. */
const MAX_NAMES = 3;

/**
 * Warns about the dishes for which the site says “ask us” because they have other words than those for which the owner has confirmed
 * what she stated, or because the site was restored since.
 * @param selectAllowed selects the dishes with which the account may do something
 */
export async function warnAboutUnconfirmedStatements(
  strapi: Core.Strapi,
  selectAllowed: (use: EntryUse, dishes: Entry[]) => Promise<Entry[]>,
): Promise<Warning[]> {
  const restoreId = await readRestoreId(strapi);
  const names: string[] = [];
  for (const type of dishTypes) {
    const use = { uid: uidOf(type), actions: ['read', 'update', 'publish'] } as const;
    for (const { published } of await selectAllowed(use, await readItems(strapi, type))) {
      if (!published || !parseStoredStatement(published.dietaryStatement)) continue;
      const text = toText(type, published);
      if (!selectConfirmed(published.dietaryStatement, text, restoreId)) names.push(`“${text.name}”`);
    }
  }
  const [first] = names;
  if (!first) return [];
  const until = 'until you confirm what you stated about allergens and diet, and publish it';
  const more = names.length - MAX_NAMES;
  const list = [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  return [
    {
      sentence:
        names.length === 1
          ? `${first} says “ask us” ${until}.`
          : `${names.length} dishes say “ask us” ${until}: ${list}.`,
      link: { label: 'Open the menu', path: '/menu' },
    },
  ];
}
