import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MenuAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import { nameFieldOf } from '../../cms/src/shared/content/menuTypes.ts';
import type { VersionSummary } from '../../cms/src/site/version.ts';
import { runScript } from '../support/backups.ts';
import { listChanges, listVersions, send } from '../support/entries.ts';
import { FIXTURES } from '../support/fixtures.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { runSql } from '../support/postgresServer.ts';
import { sampleCases } from '../support/sampleCases.ts';
import { accounts } from '../support/seededCopy.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { Stack, signIn } from '../support/stack.ts';
import { OWNER } from '../support/versionOne.ts';

// tests/fixtures/README.md tells what waits in the drafts and plans of this site of 1.13.0.
const BACKUP = join(FIXTURES, 'drink-lists', 'backup.tar.gz');
const KILL_BEFORE_STATEMENT = fileURLToPath(new URL('../support/killBeforeStatement.cjs', import.meta.url));

const SOFT = 'menu-soft-drink';
const ALCOHOL = 'menu-alcoholic-drink';
const TEXT = 'Crème & “ž” <b> 🔥';

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

/** The moments at which a start is killed, each before a statement. */
const KILLS = [
  ['after the migration, before it is recorded', 'insert into .strapi_migrations. '],
  ['while the schema is synchronized', 'drop table .*menu_soft_drinks'],
  ['after the sync, before it is recorded', 'insert into .strapi_database_schema. '],
  ['between the entries and the versions', 'insert into .site_versions. '],
  ['at the end of the content step', 'insert into .site_scheduled_changes. '],
] as const;

async function readItems(owner: Stack, type: string): Promise<MenuItem[]> {
  const { sections } = await send<MenuAnswer>(owner, 'GET', '/menu');
  return sections.flatMap(({ lists }) => lists).find((list) => list.type === type)?.items ?? [];
}

/** Reads what the site gets of a type: the heading and the names of its drinks, in order. */
async function readSite({ cms }: Stack, type: typeof SOFT | typeof ALCOHOL) {
  const path = type === SOFT ? '/api/menu-soft-drinks' : '/api/menu-alcohol';
  const { data } = await (await fetch(`${cms}${path}?sort=position&pagination[pageSize]=100`)).json();
  const [headings, drinks] = [true, false].map((isHeading) =>
    data.filter(({ subHeading }: { subHeading: string | null }) => isHeading === (subHeading !== null)),
  );
  return [
    ...headings.map(({ subHeading }: { subHeading: string }) => subHeading),
    ...drinks.map((drink: Record<string, string>) => drink[nameFieldOf(type)]),
  ];
}

const summarize = (versions: VersionSummary[]) => versions.map(({ kind, change }) => `${kind}: ${change}`);

