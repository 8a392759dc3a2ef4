import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import {
  createRepository,
  REPOSITORY_PASSWORD as PASSWORD,
  refusals,
  runScript,
} from '../support/backups.ts';
import { CMS, expect, test } from '../support/operations.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, readTables, withoutSignIns } from '../support/sqlite.ts';

// tests/compose/offsite.compose.ts proves the same with restic and a server.

test('npm run recover brings back a site whose daily backup npm start has stored off-site', async ({
  scratch,
  startStack,
}) => {
  const settings = createRepository(scratch);
  const repository = settings.BACKUP_REPOSITORY;
  const dataDir = copySeededData(join(scratch, 'data'));
  const daily = join(dataDir, 'backups', 'daily');
  rmSync(daily, { recursive: true, force: true });
  const calls = join(repository, 'calls');
  const readCalls = () => (existsSync(calls) ? readFileSync(calls, 'utf8') : '');

  const stack = await startStack(dataDir, '', settings);
  await expect.poll(readCalls, { timeout: 60_000 }).toContain('check --read-data');
  await stack.stop();
  // No password as an argument.
  expect(readCalls()).not.toContain(PASSWORD);

  const [name = ''] = readdirSync(daily);
  const before = readTables(join(daily, name, 'strapi.db'));
  const pictures = readdirSync(join(daily, name, 'uploads')).sort();
  rmSync(dataDir, { recursive: true });
  const recovered = join(scratch, 'recovered');
  const passwordFile = join(scratch, 'password');
  writeFileSync(passwordFile, `${PASSWORD}\n`);
  const env = { ...settings, BACKUP_PASSWORD: '', BACKUP_PASSWORD_FILE: passwordFile, DATA_DIR: recovered };
  const recover = (...args: string[]) => runScript('recover', env, args);

  const { status, stderr } = recover('1999-12-31');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no backup 1999-12-31 .*`list`/)]);
  writeFileSync(join(repository, 'size'), '1e15');
  expect(recover().stderr).toMatch(/^The disk of .* \d+ MB free, .* need \d+ MB\. Nothing was changed\.$/);
  rmSync(join(repository, 'size'));

  expect(recover('list').stdout).toContain(name);
  expect(recover()).toMatchObject({ status: 0, stderr: '' });
  expect(readTables(databaseFile(recovered))).toEqual(withoutSignIns(before));
  expect(readdirSync(join(recovered, 'public', 'uploads')).sort()).toEqual(pictures);
  expect(recover().stderr).toMatch(refusals.existingSite);
  expect(recover(name.slice(0, 10), 'replace').stdout).toContain(`Restored from the off-site backup ${name}`);
});

/** Names of backups by the ids of their snapshots; that of 2036 is from the future. */
const FUTURE = { id: 'ff361111', name: '2036-01-01_03-00-00-000' };
const OCTOBER = Array.from({ length: 12 }, (_, index) => {
  const day = String(index + 11);
  return { id: `aaaa11${day}`, name: `2025-10-${day}_03-00-00-000` };
});
const SAME_DAY = [
  { id: 'bbbb1111', name: '2025-11-20_03-00-00-000' },
  { id: 'bbbb2222', name: '2025-11-20_15-30-00-000' },
];

test('npm run recover lists backups, and takes the newest one that is not from the future, or the one that is meant', ({
  scratch,
}) => {
  const settings = createRepository(scratch);
  const recover = (...args: string[]) =>
    runScript('recover', { ...settings, DATA_DIR: join(scratch, 'data') }, args);
  /** Fills the repository with snapshots, whose contents are not those of a backup. */
  const store = (snapshots: { id: string; name: string }[]) => {
    const repository = settings.BACKUP_REPOSITORY;
    const lines = snapshots.map(({ id, name }) =>
      JSON.stringify({ id, tags: [name], time: `${name.slice(0, 10)}T03:00:00` }),
    );
    writeFileSync(join(repository, 'snapshots'), `${lines.join('\n')}\n`);
    for (const { id } of snapshots) {
      mkdirSync(join(repository, `files-${id}`), { recursive: true });
      writeFileSync(join(repository, `files-${id}`, 'strapi.db'), '');
    }
  };
  store([FUTURE]);
  expect(recover()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^All backups .* from the future/),
  });

  store([...OCTOBER, FUTURE, ...SAME_DAY]);
  const [, list = ''] = recover('list').stdout.split(/^Recovering into .*\n/m);
  expect(list.trim().split('\n')).toEqual([
    'bbbb2222  2025-11-20_15-30-00-000',
    'bbbb1111  2025-11-20_03-00-00-000',
    ...OCTOBER.toReversed().map(({ id, name }) => `${id}  ${name}`),
    expect.stringMatching(/^ff361111 {2}2036-01-01_03-00-00-000 {2}\(in the future\b.*\)$/),
  ]);
  for (const [wanted, name] of [
    [[], '2025-11-20_15-30-00-000'],
    [['bbbb1111'], '2025-11-20_03-00-00-000'],
    [['2025-10-12'], '2025-10-12_03-00-00-000'],
    [['2036'], FUTURE.name],
  ] as const)
    expect(recover(...wanted).stdout).toContain(
      `Fetching the backup ${name} from ${settings.BACKUP_REPOSITORY}.`,
    );
  const { status, stdout, stderr } = recover('2025-10-1', 'replace');
  expect([status, stdout]).toEqual([1, expect.not.stringContaining('Fetching')]);
  expect(stderr).toMatch(/^9 backups .* begin with 2025-10-1: .*`list`.*\. Nothing was changed\.$/);
});

test('npm run recover names what is missing, and does nothing', ({ scratch }) => {
  const { PATH, BACKUP_REPOSITORY } = createRepository(scratch);
  const withoutRestic = join(scratch, 'shell');
  mkdirSync(withoutRestic);
  symlinkSync('/bin/sh', join(withoutRestic, 'sh'));
  const both = { BACKUP_REPOSITORY, BACKUP_PASSWORD: PASSWORD };
  const relativePath = relative(join(CMS, '..'), BACKUP_REPOSITORY);
  for (const [missing, settings, message] of [
    ['both settings', {}, /^Set BACKUP_REPOSITORY and BACKUP_PASSWORD\b/],
    ['restic', { ...both, PATH: withoutRestic }, /^restic is not installed: .*`apt-get install restic`/],
    ['the password', { BACKUP_REPOSITORY }, /^BACKUP_REPOSITORY is set and BACKUP_PASSWORD is not/],
    [
      'the repository',
      { ...both, BACKUP_REPOSITORY: relativePath },
      /^The off-site backup can't be fetched: .*no such file.*\. Nothing was changed\.$/,
    ],
  ] as const) {
    const env = { BACKUP_REPOSITORY: '', BACKUP_PASSWORD: '', DATA_DIR: join(scratch, 'data'), PATH };
    const { status, stderr } = runScript('recover', { ...env, ...settings }, []);
    expect(status, missing).toBe(1);
    expect(stderr, missing).toMatch(message);
  }
  expect(readdirSync(scratch).sort()).toEqual(['bin', 'repository', 'shell']);
});
