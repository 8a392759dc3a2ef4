import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScript } from '../support/backups.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { Site } from '../support/site.ts';
import { freePort, signIn } from '../support/stack.ts';
import { expectRecorded, recordedAnswers, VERSION_ONE } from '../support/versionOne.ts';

const VERSION_1_6_3 = fileURLToPath(new URL('../fixtures/site-1.6.3', import.meta.url));

test('the site server serves the cached content of version 1.0.0 while the CMS is unreachable', async ({
  scratch,
}) => {
  const cache = join(scratch, 'web');
  cpSync(join(VERSION_ONE, 'web'), cache, { recursive: true });
  const readCache = () => readdirSync(cache).map((name) => [name, readFileSync(join(cache, name), 'utf8')]);
  const before = readCache();
  const site = await Site.start({ cms: `http://127.0.0.1:${await freePort()}`, dataDir: scratch });
  try {
    for (const [address, recorded] of Object.entries(recordedAnswers.site))
      expectRecorded(address, await (await fetch(site.address + address)).json(), recorded);
    expect(await site.fetchText('/')).toContain('on the fire');
  } finally {
    await site.stop();
  }
  expect(readCache()).toEqual(before);
});

/** Restores the backup of version 1.6.3, and expects every text, draft, dish that is off, picture and earlier version of it. */
async function expectRestored(
  scratch: string,
  startCms: typeof Cms.start,
  DATABASE_URL: string,
): Promise<void> {
  const dataDir = join(scratch, 'data');
  const restored = runScript('restore', { DATA_DIR: dataDir, DATABASE_URL }, [
    join(VERSION_1_6_3, 'backup.tar.gz'),
  ]);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  const cms = await startCms(dataDir, { env: { DATABASE_URL } });
  await cms.waitUntilReady();
  const token = await signIn(cms.address, 'owner@sciototable.example', 'Oak-Fire-1797-owner');
  const recorded: Record<string, object> = JSON.parse(
    readFileSync(join(VERSION_1_6_3, 'answers.json'), 'utf8'),
  );
  for (const [path, answer] of Object.entries(recorded)) {
    const response = await fetch(cms.address + path, { headers: { authorization: `Bearer ${token}` } });
    expectRecorded(path, await response.json(), answer);
  }
  const pictures = new Set(JSON.stringify(recorded).match(/\/uploads\/[\w.-]+/g));
  expect(pictures.size).toBeGreaterThan(50);
  for (const address of pictures) expect((await fetch(cms.address + address)).status, address).toBe(200);
}

test('SQLite: a backup of version 1.6.3 opens with all of its content', ({ scratch, startCms }) =>
  expectRestored(scratch, startCms, ''));

test('Postgres: a backup of version 1.6.3 opens with all of its content', {
  tag: '@long',
}, async ({ postgres, scratch, startCms }) => {
  await postgres.run('CREATE DATABASE opened');
  await expectRestored(scratch, startCms, postgres.address('opened'));
});
