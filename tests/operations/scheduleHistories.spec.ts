import { rmSync } from 'node:fs';
import { test } from '../support/operations.ts';
import { ScheduleHistory } from '../support/scheduleHistory.ts';

/** The long history has the same moves. */
const length = process.env.TEST_LONG
  ? { changeCount: 1_000, changesPerMove: 40, actionsPerChange: 1, timeout: 1_200_000 }
  : { changeCount: 30, changesPerMove: 5, actionsPerChange: 2, timeout: 180_000 };

test('scheduled changes are made once, in order and at their times, whatever else happens', {
  tag: ['@both', '@sampled', '@histories'],
}, async ({ copyData, scratch, startCms }) => {
  test.setTimeout(length.timeout);
  const location = await copyData();
  await new ScheduleHistory({ location, scratch, startCms, ...length }).run();
  rmSync(location.dataDir, { recursive: true });
});
