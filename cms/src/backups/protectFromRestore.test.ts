import { beforeEach, expect, test, vi } from 'vitest';
import { exitOf } from '../../testing/fakes';
import { BackupError } from './backupError';
import { protectFromRestore } from './protectFromRestore';
import * as stagedRestore from './stagedRestore';

const lock = vi.spyOn(stagedRestore, 'completeRestoreAndLock');

beforeEach(() => void lock.mockReset());

test.each([
  [
    new stagedRestore.IncompleteRestoreError('This failed because the disk is full'),
    'This failed because the disk is full',
  ],
  [Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }), 'This failed (EIO: i/o error)'],
])(
  'ends the start, to be restarted, when an interrupted restore can’t be completed: %s',
  async (error, reason) => {
    lock.mockRejectedValue(error);
    expect(await exitOf(protectFromRestore)).toEqual({
      code: 1,
      line: `The CMS can't start yet: ${reason}`,
    });
  },
);

test('ends the start without a restart when the interrupted restore was into another database', async () => {
  lock.mockRejectedValue(new BackupError('set DATABASE_URL as it was'));
  expect(await exitOf(protectFromRestore)).toEqual({
    code: 78,
    line: "The CMS can't start: set DATABASE_URL as it was",
  });
});
