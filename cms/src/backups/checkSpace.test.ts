import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSpace } from './checkSpace';

test('adds up what the folders of a disk need', () => {
  const root = mkdtempSync(join(tmpdir(), 'space-'));
  const folders = ['one', 'other'].map((name) => join(root, name));
  for (const folder of folders) mkdirSync(folder);
  const { bavail, bsize } = statfsSync(root);
  const needs = folders.map((folder) => [folder, 0.6 * bavail * bsize] as const);
  checkSpace(new Map(needs.slice(0, 1)), 'the restore');
  expect(() => checkSpace(new Map(needs), 'the restore')).toThrow(
    /^The disk of .* has \d+ MB free, and the restore may need \d+ MB\. Nothing was changed\.$/,
  );
  rmSync(root, { recursive: true });
});
