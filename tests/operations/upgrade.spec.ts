import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from '../support/backups.ts';
import { expect, test } from '../support/operations.ts';
import { Site } from '../support/site.ts';
import type { Stack } from '../support/stack.ts';
import { expectRecorded, expectVersionOneSite, recordedAnswers, VERSION_ONE } from '../support/versionOne.ts';

/** The files of a folder by name, in base64. */
const readPictures = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );

function extractBackupPictures(scratch: string): Record<string, string> {
  const { status } = spawnSync('tar', ['-xzf', join(VERSION_ONE, 'backup.tar.gz'), '-C', scratch]);
  expect(status).toBe(0);
  return readPictures(join(scratch, 'uploads'));
}

/** Restores the backup of version 1.0.0 into an empty installation and checks the site that starts from it. */
async function restoreAndCheck(
  scratch: string,
  startStack: typeof Stack.start,
  databaseUrl: string,
): Promise<void> {
  const dataDir = join(scratch, 'data');
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const restored = runScript('restore', settings, [join(VERSION_ONE, 'backup.tar.gz')]);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(readPictures(join(dataDir, 'public', 'uploads'))).toEqual(extractBackupPictures(scratch));
  const stack = await startStack(dataDir, databaseUrl);
  expect(stack.log).not.toContain('Shown once');
  await expectVersionOneSite(stack);
}

test('SQLite: a backup of version 1.0.0 restores every record, field, picture, draft and account', ({
  scratch,
  startStack,
}) => restoreAndCheck(scratch, startStack, ''));

test('Postgres: a backup of version 1.0.0 restores every record, field, picture, draft and account', async ({
  scratch,
  startStack,
  postgres,
}) => {
  await postgres.run('CREATE DATABASE upgraded');
  await restoreAndCheck(scratch, startStack, postgres.address('upgraded'));
});

test('the site server serves the cached content of version 1.0.0 while the CMS is unreachable', async ({
  scratch,
}) => {
  const cache = join(scratch, 'web');
  cpSync(join(VERSION_ONE, 'web'), cache, { recursive: true });
  const readCache = () => readdirSync(cache).map((name) => [name, readFileSync(join(cache, name), 'utf8')]);
  const before = readCache();
  const site = await Site.start({ cms: 'http://127.0.0.1:9', dataDir: scratch });
  try {
    for (const [address, recorded] of Object.entries(recordedAnswers.site))
      expectRecorded(address, await (await fetch(site.address + address)).json(), recorded);
    expect(await site.fetchText('/')).toContain('on the fire');
  } finally {
    await site.stop();
  }
  expect(readCache()).toEqual(before);
});
