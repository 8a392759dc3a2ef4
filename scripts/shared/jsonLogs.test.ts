import { expect, test, vi } from 'vitest';
import * as shared from '../../cms/src/shared/jsonLogs.ts';
import { formatLogLine } from './jsonLogs.mjs';

test('formats a line of the log as the CMS and the site do', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const line = formatLogLine('error', 'start', 'The CMS could not start\n');
  expect(line).toBe(shared.formatLogLine('error', 'start', 'The CMS could not start'));
  expect(JSON.parse(line)).toEqual({
    level: 'error',
    time: '1970-01-01T00:00:00.000Z',
    name: 'start',
    msg: 'The CMS could not start',
  });
  vi.useRealTimers();
});
