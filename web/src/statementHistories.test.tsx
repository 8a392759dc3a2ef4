import { test } from 'vitest';
import { allergens } from '../../cms/src/shared/diet/allergens.ts';
import { readMenuPage } from '../../tests/support/readMenuPage.ts';
import { runStatementHistories } from '../../tests/support/statementHistory.ts';
import type { Dish } from './content/content.ts';
import { parsers } from './content/parsers.ts';
import { recordIds } from './content/recordIds.ts';
import { renderDocument } from './entry-server.tsx';
import { findRoute } from './routes.ts';
// vitest.config.ts runs this file with the slow ones, which don't have the setup of the site's tests.
import './testSetup.ts';

/** `npm run test:long` runs all of them. */
const histories = process.env.TEST_LONG
  ? { count: 100_000, eventCount: 16, historiesPerPage: 50 }
  : { count: 300, eventCount: 16, historiesPerPage: 2 };

const site = new URL('https://table.example');
const time = { now: Date.parse('2037-11-24T12:00:00-05:00'), timeZone: 'America/New_York' };
const createRecords = (ids: readonly string[]) => ({
  data: ids.map((documentId) => ({
    documentId,
    mainHeading: 'Heading',
    subHeadings: 'Part',
    description: '',
  })),
});
/** The content of the page beside its dishes. */
const content = {
  siteName: parsers.siteName({ data: { websiteName: 'Scioto Table' } }),
  menuHeadings: parsers.menuHeadings(createRecords(recordIds.menuHeadings)),
  contact: parsers.contact(createRecords(recordIds.contact)),
  appetizers: [],
  sides: [],
};
const ids = new Map(allergens.map(({ id, name }) => [name, id]));

/** Renders the menu's page, with its structured data and the printed sheet, and reads it. */
async function readPage(entrees: Dish[]) {
  const assets = { styles: '', script: '/app.js' };
  return readMenuPage(
    await renderDocument(findRoute('/menu'), { ...content, entrees }, site, assets, time),
    ids,
  );
}

test(
  `after ${histories.count} histories, the API, the page, the printed sheet and the structured data state exactly what the owner has published and confirmed`,
  {
    timeout: 900_000,
  },
  () => runStatementHistories({ ...histories, readPage }),
);
