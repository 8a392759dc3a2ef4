import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { readFiles, writeFiles } from '../../testing/smallSite';
import { BackupError } from './backupError';
import { createSqliteAdapter } from './sqliteAdapter';
import {
  commitRestore,
  completeInterruptedRestore,
  completeRestore,
  completeRestoreAndLock,
  IncompleteRestoreError,
  openStaging,
  type RestorePlan,
} from './stagedRestore';

vi.mock('node:fs/promises', { spy: true });
const actual = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');

const OLD = {
  'cms/strapi.db': 'old database',
  'cms/strapi.db-wal': 'old log',
  'public/uploads/.gitkeep': '',
  'public/uploads/both.png': 'old picture',
  'public/uploads/old.png': 'old picture',
};
const NEW = {
  'cms/strapi.db': 'new database',
  'public/uploads/.gitkeep': '',
  'public/uploads/both.png': 'new picture',
  'public/uploads/new.png': 'new picture',
};
const PLAN: RestorePlan = { backup: 'site.tar.gz', database: 'SQLite', pictures: ['both.png', 'new.png'] };

const dataFolder = createDataFolder();
const log = vi.fn();
const path = (...names: string[]) => join(dataFolder, ...names);

const adapter = () => createSqliteAdapter(path('cms', 'strapi.db'));
async function stage(plan = PLAN): Promise<RestorePlan> {
  const staging = await openStaging();
  writeFiles(staging.folder, { 'strapi.db': 'new database' });
  writeFiles(staging.pictures, { 'both.png': 'new picture', 'new.png': 'new picture' });
  await commitRestore(staging, plan);
  return plan;
}
function readSite(): Record<string, string> {
  const { 'cms/lock.db': _, ...files } = readFiles(dataFolder);
  return files;
}

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', '');
  writeFiles(dataFolder, OLD);
});
afterEach(() => {
  vi.restoreAllMocks();
  log.mockReset();
});

test('changes nothing while it stages, and everything when it completes', async () => {
  const plan = await stage();
  expect(readSite()).toMatchObject(OLD);
  expect(await completeRestore(plan, adapter())).toEqual([]);
  expect(readSite()).toEqual(NEW);
  expect(readdirSync(path('public', 'uploads')).sort()).toEqual(['.gitkeep', 'both.png', 'new.png']);
});

/** Lets the file operation with a number fail, and all after it, as if the process had ended. */
function endProcessAt(number: number): void {
  let count = 0;
  const beforeOperation = () => {
    count += 1;
    if (count >= number) throw new Error('the process has ended');
  };
  vi.mocked(rename).mockImplementation(async (...args) => {
    beforeOperation();
    return actual.rename(...args);
  });
  vi.mocked(rm).mockImplementation(async (...args) => {
    beforeOperation();
    return actual.rm(...args);
  });
}

test('the next process completes a restore, at whichever step it was interrupted', async () => {
  let number = 0;
  for (let isInterrupted = true; isInterrupted; ) {
    number += 1;
    rmSync(dataFolder, { recursive: true });
    writeFiles(dataFolder, OLD);
    const plan = await stage();
    endProcessAt(number);
    const undeleted = await completeRestore(plan, adapter()).catch((error: unknown) => error);
    vi.mocked(rename).mockReset();
    vi.mocked(rm).mockReset();
    isInterrupted = undeleted instanceof IncompleteRestoreError;
    await completeInterruptedRestore(log);
    expect(readSite(), `step ${number}`).toEqual(NEW);
  }
  // Journals, the database, pictures, staging folders, plan.
  expect(number).toBeGreaterThan(8);
  expect(log).toHaveBeenCalledWith('Completed the restore of site.tar.gz, which had been interrupted.');
});

test('the next process deletes what a restore has staged that was interrupted before it was complete', async () => {
  writeFiles(path('cms', '.restore'), { 'strapi.db': 'new', 'plan.json': JSON.stringify(PLAN) });
  writeFiles(path('public', 'uploads', '.restore', 'uploads'), { 'both.png': 'new picture' });
  expect(await completeRestoreAndLock(log)).toBe(true);
  expect(readSite()).toEqual(OLD);
  expect(log).not.toHaveBeenCalled();
});

test('a restore into one database is not completed with another', async () => {
  await stage({ ...PLAN, database: 'localhost/site' });
  const completed = completeRestoreAndLock(log);
  await expect(completed).rejects.toBeInstanceOf(BackupError);
  await expect(completed).rejects.toThrow(/into localhost\/site was interrupted: set DATABASE_URL as it was/);
  expect(readSite()).toMatchObject(OLD);
});

test('reports a step that fails, and completes the restore when it succeeds', async () => {
  const plan = await stage();
  mkdirSync(path('public', 'uploads', 'new.png'));
  await expect(completeRestore(plan, adapter())).rejects.toThrow(
    /^This failed \(.*\); the restore of site\.tar\.gz is not complete yet: the next start of the CMS/,
  );
  expect(existsSync(path('cms', 'restore.json'))).toBe(true);
  rmSync(path('public', 'uploads', 'new.png'), { recursive: true });
  await completeInterruptedRestore(log);
  expect(readSite()).toEqual(NEW);
});
