import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypes, readSchema } from '../support/contentTypes.ts';
import { CMS, copySeededData, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { databaseFile, readTables, withSqlite } from '../support/sqlite.ts';
import { accounts, signIn } from '../support/stack.ts';

/** What the seed has stored about its progress; its meaning is described in cms/src/seed/contentProgress.ts. */
interface SeedProgress {
  complete: boolean;
  records: string[];
  pictures: Record<string, number>;
}

const CONTENT_TABLES = contentTypes.map(({ name }) => readSchema(name).collectionName);
const PICTURES: { name: string }[] = JSON.parse(readFileSync(join(CMS, 'seed', 'pictures.json'), 'utf8'));

/** Copies the files of the CMS and changes the second record of a file of its seed. */
function copyCms(folder: string, file: string, change: (record: Record<string, unknown>) => void): string {
  mkdirSync(folder);
  for (const name of ['node_modules', 'dist', 'package.json', 'tsconfig.json'])
    symlinkSync(join(CMS, name), join(folder, name));
  cpSync(join(CMS, 'seed'), join(folder, 'seed'), { recursive: true });
  const path = join(folder, 'seed', 'words', file);
  const records = JSON.parse(readFileSync(path, 'utf8'));
  change(records[1]);
  writeFileSync(path, JSON.stringify(records));
  return folder;
}

/** The rows of every content type and of the media library, by table. */
const readContent = (dataDir: string) =>
  Object.fromEntries(
    Object.entries(readTables(databaseFile(dataDir))).filter(([name]) =>
      [...CONTENT_TABLES, 'files'].includes(name),
    ),
  );

/** Changes the stored progress of the seed in the database of a site that does not run. */
function changeProgress(dataDir: string, change: (progress: SeedProgress) => void): void {
  withSqlite(databaseFile(dataDir), (database) => {
    const where = "WHERE key = 'app_seed_progress'";
    const [row] = database.prepare(`SELECT value FROM strapi_core_store_settings ${where}`).all();
    const progress: SeedProgress = JSON.parse(String(row?.value));
    expect(progress).toMatchObject({ complete: true });
    change(progress);
    database
      .prepare(`UPDATE strapi_core_store_settings SET value = ? ${where}`)
      .run(JSON.stringify(progress));
  });
}

test('the first start fails and names the seed record that Strapi rejects, and stores nothing of the seed', async ({
  scratch,
  startCms,
}) => {
  const dataDir = join(scratch, 'data');
  for (const [file, change, message] of [
    [
      'menu-entree.json',
      (record) => delete record.entreeName,
      /^The CMS can't start: seed record "ribeye-steak" of menu-entree: .*entreeName/m,
    ],
    [
      'menu-side.json',
      (record) => (record.sideName = 'x'.repeat(300)),
      /^The CMS can't start: seed record "hand-cut-fries" of menu-side: Name: this is too long/m,
    ],
  ] as [string, (record: Record<string, unknown>) => void, RegExp][]) {
    const cms = await startCms(dataDir, { folder: copyCms(join(scratch, file), file, change) });
    expect(await cms.exited).toMatchObject({ code: 78 });
    expect(cms.output).toMatch(message);
    const content = readContent(dataDir);
    expect(Object.keys(content)).toHaveLength(CONTENT_TABLES.length + 1);
    expect(Object.values(content).flat()).toEqual([]);
  }
});

test('a start that was interrupted while uploading the seed pictures leads to every picture and record once', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  const countRows = () =>
    Object.fromEntries(Object.entries(readContent(dataDir)).map(([table, rows]) => [table, rows.length]));
  const seededRows = countRows();
  const isPicture = ({ name }: Record<string, unknown>) => PICTURES.some((picture) => picture.name === name);
  changeProgress(dataDir, (progress) => {
    progress.complete = false;
    progress.records = [];
    // This one was being uploaded, and the next one was uploaded without being recorded.
    delete progress.pictures.ribeye;
    delete progress.pictures.logo;
  });
  withSqlite(databaseFile(dataDir), (database) => {
    for (const table of CONTENT_TABLES) database.exec(`DELETE FROM ${table}`);
    database.exec("DELETE FROM files WHERE name = 'ribeye'");
  });
  const uploaded = readContent(dataDir).files;
  expect(uploaded).toHaveLength(PICTURES.length - 1);

  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  const home = await fetch(`${cms.address}/api/homepages/home-main?populate=images`);
  const { data } = await home.json();
  await cms.kill();
  expect(data.images.map(({ name }: { name: string }) => name)).toEqual([
    'lasagna',
    'ribeye',
    'veggie-burger',
  ]);
  expect(countRows()).toEqual(seededRows);
  const files = readContent(dataDir).files ?? [];
  expect(files.every(isPicture)).toBe(true);
  expect(files).toEqual(expect.arrayContaining(uploaded ?? []));
});

