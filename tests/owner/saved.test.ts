import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { cms } from '../support/cms.ts';
import { owner } from '../support/owner.ts';
import { accounts } from '../support/seededCopy.ts';

// What the owner is told is saved, is saved. A full disk is one on which only COMMIT fails, as with SQLite's write-ahead log.

const FRIES = { type: 'menu-side', documentId: 'hand-cut-fries' };
const HOME = { type: 'homepage', documentId: 'home-main' };
const UPLOADS = join(cms.dataDir, 'public', 'uploads');
const THURSDAY = '2037-11-26T17:00';

/** Makes each statement that matches fail with an error code of SQLite, until the end of the test. */
async function failStatements(pattern: RegExp, code: string): Promise<void> {
  const { client } = cms.strapi.db.connection;
  const connection: { prepare: (sql: string) => unknown } = await client.acquireConnection();
  client.releaseConnection(connection);
  const prepare = connection.prepare.bind(connection);
  vi.spyOn(connection, 'prepare').mockImplementation((sql) => {
    if (pattern.test(sql)) throw Object.assign(new Error('database or disk is full'), { code });
    return prepare(sql);
  });
}

afterEach(() => vi.restoreAllMocks());

/** Uploads a picture, or replaces the one with an id. */
async function uploadPicture(id?: number): Promise<void> {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#33a' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(picture)]), 'table.jpg');
  form.append('fileInfo', JSON.stringify({ name: 'table.jpg', alternativeText: 'A table' }));
  await owner.send('POST', id === undefined ? '/upload' : `/upload?id=${id}`, form);
}

/** Everything that the owner and visitors can see, and the files of the pictures. */
const readAll = async () => ({
  menu: await owner.readMenu(),
  home: [await owner.open(HOME), await owner.open(HOME, 'published')],
  planned: await owner.listPlanned(),
  versions: [await owner.listMenuVersions(), await owner.listVersions(HOME)],
  today: await owner.readToday(),
  site: await Promise.all(
    ['menu-side', 'homepage', 'contactpage', 'website-name'].map((type) => cms.readContent(type)),
  ),
  pictures: readdirSync(UPLOADS)
    .sort()
    .map((name) => [name, readFileSync(join(UPLOADS, name)).length]),
});

test.each([
  ['COMMIT', /^COMMIT/],
  ['the first statement that writes', /^\s*(insert|update|delete)/i],
])('on a full disk, on which %s fails, nothing is said to be saved that is not', async (_what, pattern) => {
  await owner.saveDraft(FRIES, { description: 'An open draft.' });
  await owner.publish(HOME, { mainHeading: 'Second words' });
  const [, firstVersion] = await owner.listVersions(HOME);
  const log = vi.spyOn(cms.strapi.log, 'error').mockImplementation(() => cms.strapi.log);
  cms.setTime('2037-11-24T12:01');
  const before = await readAll();
  await failStatements(pattern, 'SQLITE_FULL');
  const changes: Record<string, () => Promise<unknown>> = {
    'a draft': () => owner.saveDraft(HOME, { mainHeading: 'Lost' }),
    'a publication': () => owner.publish(HOME, { mainHeading: 'Lost' }),
    'an entry taken off': () => owner.unpublish(FRIES),
    'a discarded draft': () => owner.discardDraft(FRIES),
    'a dish off the menu': () => owner.switchItem('menu-side', FRIES.documentId, false),
    'a dish off until tomorrow': () => owner.switchItem('menu-side', FRIES.documentId, false, 'tomorrow'),
    'a new dish': () => owner.addItem('menu-side', 'Lost'),
    'words of a dish': () => owner.changeText('menu-side', FRIES.documentId, { name: 'Lost' }),
    'a deleted dish': () => owner.deleteItem('menu-side', FRIES.documentId),
    'the menu': () => owner.publishMenu(),
    'a planned menu': () => owner.planMenu(THURSDAY),
    'an earlier version': () => owner.bringBack(firstVersion),
    'hours of today': () => owner.setHours({ closed: true, reason: 'Lost', date: '2037-11-24' }),
    'a notice': () => owner.putNoticeUp('Lost', THURSDAY),
    'a picture': () => uploadPicture(),
    'a replaced picture': () => uploadPicture(1),
  };
  for (const [what, change] of Object.entries(changes)) {
    log.mockClear();
    await expect(change(), what).rejects.toThrow(/^507 This was not saved: the disk .* is full/);
    expect(log.mock.calls, what).toEqual([[expect.stringMatching(/^The disk is full: /)]]);
  }
  vi.restoreAllMocks();
  cms.setTime('2037-11-24T12:01');
  expect(await readAll()).toEqual(before);
});

