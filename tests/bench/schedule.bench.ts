import { rmSync } from 'node:fs';
import { Cms } from '../support/operations.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { test } from './bench.ts';
import { getRounds, median, rotate } from './results.ts';

const CHANGES = 1_000;
const TIME_ZONE = 'America/New_York';

/** SQL that schedules changes of the heading of the home page, one a minute from tomorrow on. */
const plan = `
  WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${CHANGES})
  INSERT INTO site_scheduled_changes
      (scope, state, due_at, local_time, time_zone, scheduled_at, author, author_id, title, change, entries)
    SELECT 'entry', 'waiting', (unixepoch() + 86400 + n * 60) * 1000, '2099-01-01T12:00', '${TIME_ZONE}', unixepoch() * 1000,
      'Owner', 1, '“Home”', 'Heading: “before” → “after”',
      json_array(json_object('uid', 'api::homepage.homepage', 'documentId', 'home-main',
        'content', json_object('mainHeading', 'Heading ' || n), 'replaced', json_object('mainHeading', 'Before')))
    FROM series;`;

/** Starts the CMS on a data folder; returns the milliseconds until it serves. */
async function measureStart(dataDir: string): Promise<number> {
  const start = performance.now();
  const cms = await Cms.start(dataDir, { env: { TIME_ZONE } });
  await cms.waitUntilReady();
  const time = performance.now() - start;
  await cms.kill();
  return time;
}

test('schedule: the start of a CMS with many waiting changes and with none', async ({
  copyData,
  results,
}) => {
  const [none, many] = [await copyData(), await copyData()];
  withSqlite(databaseFile(many.dataDir), (database) => database.exec(plan));
  const times = { none: [] as number[], many: [] as number[] };
  const sites = [
    { name: 'none', ...none },
    { name: 'many', ...many },
  ] as const;
  for (const { dataDir } of sites) await measureStart(dataDir);
  for (let round = 0; round < getRounds(15); round++)
    for (const { name, dataDir } of rotate(sites, round)) times[name].push(await measureStart(dataDir));
  const middle = (values: number[]) => median(values, (value) => value);
  results.schedule = { none: middle(times.none), many: middle(times.many) };
  for (const { dataDir } of sites) rmSync(dataDir, { recursive: true });
});
