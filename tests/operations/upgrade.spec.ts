import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queries } from '../../web/src/content/queries.ts';
import { runScript } from '../support/backups.ts';
import { expectFixture } from '../support/expectFixture.ts';
import { fixtureFolder, recordedVersions } from '../support/fixtures.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { freePort } from '../support/ports.ts';
import { canonicalPaths, Site } from '../support/site.ts';
import { expectRecorded, recordedAnswers, VERSION_ONE } from '../support/versionOne.ts';

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

const newest = recordedVersions.at(-1);
// Parallel, so that one worker is not left alone with all versions.
test.describe.configure({ mode: 'parallel' });

/** Restores the backup of a version, and expects all of its content. */
async function expectRestored(
  version: string,
  scratch: string,
  startCms: typeof Cms.start,
  DATABASE_URL: string,
): Promise<void> {
  const dataDir = join(scratch, 'data');
  const backup = join(fixtureFolder(version), 'backup.tar.gz');
  const restored = runScript('restore', { DATA_DIR: dataDir, DATABASE_URL }, [backup]);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  const cms = await startCms(dataDir, { env: { DATABASE_URL } });
  await cms.waitUntilReady();
  await expectFixture(version, cms.address);
}

for (const version of recordedVersions.filter((recorded) => recorded !== '1.0.0')) {
  const tag = version === newest ? '@sampled' : '@long';

  test(
    `SQLite: a backup of version ${version} opens with all of its content`,
    { tag },
    ({ scratch, startCms }) => expectRestored(version, scratch, startCms, ''),
  );

  test(`Postgres: a backup of version ${version} opens with all of its content`, {
    tag: '@long',
  }, async ({ postgres, scratch, startCms }) => {
    const database = `version_${version.replaceAll('.', '_')}`;
    await postgres.run(`CREATE DATABASE ${database}`);
    await expectRestored(version, scratch, startCms, postgres.address(database));
  });

  test(`the site server serves the cached content of version ${version} while the CMS is unreachable`, {
    tag,
  }, async ({ scratch }) => {
    cpSync(join(fixtureFolder(version), 'web'), join(scratch, 'web'), { recursive: true });
    const site = await Site.start({ cms: `http://127.0.0.1:${await freePort()}`, dataDir: scratch });
    try {
      for (const [name, { path }] of Object.entries(queries)) {
        const [, content] = readFileSync(join(scratch, 'web', `${name}.json`), 'utf8').split('\n');
        expect(await site.fetchText(path), name).toBe(content);
      }
      for (const path of canonicalPaths)
        expect(await site.fetchText(path), path).toContain('Crème &amp; “ž” &lt;b&gt; 🔥');
    } finally {
      await site.stop();
    }
  });
}
