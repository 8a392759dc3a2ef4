import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { tryToLockData } from './dataLock';

const dataFolder = createDataFolder();
const processes: ChildProcess[] = [];

/** Starts another process that takes a lock, and waits until it has it. */
async function lockInAnotherProcess(statement: 'BEGIN' | 'BEGIN EXCLUSIVE'): Promise<ChildProcess> {
  const script = join(dataFolder, 'lock.cjs');
  const sqlite = JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'));
  writeFileSync(
    script,
    `const connection = new (require(${sqlite}))(process.argv[2]);
     connection.prepare(process.argv[3]).run();
     connection.prepare('SELECT 1 FROM sqlite_master').all();
     process.on('message', () => connection.close());
     process.send('locked');`,
  );
  const child = fork(script, [join(dataFolder, 'cms', 'lock.db'), statement]);
  processes.push(child);
  await once(child, 'message');
  return child;
}

beforeEach(() => {
  // Creates the lock's file.
  tryToLockData('shared')?.();
});
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
});

test('several processes share the data, but not with a restore', async () => {
  await lockInAnotherProcess('BEGIN');
  const unlock = tryToLockData('shared');
  expect(unlock).toBeDefined();
  unlock?.();
  expect(tryToLockData('exclusive')).toBeUndefined();
});

test('a lock ends with its process, also when that is killed', async () => {
  for (const statement of ['BEGIN', 'BEGIN EXCLUSIVE'] as const) {
    const child = await lockInAnotherProcess(statement);
    expect(tryToLockData('exclusive')).toBeUndefined();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const unlock = tryToLockData('exclusive');
    expect(unlock).toBeDefined();
    unlock?.();
  }
});

test('leaves no journal, and reports a data folder that can’t be written to', () => {
  tryToLockData('exclusive')?.();
  expect(existsSync(join(dataFolder, 'cms', 'lock.db-journal'))).toBe(false);
  rmSync(join(dataFolder, 'cms', 'lock.db'));
  writeFileSync(join(dataFolder, 'cms', 'lock.db'), 'not an empty database, but some other file');
  expect(() => tryToLockData('shared')).toThrow('file is not a database');
});
