import {
  createBlocksParser,
  createDishesParser,
  createDrinkListParser,
  createTabNamesParser,
  parseSiteName,
} from './parseResponses.ts';
import type { QueryName } from './queries.ts';
import { recordIds } from './recordIds.ts';

/**
 * The parser of each query's response; it throws when the response is malformed. The browser loads the parsers only for its
 * first request: hydration uses the parsed content that is embedded in the page.
 */
export const parsers = {
  siteName: parseSiteName,
  tabs: createTabNamesParser(recordIds.tabs),
  home: createBlocksParser(recordIds.home),
  menuHeadings: createBlocksParser(recordIds.menuHeadings),
  appetizers: createDishesParser('appName'),
  entrees: createDishesParser('entreeName'),
  sides: createDishesParser('sideName'),
  softDrinks: createDrinkListParser(recordIds.softDrinks, 'drinkName'),
  alcohol: createDrinkListParser(recordIds.alcohol, 'alcoholName'),
  services: createBlocksParser(recordIds.services),
  contact: createBlocksParser(recordIds.contact),
} satisfies Record<QueryName, (response: unknown) => unknown>;
