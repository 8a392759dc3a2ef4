import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository, runScript } from '../support/backups.ts';
import { copySeededData, expect, test } from '../support/operations.ts';
import { type Stack, waitForDailyBackup } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const POLL = { timeout: 60_000 };
const WARNING =
  'The clock of the computer that runs the site is wrong, or was wrong for a while. Tell whoever looks after the site; until then, everything you change is kept.';

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

/** Reads the published sides that a daily backup has as JSON. */
const readSides = (backup: string): string =>
  JSON.stringify(JSON.parse(readFileSync(join(backup, 'words.json'), 'utf8')).menu_sides);

test('a start with the clock years ahead stops no backup, deletes none of thirty days, and is told until its backup is deleted', async ({
  scratch,
  startStack,
}) => {
  const settings = createRepository(scratch);
  const dataDir = copySeededData(join(scratch, 'data'));
  const daily = join(dataDir, 'backups', 'daily');
  rmSync(daily, { recursive: true, force: true });
  // The test may run over midnight.
  const today = dayAgo(0);
  const previous = Array.from({ length: 30 }, (_, index) => `${dayAgo(30 - index)}_03-00-00-000`);
  for (const name of previous) mkdirSync(join(daily, name), { recursive: true });
  const listStored = () => {
    const file = join(settings.BACKUP_REPOSITORY, 'snapshots');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return lines.filter(Boolean).map((line): string => JSON.parse(line).id);
  };
  const listFuture = () => readdirSync(daily).filter((name) => name.startsWith('2036-'));

  const clock = new TestClock(scratch, '2036-01-01T12:00:00Z');
  const ahead = await startStack(dataDir, '', { ...settings, ...clock.env });
  await expect.poll(listFuture, POLL).toHaveLength(1);
  await expect.poll(listStored, POLL).toContain(listFuture()[0]);
  await ahead.addEntry('menu-side', { sideName: 'Published ahead of time' });
  await ahead.stop();

  const stack = await startStack(dataDir, '', settings);
  await waitForDailyBackup(dataDir);
  const [future = ''] = listFuture();
  await expect
    .poll(() => readdirSync(daily).sort(), POLL)
    .toEqual([...previous.slice(1), expect.stringMatching(`^${today}_`), future]);
  const newest = readdirSync(daily).find((name) => name.startsWith(today)) ?? '';
  expect(readSides(join(daily, newest))).toContain('Published ahead of time');
  await expect.poll(listStored, POLL).toContain(newest);
  expect(listStored()).toEqual(expect.arrayContaining([...previous.slice(1), future]));
  const readBackupTime = () => {
    const status = JSON.parse(readFileSync(join(dataDir, 'offsite', 'status.json'), 'utf8'));
    return new Date(status.backupTime).toLocaleDateString('sv');
  };
  await expect.poll(readBackupTime, POLL).toBe(today);
  expect(await readWarnings(stack)).toEqual([WARNING]);
  expect(runScript('recover', { ...settings, DATA_DIR: dataDir }, ['list']).stdout).toMatch(
    new RegExp(`\\n\\S+  ${newest}\\n[^]*  ${future}  \\(in the future: the clock was wrong\\)\\n$`),
  );
  await stack.stop();

  const again = await startStack(dataDir, '', settings);
  await expect.poll(() => readWarnings(again)).toEqual([WARNING]);
  expect(readdirSync(daily).filter((name) => name.startsWith(today))).toEqual([newest]);
  rmSync(join(daily, future), { recursive: true });
  expect(await readWarnings(again)).toEqual([]);
});
