import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository, runScript } from '../support/backups.ts';
import { expect, test } from '../support/operations.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { type Stack, waitForDailyBackup } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const POLL = { timeout: 60_000 };

/** Returns a day so many days ago, by the local clock. */
const dayAgo = (days: number) =>
  new Date(new Date().setDate(new Date().getDate() - days)).toLocaleDateString('sv');

/** Reads the sentences of the admin's first screen. */
async function readWarnings(stack: Stack): Promise<string[]> {
  const { warnings }: { warnings: { sentence: string }[] } = await (
    await stack.asAdmin('GET', '/warnings')
  ).json();
  return warnings.map(({ sentence }) => sentence);
}

/** Lists the ids of the backups that are stored in a repository. */
function listStored(repository: string): string[] {
  const file = join(repository, 'snapshots');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.filter(Boolean).map((line): string => JSON.parse(line).id);
}

/** Reads the day of the newest off-site backup. */
function readOffsiteDay(dataDir: string): string {
  const status = JSON.parse(readFileSync(join(dataDir, 'offsite', 'status.json'), 'utf8'));
  return new Date(status.backupTime).toLocaleDateString('sv');
}

/** Reads the published sides that a daily backup has as JSON. */
const readSides = (backup: string): string =>
  JSON.stringify(JSON.parse(readFileSync(join(backup, 'words.json'), 'utf8')).menu_sides);

test('a start with the clock years ahead harms no backup', async ({ scratch, startStack }) => {
  const settings = createRepository(scratch);
  const repository = settings.BACKUP_REPOSITORY;
  const dataDir = copySeededData(join(scratch, 'data'));
  const daily = join(dataDir, 'backups', 'daily');
  rmSync(daily, { recursive: true, force: true });
  // The test may run over midnight.
  const today = dayAgo(0);
  const previous = Array.from({ length: 30 }, (_, index) => `${dayAgo(30 - index)}_03-00-00-000`);
  for (const name of previous) mkdirSync(join(daily, name), { recursive: true });
  const findBackup = (start: string) => readdirSync(daily).find((name) => name.startsWith(start)) ?? '';

  const clock = new TestClock(scratch, '2036-01-01T12:00:00Z');
  const ahead = await startStack(dataDir, '', { ...settings, ...clock.env });
  await expect.poll(() => findBackup('2036-'), POLL).not.toBe('');
  const future = findBackup('2036-');
  await expect.poll(() => listStored(repository), POLL).toContain(future);
  await ahead.addEntry('menu-side', { sideName: 'Published ahead of time' });
  await ahead.stop();

  const stack = await startStack(dataDir, '', settings);
  await waitForDailyBackup(dataDir);
  const newest = findBackup(today);

  await test.step('the next start makes the backup of its day, and keeps those of thirty days', async () => {
    await expect.poll(() => readdirSync(daily).sort(), POLL).toEqual([...previous.slice(1), newest, future]);
    expect(readSides(join(daily, newest))).toContain('Published ahead of time');
  });

  await test.step('it is stored off-site, where all others stay', async () => {
    await expect.poll(() => listStored(repository), POLL).toContain(newest);
    expect(listStored(repository)).toEqual(expect.arrayContaining([...previous.slice(1), future]));
    await expect.poll(() => readOffsiteDay(dataDir), POLL).toBe(today);
  });

  await test.step('npm run recover lists the backup from the future last', () => {
    expect(runScript('recover', { ...settings, DATA_DIR: dataDir }, ['list']).stdout).toMatch(
      new RegExp(`\\n\\S+  ${newest}\\n[^]*  ${future}  \\(in the future\\b.*\\)\\n$`),
    );
  });

  await test.step('the first screen says that the clock was wrong until that backup is deleted', async () => {
    expect(await readWarnings(stack)).toEqual([expect.stringMatching(/^The clock of .* was wrong/)]);
    rmSync(join(daily, future), { recursive: true });
    expect(await readWarnings(stack)).toEqual([]);
  });
});
