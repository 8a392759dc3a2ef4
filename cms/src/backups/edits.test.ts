import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { type SmallSiteEntry, writeSmallDatabase } from '../../testing/smallSite';
import { withSqlite } from '../environment/sqlite';
import { listEdits } from './edits';

const BACKUP_TIME = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;

const folder = createTemporaryFolder();

interface Content {
  homepage?: SmallSiteEntry[];
  sides?: SmallSiteEntry[];
}

function compare(
  backup: Content,
  replaced: Content,
  change?: Record<'backup' | 'replaced', (file: string) => void>,
): string[] {
  const [replacedFile, backupFile] = [join(folder, 'replaced.db'), join(folder, 'backup.db')];
  rmSync(replacedFile, { force: true });
  rmSync(backupFile, { force: true });
  writeSmallDatabase(replacedFile, replaced);
  writeSmallDatabase(backupFile, backup);
  change?.replaced(replacedFile);
  change?.backup(backupFile);
  return listEdits(replacedFile, backupFile);
}

const story: SmallSiteEntry = {
  id: 'home-story-1',
  title: 'Home: first story block',
  updatedAt: BACKUP_TIME - MINUTE_MS,
  publishedAt: BACKUP_TIME - MINUTE_MS,
};
const fries: SmallSiteEntry = {
  id: 'fries',
  title: 'Fries',
  updatedAt: BACKUP_TIME,
  publishedAt: BACKUP_TIME,
};
const localTime = (time: number) => new Date(time).toLocaleString('sv').slice(0, 'YYYY-MM-DD HH:MM'.length);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BACKUP_TIME + 60 * MINUTE_MS }));

test('lists what was saved, published, added, unpublished and deleted since the backup, the latest first', () => {
  const saved = { ...story, updatedAt: BACKUP_TIME + MINUTE_MS };
  const published = { ...fries, id: 'onions', title: 'Onions', publishedAt: null };
  const backup = {
    homepage: [story],
    sides: [
      fries,
      published,
      { ...fries, id: 'slaw', title: 'Slaw' },
      { ...fries, id: 'corn', title: 'Corn' },
    ],
  };
  const replaced = {
    homepage: [saved],
    sides: [
      fries,
      { ...published, publishedAt: BACKUP_TIME + 3 * MINUTE_MS },
      { ...fries, id: 'soup', title: 'Soup', updatedAt: BACKUP_TIME + 2 * MINUTE_MS, publishedAt: null },
      { ...fries, id: 'corn', title: 'Corn', publishedAt: null },
    ],
  };
  expect(compare(backup, replaced)).toEqual([
    'Edited since that backup:',
    `  Sides: Onions (${localTime(BACKUP_TIME + 3 * MINUTE_MS)})`,
    `  Sides: Soup (${localTime(BACKUP_TIME + 2 * MINUTE_MS)})`,
    `  Home: first story block (${localTime(BACKUP_TIME + MINUTE_MS)})`,
    '  Sides: Corn (unpublished)',
    '  Sides: Slaw (deleted)',
  ]);
});

test('lists what was edited since the backup when the clock was ahead at an edit before it', () => {
  const ahead = { ...story, updatedAt: Date.UTC(2036, 0, 1) };
  const edited = { ...fries, updatedAt: BACKUP_TIME + MINUTE_MS };
  expect(compare({ homepage: [ahead], sides: [fries] }, { homepage: [ahead], sides: [edited] })).toEqual([
    'Edited since that backup:',
    `  Sides: Fries (${localTime(BACKUP_TIME + MINUTE_MS)})`,
  ]);
});

test('lists no drinks that were rows of a list in the backup, and those that were edited since', () => {
  const list = { ...fries, id: 'menu-soft-drinks' };
  const cola = { ...fries, id: 'cola', title: 'Cola' };
  const edited = { ...cola, id: 'milk', title: 'Milk', updatedAt: BACKUP_TIME + MINUTE_MS };
  const name = (uid: string) => (file: string) =>
    withSqlite(file, (connection) => {
      connection.prepare('ALTER TABLE menu_sides RENAME COLUMN side_name TO drink_name').run();
      const rename = 'UPDATE strapi_core_store_settings SET value = replace(value, ?, ?)';
      connection.prepare(rename).run('api::menu-side.menu-side', uid);
    });
  const lines = compare(
    { homepage: [story], sides: [list] },
    { homepage: [story], sides: [list, cola, edited] },
    {
      backup: name('api::menu-soft-drinks.menu-soft-drinks'),
      replaced: name('api::menu-soft-drink.menu-soft-drink'),
    },
  );
  expect(lines).toEqual([
    'Edited since that backup:',
    `  Soft drinks: Milk (${localTime(BACKUP_TIME + MINUTE_MS)})`,
  ]);
});

test('lists nothing when another site is replaced, such as a freshly seeded one', () => {
  const seeded = { ...story, createdAt: BACKUP_TIME + MINUTE_MS, updatedAt: BACKUP_TIME + MINUTE_MS };
  expect(compare({ homepage: [story] }, { homepage: [seeded] })).toEqual([]);
});
