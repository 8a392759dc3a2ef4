import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '../support/stack.ts';
import { compose, type Kind, VERSION } from './containers.ts';

const COMMAND = 'node src/backups/command.js';

/** A backup of the running CMS, by the README's commands. */
export async function backUp(kind: Kind): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'containers-'));
  const copy = join(folder, 'backup.tar.gz');
  const said = await compose(kind, 'exec', '-T', 'cms', ...COMMAND.split(' '), 'backup');
  const [file = ''] = said.split(' ');
  await compose(kind, 'cp', `cms:${file}`, copy);
  await compose(kind, 'exec', '-T', 'cms', 'rm', file);
  const backup = readFileSync(copy);
  rmSync(folder, { recursive: true });
  return backup;
}

/** Puts a backup in the place of what the stopped CMS keeps, by the README's command. */
export async function restoreBackup(kind: Kind, backup: Buffer): Promise<void> {
  const file = '/data/backups/back.tar.gz';
  const script = `cat >${file} && ${COMMAND} restore ${file} replace`;
  const said = await compose({ ...kind, input: backup }, ...['run', '--rm', '-T', 'cms', 'sh', '-c', script]);
  expect(said).toContain(`(made by version ${VERSION})`);
}
