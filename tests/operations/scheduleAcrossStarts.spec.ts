import { join } from 'node:path';
import { runScript } from '../support/backups.ts';
import type { EntryId } from '../support/entries.ts';
import { expectOnSite } from '../support/expectOnSite.ts';
import { expect, test } from '../support/operations.ts';
import { listChanges, saveAndSchedule } from '../support/schedule.ts';
import { copySeededData } from '../support/seededCopy.ts';
import type { Stack } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const FRIES: EntryId = { uid: 'api::menu-side.menu-side', documentId: 'hand-cut-fries' };
const HOME: EntryId = { uid: 'api::homepage.homepage', documentId: 'home-main' };
const THURSDAY = '2037-11-26T17:00';

let clock: TestClock;
let folder: string;
let start: (settings?: Record<string, string>) => Promise<Stack>;
let stack: Stack;

test.beforeEach(async ({ scratch, startStack }) => {
  folder = join(scratch, 'data');
  // Later than the seeded content.
  clock = new TestClock(scratch, '2037-11-24T12:00:00-05:00');
  copySeededData(folder);
  start = (settings = {}) =>
    startStack(folder, '', { TIME_ZONE: 'America/New_York', ...clock.env, ...settings });
  stack = await start();
});

/** Sets the clock, by that of New York, and signs in again: a session does not last for days. */
function goTo(time: string): void {
  clock.set(`${time}-05:00`);
  signInAgain();
}

/** Makes the next request sign in. */
function signInAgain(): void {
  const { site, cms } = stack;
  stack = Object.assign(Object.create(stack), { adminToken: undefined, site, cms });
}

const expectChanges = (changes: object[]): Promise<void> =>
  expect
    .poll(() => listChanges(stack))
    .toEqual(changes.map((change) => expect.objectContaining({ ...change })));

/** Stops the site, backs it up, restores the backup at a time and in a time zone, and returns what the restore prints. */
async function restoreAt(time: string, timeZone: string): Promise<string> {
  await stack.stop();
  const file = join(folder, '..', 'backup.tar.gz');
  const settings = { ...stack.settings, ...clock.env, TIME_ZONE: timeZone };
  expect(runScript('backup', settings, [file])).toMatchObject({ status: 0 });
  clock.set(time);
  const { status, stdout } = runScript('restore', settings, [file, 'replace']);
  expect(status).toBe(0);
  stack = await start({ TIME_ZONE: timeZone });
  return stdout;
}

test('a restore makes nothing that is older than itself, and lists it', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await saveAndSchedule(stack, FRIES, { sideName: 'Sunday fries' }, '2037-11-29T17:00');
  expect(await restoreAt('2037-11-26T20:00:00-05:00', 'America/New_York')).toContain(
    'Scheduled changes whose time has passed: 1.',
  );
  await expectChanges([
    { state: 'asking', problem: expect.stringContaining('restored from a backup') },
    { state: 'waiting' },
  ]);
  goTo('2037-11-29T17:00:00');
  await expectOnSite(stack, '/menu', 'Sunday fries');
  expect(await stack.readContent('homepage')).not.toContain('Thursday words');
});

test('a restore to a site in another time zone makes nothing that has passed there', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await restoreAt('2037-11-26T15:00:00-05:00', 'Europe/London');
  await expectChanges([{ state: 'asking', problem: expect.stringContaining('restored from a backup') }]);
  expect(await stack.readContent('homepage')).not.toContain('Thursday words');
});

test('what was said for 5 pm stays at 5 pm in another time zone', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await stack.stop();
  stack = await start({ TIME_ZONE: 'America/Los_Angeles' });
  await expectChanges([{ when: 'Thursday, November 26 at 5:00 pm, in two days' }]);
  goTo('2037-11-26T19:59:59');
  await expectChanges([{ when: 'Thursday, November 26 at 5:00 pm, today, in one minute' }]);
  clock.set('2037-11-26T20:00:00-05:00');
  await expectOnSite(stack, '/', 'Thursday words');
});
