import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';
import { contentTypes, readSchema } from '../support/contentTypes.ts';
import { accounts } from '../support/seededCopy.ts';

// The first start has filled the CMS of these tests; they interrupt it afterwards, by what it leaves.

const { seed } = requireCompiled<typeof import('../../cms/src/seed/seed.ts')>('seed/seed');
const { readContentProgress, writeContentProgress } =
  requireCompiled<typeof import('../../cms/src/seed/contentProgress.ts')>('seed/contentProgress');
const { createFirstAccounts } =
  requireCompiled<typeof import('../../cms/src/access/firstAccounts.ts')>('access/firstAccounts');

const { strapi } = cms;
const knex = strapi.db.connection;
const TABLES = [...contentTypes.map(({ name }) => readSchema(name).collectionName), 'files'];

type Row = Record<string, unknown>;

/** Reads the rows of every content type and of the media library, by table. */
async function readContent(): Promise<Record<string, Row[]>> {
  const tables = TABLES.map(
    async (table): Promise<[string, Row[]]> => [table, await knex(table).orderBy('id')],
  );
  return Object.fromEntries(await Promise.all(tables));
}

const idsOf = (rows: Row[] = []) => rows.map(({ document_id: id }) => id).sort();
const namesOf = (rows: Row[] = []) => rows.map(({ name }) => name).sort();

/** Makes the seed forget that it is complete, and the records and pictures whose keys match. */
async function forget(pattern: RegExp): Promise<void> {
  const progress = await readContentProgress(strapi);
  expect(progress.complete).toBe(true);
  await writeContentProgress(strapi, {
    ...progress,
    complete: false,
    records: progress.records.filter((key) => !pattern.test(key)),
    pictures: Object.fromEntries(Object.entries(progress.pictures).filter(([name]) => !pattern.test(name))),
  });
}

test('the start after an interrupted first start completes the content', async () => {
  const seeded = await readContent();
  // A picture and some records are missing, another picture is not in the progress, and the owner has edited and deleted since.
  await knex('files').where({ name: 'ribeye' }).delete();
  await knex('homepage').where({ document_id: 'home-main' }).delete();
  await knex('website_tabs').whereNot({ document_id: 'tab-home' }).delete();
  await knex('homepage').where({ document_id: 'home-specials' }).update({ main_heading: 'Our own heading' });
  await knex('menu_sides').where({ document_id: 'hand-cut-fries' }).delete();
  await forget(/#(?:home-main|tab-(?!home))|^(?:ribeye|logo)$/);
  const interrupted = await readContent();
  await seed(strapi);

  const { homepage, website_tabs: tabs, files, ...others } = await readContent();
  expect(interrupted.files).toHaveLength((seeded.files ?? []).length - 1);
  expect(namesOf(files)).toEqual(namesOf(seeded.files));
  expect(files).toEqual(expect.arrayContaining(interrupted.files ?? []));
  expect(idsOf(homepage)).toEqual(idsOf(seeded.homepage));
  expect(idsOf(tabs)).toEqual(idsOf(seeded.website_tabs));
  const response = await cms.request('GET', '/api/homepages/home-main?populate=images');
  const { data }: { data: { images: { name: string }[] } } = await response.json();
  expect(data.images.map(({ name }) => name)).toEqual(['lasagna', 'ribeye', 'veggie-burger']);
  // Edits stay, and no deleted record comes back.
  expect(homepage).toEqual(expect.arrayContaining(interrupted.homepage ?? []));
  for (const [table, rows] of Object.entries(others)) expect(rows, table).toEqual(interrupted[table]);
});

test('the first start names a seed record that Strapi rejects, and stores nothing of the seed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'));
  const { root } = strapi.dirs.app;
  onTestFinished(() => {
    strapi.dirs.app.root = root;
    rmSync(folder, { recursive: true });
  });
  cpSync(join(root, 'seed'), join(folder, 'seed'), { recursive: true });
  const file = join(folder, 'seed', 'words', 'menu-entree.json');
  const [first, { entreeName: _, ...second }, ...rest] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify([first, second, ...rest]));
  strapi.dirs.app.root = folder;
  for (const table of ['menu_entrees', 'homepage']) await knex(table).delete();
  await forget(/menu-entree|homepage/);
  const before = await readContent();
  await expect(seed(strapi)).rejects.toThrow(/^seed record "ribeye-steak" of menu-entree: .*entreeName/);
  expect(await readContent()).toEqual(before);
});

test('a first start that was interrupted between the accounts continues with the passwords in files, none of them weak', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  for (const name of ['ADMIN_PASSWORD', 'OWNER_PASSWORD'] as const) {
    const file = join(folder, name);
    writeFileSync(file, `${accounts[name]}\n`);
    vi.stubEnv(name, '');
    vi.stubEnv(`${name}_FILE`, file);
  }
  const weak = join(folder, 'weak');
  writeFileSync(weak, 'password');
  await knex('admin_users').where({ email: accounts.ADMIN_EMAIL }).delete();
  vi.stubEnv('ADMIN_PASSWORD_FILE', weak);
  await expect(createFirstAccounts(strapi)).rejects.toThrow('ADMIN_PASSWORD is too weak');
  expect(await knex('admin_users')).toHaveLength(1);
  vi.stubEnv('ADMIN_PASSWORD_FILE', join(folder, 'ADMIN_PASSWORD'));
  await createFirstAccounts(strapi);
  expect(await knex('admin_users')).toHaveLength(2);
  for (const [email, password] of [
    [accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD],
    [accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD],
  ])
    expect((await cms.request('POST', '/admin/login', { email, password })).status).toBe(200);
});
