import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypes, readSchema } from '../support/contentTypes.ts';
import { CMS, type Cms, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { databaseFile, readTables, withSqlite } from '../support/sqlite.ts';
import { signIn } from '../support/stack.ts';

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

/** The lines with which a CMS refuses to start. */
const startError = ({ output }: Cms) => output.match(/^The CMS can't start: .*$/gm);

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

test('the first start names a seed record that Strapi rejects, and stores nothing of the seed', async ({
  scratch,
  startCms,
}) => {
  const dataDir = join(scratch, 'data');
  const folder = copyCms(join(scratch, 'cms'), 'menu-entree.json', (record) => delete record.entreeName);
  const cms = await startCms(dataDir, { folder });
  expect(await cms.exited).toMatchObject({ code: 78 });
  expect(startError(cms)).toEqual([
    expect.stringMatching(/seed record "ribeye-steak" of menu-entree: .*entreeName/),
  ]);
  const content = readContent(dataDir);
  expect(Object.keys(content)).toHaveLength(CONTENT_TABLES.length + 1);
  expect(Object.values(content).flat()).toEqual([]);
});

/**
 * Leaves what a first start leaves that is interrupted while it fills the CMS, and what the owner has changed since: a picture and
 * some records are missing, another picture is not in the progress, a heading is edited, and a dish is deleted.
 */
function interruptSeeding(dataDir: string): void {
  withSqlite(databaseFile(dataDir), (database) => {
    database.exec("DELETE FROM files WHERE name = 'ribeye'");
    database.exec("DELETE FROM homepage WHERE document_id = 'home-main'");
    database.exec("DELETE FROM website_tabs WHERE document_id <> 'tab-home'");
    database.exec("UPDATE homepage SET main_heading = 'Our own heading' WHERE document_id = 'home-specials'");
    database.exec("DELETE FROM menu_sides WHERE document_id = 'hand-cut-fries'");
  });
  changeProgress(dataDir, (progress) => {
    progress.complete = false;
    delete progress.pictures.ribeye;
    delete progress.pictures.logo;
    progress.records = progress.records.filter((key) => !/#(?:home-main|tab-(?!home))/.test(key));
    expect(progress.records).toContainEqual(expect.stringContaining('#hand-cut-fries'));
  });
}

test('the start after an interrupted first start completes the content', async ({ scratch, startCms }) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  const { homepage: seededHome, website_tabs: seededTabs, files: seededFiles } = readContent(dataDir);
  interruptSeeding(dataDir);
  const interrupted = readContent(dataDir);
  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  const home = await fetch(`${cms.address}/api/homepages/home-main?populate=images`);
  const { data }: { data: { images: { name: string }[] } } = await home.json();
  await cms.kill();
  const { homepage = [], website_tabs: tabs, files = [], ...others } = readContent(dataDir);

  await test.step('every picture is there once', () => {
    expect(interrupted.files).toHaveLength(PICTURES.length - 1);
    expect(files.map(({ name }) => name).sort()).toEqual(seededFiles?.map(({ name }) => name).sort());
    expect(files).toEqual(expect.arrayContaining(interrupted.files ?? []));
  });

  await test.step('every record is there once, and shows its pictures', () => {
    const idsOf = (rows: Record<string, unknown>[] = []) => rows.map((row) => row.document_id).sort();
    expect(idsOf(homepage)).toEqual(idsOf(seededHome));
    expect(idsOf(tabs)).toEqual(idsOf(seededTabs));
    expect(data.images.map(({ name }) => name)).toEqual(['lasagna', 'ribeye', 'veggie-burger']);
  });

  await test.step('edits stay, and no deleted record comes back', () => {
    expect(homepage).toEqual(expect.arrayContaining(interrupted.homepage ?? []));
    expect(others).toEqual(
      Object.fromEntries(Object.keys(others).map((table) => [table, interrupted[table]])),
    );
  });
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

test('a first start that was interrupted between the accounts continues with the passwords in files', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copyDataWithoutAdministrator(join(scratch, 'data'));
  const [administrator, owner] = [join(scratch, 'administrator'), join(scratch, 'owner')];
  writeFileSync(administrator, `${accounts.ADMIN_PASSWORD}\n`);
  writeFileSync(owner, `${accounts.OWNER_PASSWORD}\n`);
  const env = {
    ADMIN_PASSWORD: '',
    OWNER_PASSWORD: '',
    ADMIN_PASSWORD_FILE: administrator,
    OWNER_PASSWORD_FILE: owner,
  };
  const cms = await startCms(dataDir, { env });
  await cms.waitUntilReady();
  expect(await signIn(cms.address, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD)).toBeTruthy();
  expect(await signIn(cms.address, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD)).toBeTruthy();
  expect(readTables(databaseFile(dataDir)).admin_users).toHaveLength(2);
});

test('a first link in the log ends when it is used, or when npm run password prints another', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  withSqlite(databaseFile(dataDir), (database) => database.exec('DELETE FROM admin_users'));
  const cms = await startCms(dataDir, { env: { ADMIN_PASSWORD: '', OWNER_PASSWORD: '' } });
  await cms.waitUntilReady();
  const [administratorLink = '', ownerLink = ''] = linksIn(cms.output);
  const use = async (link: string) => (await resetPassword(cms.address, link, 'Oak-Fire-1798-new')).status;
  const printed = await runPassword({ DATA_DIR: dataDir, DATABASE_URL: '' }, accounts.OWNER_EMAIL);
  expect(await use(ownerLink)).toBe(400);
  const [newLink = ''] = linksIn(printed.stdout);
  for (const link of [newLink, administratorLink]) {
    expect(await use(link)).toBe(200);
    expect(await use(link)).toBe(400);
  }
});

test('the first start refuses a weak password with one line, and creates no account', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copyDataWithoutAdministrator(join(scratch, 'data'));
  const { admin_users: users } = readTables(databaseFile(dataDir));
  const cms = await startCms(dataDir, { env: { OWNER_PASSWORD: 'password' } });
  expect(await cms.exited).toMatchObject({ code: 78 });
  expect(startError(cms)).toEqual([expect.stringContaining('OWNER_PASSWORD is too weak')]);
  expect(readTables(databaseFile(dataDir)).admin_users).toEqual(users);
});

test('the secrets that the first start has generated are closed to other users', () => {
  const seeded = join(process.env.SEEDED_DATA_DIR ?? '', 'cms');
  expect(statSync(seeded).mode & 0o777).toBe(0o700);
  expect(statSync(join(seeded, 'secrets.json')).mode & 0o777).toBe(0o600);
});
