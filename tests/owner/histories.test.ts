import { test } from 'vitest';
import { cms } from '../support/cms.ts';
import { runHistory } from '../support/history.ts';

/** Each way in which time passes occurs in seven rounds. */
const { count, rounds } = process.env.TEST_LONG ? { count: 30, rounds: 28 } : { count: 3, rounds: 7 };

test('whatever two owners do, the site, the drafts and the planned changes are what the rules say @histories', {
  timeout: 3_600_000,
}, async () => {
  for (let seed = 0; seed < count; seed += 1) {
    await cms.reset();
    await runHistory(seed, rounds);
  }
});
