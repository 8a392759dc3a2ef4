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
import { databaseFile, readTables } from '../support/sqlite.ts';

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
  const env = { ...settings, DATA_DIR: recovered };
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
  expect(readTables(databaseFile(recovered))).toEqual(before);
  expect(readdirSync(join(recovered, 'public', 'uploads')).sort()).toEqual(pictures);
  expect(recover().stderr).toMatch(/^There is already a site in .* add the word "replace"/);
  const again = recover(name.slice(0, 10), 'replace');
  expect(again.stdout).toContain(`Restored from the off-site backup ${name}`);
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
    `There is no repository at ${repository}: check BACKUP_REPOSITORY.`,
  );
  expect(readdirSync(scratch).sort()).toEqual(['bin', 'repository', 'shell']);
});