test('the start after an interrupted one adds the missing seed records, and does not overwrite edits or restore deleted records', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  const { website_tabs: seededTabs, ...seeded } = readContent(dataDir);
  expect(seededTabs).toHaveLength(8);
  withSqlite(databaseFile(dataDir), (database) => {
    database.exec("UPDATE homepage SET main_heading = 'Our own heading' WHERE document_id = 'home-main'");
    database.exec("DELETE FROM menu_sides WHERE document_id = 'hand-cut-fries'");
    database.exec("DELETE FROM website_tabs WHERE document_id <> 'tab-home'");
  });
  changeProgress(dataDir, (progress) => {
    progress.complete = false;
    const isCreated = (key: string) => !key.includes('#tab-') || key.endsWith('#tab-home');
    progress.records = progress.records.filter(isCreated);
    expect(progress.records).toContainEqual(expect.stringContaining('#hand-cut-fries'));
  });
  const { website_tabs: _, ...edited } = readContent(dataDir);
  expect(edited).not.toEqual(seeded);

  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  await cms.kill();
  const { website_tabs: tabs = [], ...content } = readContent(dataDir);
  expect(content).toEqual(edited);
  const idsOf = (rows: Record<string, unknown>[] = []) => rows.map((row) => row.document_id).sort();
  expect(idsOf(tabs)).toEqual(idsOf(seededTabs));
});

/** A seeded site whose first start was interrupted before it had created the administrator, its last account. */
function copyDataWithoutAdministrator(dataDir: string): string {
  copySeededData(dataDir);
  withSqlite(databaseFile(dataDir), (database) => {
    database.exec(`DELETE FROM admin_users WHERE email = '${accounts.ADMIN_EMAIL}'`);
    database.exec('DELETE FROM admin_users_roles_lnk WHERE user_id NOT IN (SELECT id FROM admin_users)');
  });
  return dataDir;
}

test('the next start creates both accounts when the first start was interrupted between them', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copyDataWithoutAdministrator(join(scratch, 'data'));
  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  expect(await signIn(cms.address, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD)).toBeTruthy();
  expect(await signIn(cms.address, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD)).toBeTruthy();
  await cms.kill();
  expect(readTables(databaseFile(dataDir)).admin_users).toHaveLength(2);
});

test('a first link in the log ends when npm run password prints another or when it is used, and a later start logs none', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  withSqlite(databaseFile(dataDir), (database) => database.exec('DELETE FROM admin_users'));
  const env = { ADMIN_PASSWORD: '', OWNER_PASSWORD: '' };
  const first = await startCms(dataDir, { env });
  await first.waitUntilReady();
  const [administratorLink = '', ownerLink = ''] = linksIn(first.output);
  const use = async (link: string) => (await resetPassword(first.address, link, 'Oak-Fire-1798-new')).status;
  const printed = await runPassword({ DATA_DIR: dataDir, DATABASE_URL: '' }, accounts.OWNER_EMAIL);
  expect(await use(ownerLink)).toBe(400);
  const [newLink = ''] = linksIn(printed.stdout);
  for (const link of [newLink, administratorLink]) {
    expect(await use(link)).toBe(200);
    expect(await use(link)).toBe(400);
  }
  await first.kill();

  const second = await startCms(dataDir, { env });
  await second.waitUntilReady();
  expect(linksIn(second.output)).toEqual([]);
});

test('the first start reads the passwords of the accounts from files, and fails with one line when one is missing', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copyDataWithoutAdministrator(join(scratch, 'data'));
  const [administrator, owner] = [join(scratch, 'administrator'), join(scratch, 'owner')];
  const env = {
    ADMIN_PASSWORD: '',
    OWNER_PASSWORD: '',
    ADMIN_PASSWORD_FILE: administrator,
    OWNER_PASSWORD_FILE: owner,
  };
  writeFileSync(administrator, `${accounts.ADMIN_PASSWORD}\n`);
  const refused = await startCms(dataDir, { env });
  expect(await refused.exited).toMatchObject({ code: 78 });
  expect(refused.output.match(/^The CMS can't start: .*$/gm)).toEqual([
    expect.stringContaining(`OWNER_PASSWORD_FILE is ${owner}, which can't be read (ENOENT`),
  ]);

  writeFileSync(owner, `${accounts.OWNER_PASSWORD}\n`);
  const cms = await startCms(dataDir, { env });
  await cms.waitUntilReady();
  expect(await signIn(cms.address, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD)).toBeTruthy();
  expect(await signIn(cms.address, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD)).toBeTruthy();
});

test('the first start fails with one line and creates no account when a password in the environment is weak', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copyDataWithoutAdministrator(join(scratch, 'data'));
  const { admin_users: users } = readTables(databaseFile(dataDir));
  const cms = await startCms(dataDir, { env: { OWNER_PASSWORD: 'password' } });
  expect(await cms.exited).toMatchObject({ code: 78 });
  expect(cms.output.match(/^The CMS can't start: .*$/gm)).toEqual([
    expect.stringContaining('OWNER_PASSWORD is too weak'),
  ]);
  expect(readTables(databaseFile(dataDir)).admin_users).toEqual(users);
});

test('the CMS generates secrets that only its own user can read, and does not replace damaged ones', async ({
  scratch,
  startCms,
}) => {
  const folder = join(scratch, 'data', 'cms');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'secrets.json'), '{"appKey":"short"}');
  const cms = await startCms(join(scratch, 'data'));
  expect(await cms.exited).toMatchObject({ code: 78 });
  expect(cms.output).toContain('secrets.json is damaged');
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{"appKey":"short"}');

  const seeded = join(process.env.SEEDED_DATA_DIR ?? '', 'cms');
  expect(statSync(seeded).mode & 0o777).toBe(0o700);
  expect(statSync(join(seeded, 'secrets.json')).mode & 0o777).toBe(0o600);
});