async function expectConverted(cms: Cms, runStatement: (sql: string) => Promise<unknown>): Promise<void> {
  const owner = Stack.at('', cms.address, await signIn(cms.address, OWNER.email, OWNER.password));
  const items = await readItems(owner, SOFT);
  const idOf = (name: string) => items.find((item) => item.name === name)?.id ?? '';
  const readVersions = async (name: string) =>
    listVersions(owner, { uid: uidOf(SOFT), documentId: idOf(name) });

  await test.step('the site shows what it showed', async () => {
    const shown = ['Added', 'Tart Cherry Soda', 'Changed on the menu', 'Ohio Apple Cider', 'Black Iced Tea'];
    expect(await readSite(owner, SOFT)).toEqual([TEXT, ...shown, 'White Birch Beer']);
    const alcohol = await readSite(owner, ALCOHOL);
    expect(alcohol.slice(0, 3)).toEqual([TEXT, 'Added', 'Smoked Cherry Manhattan']);
    expect(alcohol).toHaveLength(11);
  });

  await test.step('what was new or renamed in the draft waits, and what was removed, moved or switched there does not', async () => {
    const item = (name: string, isShown: boolean, isNew: boolean, shown?: string) => [
      name,
      isShown,
      isNew,
      shown,
    ];
    expect(items.map(({ name, isShown, isNew, shown }) => [name, isShown, isNew, shown?.name])).toEqual([
      item(TEXT, false, false),
      item('Added', true, false),
      item('Tart Cherry Soda', true, false),
      item('Changed on the menu', true, false),
      item('Old Root Beer', false, false),
      item('Cola', false, false),
      item('Pressed Apple Cider', true, false, 'Ohio Apple Cider'),
      item('Black Iced Tea', true, false),
      item('Added on the menu', false, false),
      item('White Birch Beer', true, false),
      item('Kombucha', false, true),
      item('Egg Cream', false, false),
    ]);
    const path = `/content-manager/collection-types/${uidOf(SOFT)}/menu-soft-drinks`;
    const { data } = await send<{ data: object }>(owner, 'GET', path);
    expect(data).toMatchObject({ subHeading: 'Without proof', drinkName: null, position: null });
  });

  await test.step('the first screen names what was not done, once', async () => {
    const changes = await listChanges(owner);
    const failed = changes.filter(({ state }) => state === 'failed');
    expect(failed.map(({ problem }) => problem)).toEqual([
      expect.stringContaining(
        'was not done: “Tart Cherry Soda” removed, “Black Iced Tea” off the menu, “Soft drinks” in another order, and “Tart Cherry Soda” removed (planned for Thursday, December 31, 2099 at 5:00 pm)',
      ),
    ]);
    await send(owner, 'DELETE', `/schedule/${failed[0]?.id}`, {});
    expect(await listChanges(owner)).toHaveLength(changes.length - 1);
  });

  await test.step('a list’s versions are versions of each drink', async () => {
    expect(summarize(await readVersions('Old Root Beer'))).toEqual([
      'unpublish: “Root Beer” taken off the site',
      'publish: What the site showed on this day',
    ]);
    expect(summarize(await readVersions('White Birch Beer'))).toEqual([
      'publish: Name: “Birch Beer” → “White Birch Beer”',
      'publish: On the site for the first time',
    ]);
    const heading = await listVersions(owner, { uid: uidOf(SOFT), documentId: 'menu-soft-drinks' });
    expect(summarize(heading)).toEqual([
      `publish: Heading: “Soft drinks” → “${TEXT}”`,
      'publish: What the site showed on this day',
    ]);
    expect((await readVersions('White Birch Beer')).map(({ author }) => author)).toEqual(['Owner', 'Owner']);
  });

  await test.step('a drink comes back with the words of the list: switched on, or after its deletion', async () => {
    await send(owner, 'PUT', `/menu/${SOFT}/items/${idOf('Old Root Beer')}/shown`, { shown: true });
    const menuVersions = await send<VersionSummary[]>(owner, 'GET', '/versions/menu');
    const deleted = menuVersions.find(({ change }) => change === '“Ginger Beer” deleted');
    await send(owner, 'POST', `/versions/${deleted?.id}/bring-back`, {});
    const site = await readSite(owner, SOFT);
    expect(site.slice(3, 6)).toEqual(['Changed on the menu', 'Ginger Beer', 'Old Root Beer']);
  });

  await test.step('what was planned is done at its time', async () => {
    const planned = (await listChanges(owner)).filter(({ entries }) =>
      entries.some(({ uid }) => uid === uidOf(SOFT) || uid === uidOf(ALCOHOL)),
    );
    expect(planned.map(({ title, change }) => `${title}: ${change}`).sort()).toEqual([
      'The menu: “Pressed Apple Cider” and “Kombucha”',
      '“Added on the menu”: Back on the menu',
      '“Added on the menu”: Back on the menu',
      '“Alcohol”: “Alcohol” and “Added, draught”',
      '“Cola”: Back on the menu',
    ]);
    const ids = planned.map(({ id }) => id);
    await runStatement(`UPDATE site_scheduled_changes SET due_at = DUE WHERE id IN (${ids.join()})`);
    const listLeft = async () => (await listChanges(owner)).filter(({ id }) => ids.includes(id));
    await expect.poll(listLeft).toEqual([]);
    const soft = await readSite(owner, SOFT);
    for (const name of ['Cola', 'Pressed Apple Cider', 'Kombucha', 'Added on the menu'])
      expect(soft).toContain(name);
    expect((await readSite(owner, ALCOHOL)).slice(0, 2)).toEqual(['With alcohol', 'Added, draught']);
  });
}

