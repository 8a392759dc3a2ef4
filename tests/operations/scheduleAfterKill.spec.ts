import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EntryId, listChanges, listVersions, saveAndSchedule } from '../support/entries.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { Stack } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const HOME: EntryId = { uid: 'api::homepage.homepage', documentId: 'home-main' };
const KILL_HOOK = fileURLToPath(new URL('../support/killBeforeStatement.cjs', import.meta.url));

test('a planned change that is killed in the middle is made exactly once by the next start', {
  tag: '@both',
}, async ({ copyData, scratch, startCms }) => {
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = await copyData();
  // Later than the seeded content.
  const clock = new TestClock(scratch, '2037-11-24T12:00:00-05:00');
  const start = (hook?: Record<string, string>): Promise<Cms> =>
    startCms(DATA_DIR, {
      env: { DATA_DIR, DATABASE_URL, TIME_ZONE: 'America/New_York', ...clock.env, ...hook },
      nodeArgs: hook ? ['--require', KILL_HOOK] : [],
    });
  const startAndSignIn = async () => {
    const cms = await start();
    await cms.waitUntilReady();
    return { cms, stack: Stack.at(cms.address, cms.address) };
  };

  const planning = await startAndSignIn();
  await saveAndSchedule(planning.stack, HOME, { mainHeading: 'First words' }, '2037-11-26T17:00');
  await saveAndSchedule(planning.stack, HOME, { mainHeading: 'Second words' }, '2037-11-26T17:01');
  await planning.cms.stop();
  clock.set('2037-11-26T17:01:30-05:00');
  for (const KILL_BEFORE of [
    // The first change is half made.
    'insert into .?site_versions',
    // It is made and not ended.
    'delete from .?site_scheduled_changes|update .?site_scheduled_changes.? set .?state',
  ]) {
    const killed = await start({ KILL_BEFORE });
    expect(await killed.exited, killed.output).toMatchObject({ signal: 'SIGKILL' });
  }

  const { cms, stack } = await startAndSignIn();
  await expect.poll(() => listChanges(stack)).toMatchObject([{ state: 'late' }]);
  expect(await stack.readContent('homepage')).toContain('Second words');
  const made = (await listVersions(stack, HOME)).filter(({ change }) => change.startsWith('As planned: '));
  expect(made.map(({ change }) => change)).toEqual([
    expect.stringContaining('→ “Second words”'),
    expect.stringContaining('→ “First words”'),
  ]);
  await cms.stop();
  rmSync(DATA_DIR, { recursive: true });
});
