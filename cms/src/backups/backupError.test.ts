import { expect, test } from 'vitest';
import { BackupError, describeFailure, getMessageOrStack } from './backupError';

const errorWith = (code: string) => Object.assign(new Error('from the system'), { code });

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'])('names a full disk as the reason of %s', (code) => {
  expect(describeFailure(errorWith(code))).toBe('This failed because the disk is full (from the system)');
});

test.each(['EACCES', 'SQLITE_BUSY'])('gives only the message of the error %s', (code) => {
  expect(describeFailure(errorWith(code))).toBe('This failed (from the system)');
});

test('gives the stack trace of an error without a code, which is a bug', () => {
  expect(getMessageOrStack(new TypeError('broken'))).toMatch(/^TypeError: broken\n +at .*backupError\.test/);
  expect(getMessageOrStack('a text')).toBe('a text');
  expect(new BackupError('damaged')).toBeInstanceOf(Error);
});
