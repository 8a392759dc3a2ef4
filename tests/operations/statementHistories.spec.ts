import { rmSync } from 'node:fs';
import { test } from '../support/operations.ts';
import { StackStatementHistory } from '../support/stackStatementHistory.ts';

const length = process.env.TEST_LONG
  ? { count: 200, dishCount: 20, eventCount: 6, eventsPerMove: 4, timeout: 1_200_000 }
  : { count: 10, dishCount: 10, eventCount: 8, eventsPerMove: 2, timeout: 300_000 };

test('whatever happens to dishes, their site states about allergens and diets what is published and confirmed, and nothing else', {
  tag: ['@both', '@sampled', '@histories'],
}, async ({ copyData, scratch, startCms }) => {
  test.setTimeout(length.timeout);
  const location = await copyData();
  await new StackStatementHistory({ location, scratch, startCms, ...length }).run();
  rmSync(location.dataDir, { recursive: true });
});
