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
import { createRepository, REPOSITORY_PASSWORD as PASSWORD, runScript } from '../support/backups.ts';
import { CMS, copySeededData, expect, test } from '../support/operations.ts';
import { databaseFile, readTables, withoutSignIns } from '../support/sqlite.ts';

// tests/compose/offsite.compose.ts proves the same with restic and a server.

test('npm start stores the daily backup off-site, and npm run recover brings the site back from it', async ({
  scratch,
  startStack,
}) => {
  const settings = createRepository(scratch);
  const repository = settings.BACKUP_REPOSITORY;
  const dataDir = copySeededData(join(scratch, 'data'));
  const daily = join(dataDir, 'backups', 'daily');
  rmSync(daily, { recursive: true, force: true });
  const stack = await startStack(dataDir, '', settings);
  const calls = join(repository, 'calls');
  const readCalls = () => (existsSync(calls) ? readFileSync(calls, 'utf8') : '');
  await expect.poll(readCalls, { timeout: 60_000 }).toContain('check --read-data');
  await stack.stop();
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
  expect(recover('1999-12-31')).toMatchObject({
    status: 1,
    stderr: 'There is no backup 1999-12-31 in the repository: `list` lists them.',
  });
  writeFileSync(join(repository, 'size'), '1e15');
  expect(recover().stderr).toMatch(
    /^The disk of .* has \d+ MB free, and the recovery may need \d+ MB\. Nothing was changed\.$/,
  );
  rmSync(join(repository, 'size'));
  expect(recover('list').stdout).toContain(name);
  expect(recover()).toMatchObject({ status: 0, stderr: '' });
  expect(readTables(databaseFile(recovered))).toEqual(withoutSignIns(before));
  expect(readdirSync(join(recovered, 'public', 'uploads')).sort()).toEqual(pictures);
  expect(recover().stderr).toMatch(/^There is already a site in .* add the word "replace"/);
  const again = recover(name.slice(0, 10), 'replace');
  expect(again.stdout).toContain(`Restored from the off-site backup ${name}`);
});

test('npm run recover takes the newest backup that is not from the future, and refuses what several begin with', ({
  scratch,
}) => {
  const settings = createRepository(scratch);
  const repository = settings.BACKUP_REPOSITORY;
  const recover = (...args: string[]) =>
    runScript('recover', { ...settings, DATA_DIR: join(scratch, 'data') }, args);
  /** Fills the repository with snapshots, whose contents are not those of a backup. */
  const store = (snapshots: { id: string; name: string }[]) => {
    const lines = snapshots.map(({ id, name }) =>
      JSON.stringify({ id, tags: [name], time: `${name.slice(0, 10)}T03:00:00` }),
    );
    writeFileSync(join(repository, 'snapshots'), `${lines.join('\n')}\n`);
    for (const { id } of snapshots) {
      mkdirSync(join(repository, `files-${id}`), { recursive: true });
      writeFileSync(join(repository, `files-${id}`, 'strapi.db'), '');
    }
  };
  const future = { id: 'ff361111', name: '2036-01-01_03-00-00-000' };
  const october = Array.from({ length: 12 }, (_, index) => {
    const day = String(index + 11);
    return { id: `aaaa11${day}`, name: `2025-10-${day}_03-00-00-000` };
  });
  const sameDay = [
    { id: 'bbbb1111', name: '2025-11-20_03-00-00-000' },
    { id: 'bbbb2222', name: '2025-11-20_15-30-00-000' },
  ];
  store([...october, future, ...sameDay]);
  const fetched = (name: string) =>
    expect.stringContaining(`Fetching the backup ${name} from ${repository}.`);

  expect(recover().stdout).toEqual(fetched('2025-11-20_15-30-00-000'));
  // After the lines about the preparation.
  expect(recover('list').stdout.trim().split('\n').slice(3)).toEqual([
    'bbbb2222  2025-11-20_15-30-00-000',
    'bbbb1111  2025-11-20_03-00-00-000',
    ...october.reverse().map(({ id, name }) => `${id}  ${name}`),
    'ff361111  2036-01-01_03-00-00-000  (in the future: the clock was wrong)',
  ]);
  const refusal = (stderr: string) => ({
    status: 1,
    stdout: expect.not.stringContaining('Fetching'),
    stderr,
  });
  for (const [wanted, count] of [
    ['2025-11-20', 2],
    ['2025-10-1', 9],
    ['2025-10', 12],
  ] as const)
    expect(recover(wanted, 'replace')).toEqual(
      refusal(
        `${count} backups in the repository begin with ${wanted}: choose one by its id, which \`list\` lists. Nothing was changed.`,
      ),
    );
  for (const [wanted, name] of [
    ['bbbb1111', '2025-11-20_03-00-00-000'],
    ['2025-11-20_03-00-00-000', '2025-11-20_03-00-00-000'],
    ['2025-10-12', '2025-10-12_03-00-00-000'],
    ['2036', future.name],
  ] as const)
    expect(recover(wanted).stdout, wanted).toEqual(fetched(name));

  store([future]);
  expect(recover()).toEqual(
    refusal(
      'All backups in the repository are from the future: set the clock of this machine, or choose one of those that `list` lists.',
    ),
  );
});

test('npm run recover names what is missing, and does nothing', ({ scratch }) => {
  const { PATH } = createRepository(scratch);
  const recover = (settings: Record<string, string>) =>
    runScript(
      'recover',
      { BACKUP_REPOSITORY: '', BACKUP_PASSWORD: '', DATA_DIR: join(scratch, 'data'), PATH, ...settings },
      [],
    );
  const repository = join(scratch, 'repository');
  expect(recover({})).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'Set BACKUP_REPOSITORY and BACKUP_PASSWORD, in .env or in the environment.',
  });
  const withoutRestic = join(scratch, 'shell');
  mkdirSync(withoutRestic);
  symlinkSync('/bin/sh', join(withoutRestic, 'sh'));
  const both = { BACKUP_REPOSITORY: repository, BACKUP_PASSWORD: PASSWORD };
  expect(recover({ ...both, PATH: withoutRestic }).stderr).toBe(
    'restic is not installed: install it with `apt-get install restic` or `brew install restic`.',
  );
  expect(recover({ BACKUP_REPOSITORY: repository })).toMatchObject({
    status: 1,
    stderr: 'BACKUP_REPOSITORY is set and BACKUP_PASSWORD is not: off-site backups need both.',
  });
  const relativePath = relative(join(CMS, '..'), repository);
  expect(recover({ ...both, BACKUP_REPOSITORY: relativePath }).stderr).toBe(
    "The off-site backup can't be fetched: unable to open config file: stat config: no such file or directory. Nothing was changed.",
  );
  expect(readdirSync(scratch).sort()).toEqual(['bin', 'repository', 'shell']);
});
