// `node command.js backup [FILE]` and `node command.js restore FILE [replace]`, without Strapi: npm run and containers call it.
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backupsFolder } from '../environment/settings';
import { pack } from './archive';
import { BackupError, describeFailure } from './backupError';
import { copyData } from './copy';
import { databaseAdapter } from './databaseAdapter';
import { listDaily, timeName, withTemporaryFolder } from './folders';
import { restore } from './restore';

const tryToStat = (path: string) => stat(path).catch(() => undefined);

/** Writes words and pictures into one file; given a folder, into a file there. */
async function backup(wanted = backupsFolder()): Promise<string> {
  const there = await tryToStat(wanted);
  const toFolder = there?.isDirectory() || wanted === backupsFolder();
  const file = toFolder ? join(wanted, `${timeName()}.tar.gz`) : resolve(wanted);
  if (there && !toFolder) throw new BackupError(`${file} is there already: name another file.`);
  if (!toFolder && !(await tryToStat(dirname(file))))
    throw new BackupError(`There is no folder ${dirname(file)}.`);
  if (!(await databaseAdapter().isFilled()))
    throw new BackupError('There is no site yet of which a backup could be made: start it first.');
  await withTemporaryFolder(async (draft) => {
    await copyData(draft, (await listDaily())[0]);
    await pack(draft, file);
  });
  const { size } = await stat(file);
  return `${file} has words, pictures and accounts (${(size / 1e6).toFixed(1)} MB). Keep a copy on another machine, where only you can read it.`;
}

async function run(action?: string, file?: string, replace?: string): Promise<string> {
  if (action === 'backup' && replace === undefined) return backup(file);
  if (action === 'restore' && file && [undefined, 'replace'].includes(replace))
    return restore(resolve(file), replace === 'replace');
  throw new BackupError('Usage: backup [FILE], or restore FILE [replace]');
}

const explain = (error: unknown) =>
  error instanceof BackupError ? error.message : `${describeFailure(error)}; what was there is as it was.`;

run(...process.argv.slice(2)).then(console.log, (error) => {
  console.error(explain(error));
  process.exitCode = 1;
});
