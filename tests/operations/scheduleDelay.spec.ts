import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { toLocalTime } from '../../cms/src/shared/hours/zonedTime.ts';
import type { EntryId } from '../support/entries.ts';
import { expect, test } from '../support/operations.ts';
import { pseudoRandom } from '../support/pseudoRandom.ts';
import { listChanges, saveAndSchedule } from '../support/schedule.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { Site } from '../support/site.ts';

const COUNT = 15;
const HOME: EntryId = { uid: 'api::homepage.homepage', documentId: 'home-main' };
const TIME_ZONE = 'America/New_York';
/** Between two changes, so that each is on every replica before the next. */
const INTERVAL_MS = 2_000;
/** How often a replica has a visitor. */
const VISIT_MS = 100;
interface Visit {
  time: number;
  number: number;
}

/** Visits a page until a change is on it; returns when each response had arrived, and the number of the change that it had. */
async function visitUntil(site: string, last: number): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const _ of setInterval(VISIT_MS)) {
    const page = await (await fetch(site)).text();
    const number = Number(page.match(/Heading of change (\d+)/)?.[1] ?? 0);
    visits.push({ time: Date.now(), number });
    if (number === last) break;
  }
  return visits;
}

/** The replicas beside that of the stack. */
const others: Site[] = [];

test.afterEach(async () => {
  for (const site of others.splice(0)) await site.stop();
});

test('three replicas show fifteen scheduled changes at their times, and never before', {
  tag: '@long',
}, async ({ scratch, startStack }) => {
  const stack = await startStack(copySeededData(join(scratch, 'data')), '', { TIME_ZONE });
  for (const name of ['second', 'third'])
    others.push(await Site.start({ cms: stack.cms, dataDir: join(scratch, name), env: { TIME_ZONE } }));
  const { date, time } = toLocalTime(Date.now() + 3_600_000, TIME_ZONE);
  for (let number = 1; number <= COUNT; number += 1)
    await saveAndSchedule(stack, HOME, { mainHeading: `Heading of change ${number}` }, `${date}T${time}`);

  // The owner chooses minutes; instants within seconds are written to the database.
  const random = pseudoRandom(1797);
  const start = Date.now() + 5_000;
  const ids = (await listChanges(stack)).map(({ id }) => id);
  const instants = ids.map((_, index) => Math.round(start + (index + random.next().value / 2) * INTERVAL_MS));
  const cases = ids.map((id, index) => `WHEN ${id} THEN ${instants[index]}`);
  await stack.runStatement(`UPDATE site_scheduled_changes SET due_at = CASE id ${cases.join(' ')} END`);

  const sites = [stack.site, ...others.map(({ address }) => address)];
  const visits = await Promise.all(sites.map((site) => visitUntil(site, COUNT)));
  const early = visits.flat().filter(({ time, number }) => time < (instants[number - 1] ?? 0));
  expect(early).toEqual([]);
  const delays = visits.flatMap((ofSite) =>
    instants.map(
      // On a busy machine, the next change may be there already.
      (instant, index) => (ofSite.find(({ number }) => number > index)?.time ?? 0) - instant,
    ),
  );
  const sorted = delays.sort((one, other) => one - other);
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  console.log(
    `From the instant to the page, ${delays.length} times: median ${median} ms, longest ${longest} ms`,
  );
});
