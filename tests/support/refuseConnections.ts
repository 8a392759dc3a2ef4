import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect } from 'vitest';

// As in the processes that preload it, so that it is loaded once per process.
const { setCurrentTest, takeRefusedConnections }: typeof import('./guardConnections.cjs') = createRequire(
  import.meta.url,
)('./guardConnections.cjs');

beforeEach(() => setCurrentTest(expect.getState().currentTestName ?? ''));
// Code that handles failed connections would hide them.
afterEach(() => expect(takeRefusedConnections()).toEqual([]));
