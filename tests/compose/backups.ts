import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '../support/stack.ts';
import { compose, type StackOptions, typeCommand, VERSION } from './containers.ts';

/** Makes a backup of the running CMS and returns the file. */
export async function backUp(options: StackOptions): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'containers-'));
  const copy = join(folder, 'backup.tar.gz');
  const output = await typeCommand(options, 'backUp');
  const [file = ''] = output.split(' ');
  await compose(options, 'cp', `cms:${file}`, copy);
  await compose(options, 'exec', '-T', 'cms', 'rm', file);
  const backup = readFileSync(copy);
  rmSync(folder, { recursive: true });
  return backup;
}

/** Replaces the site of the stopped CMS with a backup. */
export async function restoreBackup(options: StackOptions, backup: Buffer): Promise<void> {
  const output = await typeCommand({ ...options, input: backup }, 'restoreFile');
  expect(output).toContain(`(created by version ${VERSION})`);
}
