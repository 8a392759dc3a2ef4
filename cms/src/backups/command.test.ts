import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { waitFor } from '../../testing/waitFor';

const fakes = vi.hoisted(() => ({
  restore: vi.fn(),
  completeRestoreAndLock: vi.fn(),
  hasSite: vi.fn(),
  pack: vi.fn(),
}));
vi.mock('./restore', () => ({ restore: fakes.restore }));
vi.mock('./stagedRestore', () => ({ completeRestoreAndLock: fakes.completeRestoreAndLock }));
vi.mock('./chooseDatabaseAdapter', () => ({
  chooseDatabaseAdapter: async () => ({ hasSite: fakes.hasSite }),
}));
vi.mock('./copyData', () => ({ copyData: vi.fn() }));
vi.mock('./archive', () => ({ pack: fakes.pack }));

const USAGE = 'Usage: backup [FILE], or restore FILE [replace]';
const { argv } = process;
const dataFolder = createDataFolder();

/** Runs the command with these arguments and returns what it prints and its exit code. */
async function run(...args: string[]): Promise<{ code: number; message: string }> {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  process.argv = ['node', 'command.js', ...args];
  vi.resetModules();
  await import('./command');
  await waitFor(() => expect(log.mock.calls.length + error.mock.calls.length).toBe(1));
  const message = String([...log.mock.calls, ...error.mock.calls][0]?.[0]);
  const code = Number(process.exitCode ?? 0);
  expect(error.mock.calls.length).toBe(code);
  process.exitCode = undefined;
  log.mockRestore();
  error.mockRestore();
  return { code, message };
}

beforeEach(() => {
  fakes.restore.mockReset().mockResolvedValue('Restored');
  fakes.completeRestoreAndLock.mockReset().mockResolvedValue(true);
  fakes.hasSite.mockReset().mockResolvedValue(true);
  fakes.pack.mockReset().mockImplementation(async (_, file: string) => writeFileSync(file, 'backup'));
});
afterEach(() => {
  process.argv = argv;
});

test.each([[[]], [['backup', 'one', 'two']], [['restore', 'file', 'overwrite']]])(
  'prints the usage for the arguments %j',
  async (args) => {
    expect(await run(...args)).toEqual({ code: 1, message: USAGE });
    expect(fakes.restore).not.toHaveBeenCalled();
    expect(fakes.pack).not.toHaveBeenCalled();
  },
);

test('writes a backup to the backups folder, to a folder or to a new file', async () => {
  mkdirSync(join(dataFolder, 'backups'));
  const name = '\\d{4}-\\d\\d-\\d\\d_[\\d-]+\\.tar\\.gz';
  expect((await run('backup')).message).toMatch(
    new RegExp(`^${dataFolder}/backups/${name} contains .* \\(0\\.0 MB\\)`),
  );
  expect((await run('backup', dataFolder)).message).toMatch(new RegExp(`^${dataFolder}/${name} contains`));
  expect((await run('backup', join(dataFolder, 'new.tar.gz'))).message).toContain('/new.tar.gz contains');
});

test('writes no backup to an existing file, into a missing folder, without a site, and while a restore runs', async () => {
  const existing = join(dataFolder, 'existing.tar.gz');
  writeFileSync(existing, 'an older backup');
  const messageFor = async (file: string) => (await run('backup', file)).message;
  expect(await messageFor(existing)).toBe(`${existing} already exists: choose another file name.`);
  expect(await messageFor(join(dataFolder, 'missing', 'new.tar.gz'))).toBe(
    `The folder ${join(dataFolder, 'missing')} does not exist.`,
  );
  fakes.hasSite.mockResolvedValue(false);
  expect(await messageFor(join(dataFolder, 'new.tar.gz'))).toMatch(/^There is no site to back up yet/);
  fakes.completeRestoreAndLock.mockResolvedValue(false);
  expect(await messageFor(join(dataFolder, 'new.tar.gz'))).toBe(
    'A restore is running: wait for it, and run this again.',
  );
  expect(fakes.pack).not.toHaveBeenCalled();
});
