import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { allergens } from '../../cms/src/shared/diet/allergens.ts';
import { ANSWERS } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { withStack } from '../support/stack.ts';
import { test } from './bench.ts';
import { loadPage } from './pageLoad.ts';
import { getRounds, median, type PageFigures, rotate } from './results.ts';

/** Contained in every eighth dish, left out on request in another eighth, and none in all others. */
const answer = `CASE abs(random()) % 8 WHEN 0 THEN '${ANSWERS[0]}' WHEN 1 THEN '${ANSWERS[1]}' ELSE '${ANSWERS[2]}' END`;
/** Answers at random would contradict themselves. */
const createAnswer = ({ includes, id }: (typeof allergens)[number]) =>
  includes !== undefined || allergens.some((other) => other.includes === id) ? `'${ANSWERS[0]}'` : answer;

/** SQL that answers about every allergen for each dish of a table. */
const stateAll = (table: string, name: string) => `
  UPDATE ${table} SET dietary_statement = json_object('diet', NULL,
    'answers', json_object(${allergens.map((allergen) => `'${allergen.id}', ${createAnswer(allergen)}`).join(', ')}),
    'confirmedFor', json_object('name', ${name}, 'description', coalesce(description, ''), 'restoreId', NULL));`;

const statements = [
  stateAll('menu_appetizers', 'app_name'),
  stateAll('menu_entrees', 'entree_name'),
  stateAll('menu_sides', 'side_name'),
].join('\n');

/** Returns the size of a page as it is sent, in bytes. */
function fetchCompressedSize(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      response.setEncoding('latin1');
      resolve((await text(response)).length);
    });
    sent.on('error', reject).end();
  });
}

test('statements: the menu with all dishes stated and with none', async ({ browser, copyData, results }) => {
  const [none, all] = [await copyData(), await copyData()];
  withSqlite(databaseFile(all.dataDir), (database) => database.exec(statements));
  await withStack(none, (noneStack) =>
    withStack(all, async (allStack) => {
      const sites = [
        { name: 'none', address: noneStack.site, loads: [] as PageFigures[] },
        { name: 'all', address: allStack.site, loads: [] as PageFigures[] },
      ] as const;
      for (let round = 0; round < getRounds(15); round++)
        for (const { address, loads } of rotate([...sites, ...sites.toReversed()], round))
          loads.push(await loadPage(browser, address, '/menu', 'site'));
      const summarize = async ({ address, loads }: (typeof sites)[number]) => ({
        firstContentfulPaint: median(loads, (load) => load.firstContentfulPaint),
        largestContentfulPaint: median(loads, (load) => load.largestContentfulPaint),
        totalBlockingTime: median(loads, (load) => load.totalBlockingTime),
        cumulativeLayoutShift: Math.max(...loads.map((load) => load.cumulativeLayoutShift)),
        bytes: await fetchCompressedSize(`${address}/menu`),
      });
      results.statements = { none: await summarize(sites[0]), all: await summarize(sites[1]) };
    }),
  );
});
