import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuAnswer } from '../../cms/src/menu/menuAnswers.ts';
import { queries } from '../../web/src/content/queries.ts';
import { runScript } from '../support/backups.ts';
import { type EntryId, listVersions, publishInCms, send } from '../support/entries.ts';
import { expectFixture } from '../support/expectFixture.ts';
import { fixtureFolder, readAnswers, recordedVersions } from '../support/fixtures.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { freePort } from '../support/ports.ts';
import { canonicalPaths, Site } from '../support/site.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { Stack } from '../support/stack.ts';
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

test('the drinks of a site from before their keys are paired once, and earlier versions keep the pairs', async ({
  scratch,
  startCms,
}) => {
  const SOFT_DRINKS: EntryId = {
    uid: 'api::menu-soft-drinks.menu-soft-drinks',
    documentId: 'menu-soft-drinks',
  };
  const dataDir = join(scratch, 'data');
  const backup = join(fixtureFolder('1.6.3'), 'backup.tar.gz');
  expect(runScript('restore', { DATA_DIR: dataDir, DATABASE_URL: '' }, [backup])).toMatchObject({
    status: 0,
  });
  const readTimes = () =>
    withSqlite(databaseFile(dataDir), (database) =>
      ['menu_softDrinks', 'menu_alcohol'].map((table) =>
        database.prepare(`SELECT id, updated_at, published_at FROM ${table} ORDER BY id`).all(),
      ),
    );
  // A drink that the owner has renamed and not published.
  withSqlite(databaseFile(dataDir), (database) =>
    database.exec(`UPDATE components_menu_soft_drinks SET drink_name = 'Ginger Ale'
      WHERE drink_name = 'Ginger Beer' AND id IN (SELECT cmp_id FROM menu_softDrinks_cmps
        WHERE entity_id IN (SELECT id FROM menu_softDrinks WHERE published_at IS NULL))`),
  );
  const times = readTimes();
  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  const stack = Stack.at('', cms.address);
  const readDrinks = async () => {
    const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
    return (
      sections.flatMap(({ lists }) => lists).find(({ type }) => type === 'menu-soft-drinks')?.items ?? []
    );
  };

  const drinks = await readDrinks();
  expect(new Set(drinks.map(({ id }) => id)).size).toBe(drinks.length);
  expect(drinks.filter(({ shown, isNew }) => shown ?? isNew)).toMatchObject([
    { name: 'Ginger Ale', shown: { name: 'Ginger Beer' } },
  ]);
  expect(readTimes()).toEqual(times);
  const versions = await listVersions(stack, SOFT_DRINKS);
  const path = `/versions?uid=${SOFT_DRINKS.uid}&documentId=${SOFT_DRINKS.documentId}`;
  expect(versions).toHaveLength(Object.keys(readAnswers('1.6.3')[path] ?? {}).length);

  await test.step('a list that is published and brought back has the same drinks, and the one that it removed gets its own key', async () => {
    await publishInCms(stack, SOFT_DRINKS, {});
    // The version in which the list had one drink more.
    const fuller =
      versions.findIndex(({ change }) => change === 'Drinks: “Lemonade, Squeezed Here” removed') + 1;
    await send(stack, 'POST', `/versions/${versions[fuller]?.id}/bring-back`, {});
    const ids = new Map(drinks.map(({ id, name }) => [name, id]));
    const restored = await readDrinks();
    expect(restored.map(({ name }) => name)).toContain('Lemonade, Squeezed Here');
    expect(new Set(restored.map(({ id }) => id)).size).toBe(restored.length);
    for (const { name, id } of restored) if (ids.has(name)) expect(id, name).toBe(ids.get(name));
    expect(restored.find(({ name }) => name === 'Ginger Beer')?.id).toBe(ids.get('Ginger Ale'));
    for (const item of restored) expect(item).not.toHaveProperty('shown');
  });
});