interface Permission {
  action: string;
  subject: string | null;
  properties: { fields?: string[] };
  conditions: string[];
}

async function expectPermissions(cms: Cms): Promise<void> {
  const token = await signIn(cms.address, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  const administrator = Stack.at('', cms.address, token);
  const read = async (
    name: string,
    type: string,
  ): Promise<Record<string, Pick<Permission, 'conditions'>>> => {
    const { data: roles } = await send<{ data: { id: number; name: string }[] }>(
      administrator,
      'GET',
      '/admin/roles',
    );
    const id = roles.find((role) => role.name === name)?.id;
    const path = `/admin/roles/${id}/permissions`;
    const { data } = await send<{ data: Permission[] }>(administrator, 'GET', path);
    return Object.fromEntries(
      data
        .filter(({ subject }) => subject === uidOf(type))
        .map(({ action, properties: { fields = [] }, conditions }) => [
          action.split('.').at(-1),
          { fields: fields.toSorted(), conditions },
        ]),
    );
  };
  const all = { fields: ['drinkName', 'position', 'subHeading'], conditions: [] };
  const none = { fields: [], conditions: [] };
  expect(await read('Owner', SOFT)).toEqual({
    create: all,
    read: all,
    update: all,
    delete: none,
    publish: none,
  });
  const drink = { fields: ['drinkName', 'position'], conditions: [] };
  expect(await read('Barkeeper', SOFT)).toEqual({
    read: all,
    update: drink,
    create: drink,
    delete: none,
    publish: none,
  });
  expect(await read('Headings', SOFT)).toEqual({
    read: all,
    update: { fields: ['subHeading'], conditions: [] },
  });
  const own = { fields: ['alcoholName', 'position', 'subHeading'], conditions: ['admin::is-creator'] };
  expect(await read('Headings', ALCOHOL)).toEqual({
    read: own,
    update: own,
    create: own,
    delete: { ...own, fields: [] },
  });
}

async function convertAndCheck(
  scratch: string,
  startCms: typeof Cms.start,
  DATABASE_URL: string,
): Promise<void> {
  const dataDir = join(scratch, 'data');
  const env = { DATABASE_URL };
  expect(runScript('restore', { DATA_DIR: dataDir, DATABASE_URL }, [BACKUP])).toMatchObject({ status: 0 });
  for (const [moment, statement] of sampleCases(KILLS, 2))
    await test.step(`a start is killed ${moment}`, async () => {
      const nodeArgs = ['--require', KILL_BEFORE_STATEMENT];
      const killed = await startCms(dataDir, { nodeArgs, env: { ...env, KILL_BEFORE: statement } });
      expect(await killed.exited, killed.output).toMatchObject({ signal: 'SIGKILL' });
    });
  const cms = await startCms(dataDir, { env });
  await cms.waitUntilReady();
  await test.step('each role may do with drinks what it could do', () => expectPermissions(cms));
  await expectConverted(cms, async (sql) =>
    DATABASE_URL
      ? runSql(DATABASE_URL, sql.replace('DUE', 'now()'))
      : withSqlite(databaseFile(dataDir), (database) =>
          database.exec(sql.replace('DUE', String(Date.now()))),
        ),
  );
}

test(
  'SQLite: the drinks of a list of 1.13.0 become entries, with their drafts, plans and versions, although starts are killed',
  { tag: '@sampled' },
  ({ scratch, startCms }) => convertAndCheck(scratch, startCms, ''),
);

test('Postgres: the drinks of a list of 1.13.0 become entries, with their drafts, plans and versions, although starts are killed', {
  tag: '@long',
}, async ({ postgres, scratch, startCms }) => {
  await postgres.run('CREATE DATABASE drinks');
  await convertAndCheck(scratch, startCms, postgres.address('drinks'));
});
