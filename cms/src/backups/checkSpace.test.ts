import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { checkSpace } from './checkSpace';

const root = createTemporaryFolder();

test('adds up what the folders of a disk need', () => {
  const folders = ['one', 'other'].map((name) => join(root, name));
  for (const folder of folders) mkdirSync(folder);
  const { bavail, bsize } = statfsSync(root);
  const needs = folders.map((folder) => [folder, 0.6 * bavail * bsize] as const);
  checkSpace(new Map(needs.slice(0, 1)), 'the restore');
  expect(() => checkSpace(new Map(needs), 'the restore')).toThrow(
    /^The disk of .* has \d+ MB free, and the restore may need \d+ MB\. Nothing was changed\.$/,
  );
});
