import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cms } from '../support/cms.ts';
import { type Entry, owner } from '../support/owner.ts';
import { readTables, withSqlite } from '../support/sqlite.ts';

// A kill leaves the files of the database as they are at that moment. So they are copied before each SQL statement of an edit, and
// after its response, when the edit is confirmed. Postgres has no such files.

const Database = createRequire(new URL('../../cms/package.json', import.meta.url))('better-sqlite3');
const STORY: Entry = { type: 'homepage', documentId: 'home-story-1' };
const WORDS = { mainHeading: 'New heading', description: 'New description' };

/** Returns the content of the database before each statement of an edit, and after it. */
async function readMoments(edit: () => Promise<unknown>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'moments-'));
  const moments: string[] = [];
  /** Most statements change no file: the content by the checksum of the database and its log. */
  const contents = new Map<string, string>();
  const addMoment = () => {
    const key = createHash('sha256');
    for (const name of ['strapi.db', 'strapi.db-wal'])
      key.update(readFileSync(join(cms.dataDir, 'cms', name)));
    const checksum = key.digest('hex');
    if (!contents.has(checksum)) {
      contents.set(checksum, join(folder, checksum));
      cpSync(join(cms.dataDir, 'cms'), join(folder, checksum), { recursive: true });
    }
    moments.push(checksum);
  };
  const { prepare } = Database.prototype;
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: unknown,
    sql: unknown,
  ) {
    addMoment();
    return prepare.call(this, sql);
  });
  await edit();
  spy.mockRestore();
  addMoment();
  for (const [checksum, copy] of contents) {
    const file = join(copy, 'strapi.db');
    expect(withSqlite(file, (database) => database.pragma('integrity_check', { simple: true }))).toBe('ok');
    const { strapi_sessions: _, ...tables } = readTables(file);
    contents.set(checksum, JSON.stringify(tables));
  }
  rmSync(folder, { recursive: true });
  return moments.map((checksum) => contents.get(checksum) ?? '');
}

test.runIf(!process.env.TEST_DATABASE_URL)(
  'a kill during an edit leaves the whole edit or nothing of it',
  async () => {
    await owner.listVersions(STORY);
    for (const [name, edit] of [
      ['save', () => owner.saveDraft(STORY, WORDS)],
      ['publish', () => owner.publish(STORY, { ...WORDS, mainHeading: 'Published heading' })],
      ['add', () => owner.create('menu-side', { sideName: 'A new side' })],
      ['menu', () => owner.switchItem('menu-side', 'hand-cut-fries', false)],
    ] as const) {
      const moments = await readMoments(edit);
      const [before, after] = [moments[0], moments.at(-1)];
      expect(moments.length, name).toBeGreaterThan(10);
      expect(after, name).not.toBe(before);
      const changes = moments.filter((moment, index) => index > 0 && moment !== moments[index - 1]);
      expect(changes.length, name).toBe(1);
    }
  },
);
