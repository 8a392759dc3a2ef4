import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '../support/stack.ts';
import { compose, type StackOptions, VERSION } from './containers.ts';

const COMMAND = 'node src/backups/command.js';

/** Makes a backup of the running CMS with the README's commands and returns the file. */
export async function backUp(options: StackOptions): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'containers-'));
  const copy = join(folder, 'backup.tar.gz');
  const output = await compose(options, 'exec', '-T', 'cms', ...COMMAND.split(' '), 'backup');
  const [file = ''] = output.split(' ');
  await compose(options, 'cp', `cms:${file}`, copy);
  await compose(options, 'exec', '-T', 'cms', 'rm', file);
  const backup = readFileSync(copy);
  rmSync(folder, { recursive: true });
  return backup;
}

/** Replaces the site of the stopped CMS with a backup, with the README's command. */
export async function restoreBackup(options: StackOptions, backup: Buffer): Promise<void> {
  const file = '/data/backups/back.tar.gz';
  const script = `cat >${file} && ${COMMAND} restore ${file} replace`;
  const output = await compose(
    { ...options, input: backup },
    ...['run', '--rm', '-T', 'cms', 'sh', '-c', script],
  );
  expect(output).toContain(`(created by version ${VERSION})`);
}