test('signing in on a full disk is answered with the same sentence', async () => {
  await failStatements(/^\s*(insert|update|delete)/i, 'SQLITE_FULL');
  vi.spyOn(cms.strapi.log, 'error').mockImplementation(() => cms.strapi.log);
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = accounts;
  const response = await cms.request('POST', '/admin/login', { email, password });
  expect([response.status, (await response.json()).error.message]).toEqual([
    507,
    expect.stringMatching(/^This was not saved: the disk/),
  ]);
});

test('when nobody knows whether a COMMIT was made, the owner is asked to look, and nothing is repeated', async () => {
  await owner.open(HOME);
  await failStatements(/^COMMIT/, 'SQLITE_IOERR_WRITE');
  await expect(owner.publish(HOME, { mainHeading: 'Lost' })).rejects.toThrow(
    /^503 It is not certain that this was saved.* look before you repeat it/,
  );
});

test('a planned change that a full disk does not store waits, and is made when there is room', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  const log = vi.spyOn(cms.strapi.log, 'error').mockImplementation(() => cms.strapi.log);
  await failStatements(/^COMMIT/, 'SQLITE_FULL');
  for (let look = 0; look < 3; look += 1) await cms.goTo(THURSDAY);
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^The planned change \d+ failed \(attempt 1\)/)]]);
  vi.restoreAllMocks();
  expect(await cms.readContent('homepage')).not.toContain('Thursday words');
  await cms.restart();
  expect(await cms.readContent('homepage')).toContain('Thursday words');
  expect(await owner.listPlanned()).toEqual([]);
});

/**
 * Sends a request again and again, with its first statement that writes failing, then its second one, until none fails, and expects
 * that a failure leaves the tables as they were. Returns how often it has failed.
 */
async function failAtEachStatement(tables: string[], send: () => Promise<unknown>): Promise<number> {
  const { connection } = cms.strapi.db;
  const dump = () => Promise.all(tables.map((table) => connection(table).select().orderBy('id')));
  let remaining = Number.POSITIVE_INFINITY;
  const failLater = ({ sql }: { sql: string }) => {
    if (!/^\s*(insert|update|delete)\b/i.test(sql)) return;
    remaining -= 1;
    if (remaining < 0) throw new Error('a statement fails');
  };
  connection.on('query', failLater);
  vi.spyOn(cms.strapi.log, 'error').mockReturnValue(cms.strapi.log);
  const before = await dump();
  for (let failures = 0; ; failures += 1) {
    remaining = failures;
    const error = await send().then(() => '', String);
    remaining = Number.POSITIVE_INFINITY;
    if (error === '') {
      connection.removeListener('query', failLater);
      return failures;
    }
    expect(error).toMatch(/^Error: 500 /);
    const { pool } = connection.client;
    // What the failed request still does, it has done once it has returned its connection.
    while (pool.numUsed() > 0 || pool.numPendingAcquires() > 0)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await dump(), `statement ${failures}`).toEqual(before);
  }
}

test('a notice that fails at any statement leaves the site and the draft as they were', async () => {
  const name = { type: 'website-name', documentId: '' };
  await owner.saveDraft(name, { links: [{ label: 'Not yet', address: 'https://table.example/' }] });
  const tables = ['website_name', 'website_name_cmps', 'components_site_links', 'components_site_notices'];
  const failures = await failAtEachStatement(tables, () => owner.putNoticeUp('Closed', THURSDAY));
  expect(failures).toBeGreaterThan(3);
  expect(await owner.open(name, 'published')).toMatchObject({ notice: { text: 'Closed' } });
});

test.each(['bulkUnpublish', 'bulkPublish', 'bulkDelete'] as const)(
  '%s of two dishes changes none when it fails for one',
  async (action) => {
    const items = (await owner.listItems('menu-appetizer')).slice(0, 2);
    const dishes = items.map(({ id }) => ({ type: 'menu-appetizer', documentId: id }));
    const failures = await failAtEachStatement(['menu_appetizers', 'site_versions'], () =>
      owner.changeTogether(action, dishes),
    );
    expect(failures).toBeGreaterThan(2);
  },
);
