import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { writeSmallDatabase } from '../../testing/smallSite';
import { withSqlite } from '../environment/sqlite';
import { BackupError } from './backupError';
import { readSnapshot } from './snapshot';

const folder = createTemporaryFolder();
const file = join(folder, 'strapi.db');
const run = (sql: string) => withSqlite(file, (connection) => connection.prepare(sql).run());

test('reads the names of all pictures and their formats, and the version of the data', () => {
  writeSmallDatabase(file, { pictures: ['a.webp', 'b.png'], version: '1.2.3' });
  run(
    "INSERT INTO files (url, hash, ext, provider) VALUES ('/uploads/no-formats.gif', 'no-formats', '.gif', 'local')",
  );
  run("INSERT INTO files (url, provider) VALUES ('https://pictures.example/c.png', 'elsewhere')");
  const { pictureNames, version } = readSnapshot(file);
  expect(pictureNames.sort()).toEqual(['a.webp', 'b.png', 'no-formats.gif', 'small_a.webp', 'small_b.png']);
  expect(version).toBe('1.2.3');
});

test('reads no version of data that version 1.0 used last', () => {
  writeSmallDatabase(file, {});
  expect(readSnapshot(file)).toEqual({ pictureNames: [], version: undefined });
});

test('rejects a file that is no database, and a database with a damaged page', () => {
  writeFileSync(file, 'SQLite format 3, but no database');
  expect(() => readSnapshot(file)).toThrow(BackupError);
  expect(() => readSnapshot(file)).toThrow(/^The database in the backup is damaged/);
  rmSync(file);
  writeSmallDatabase(file, { sides: [{ id: 'fries', title: 'Fries' }] });
  const bytes = readFileSync(file);
  bytes.fill(0xaa, bytes.length - 100);
  writeFileSync(file, bytes);
  expect(() => readSnapshot(file)).toThrow(/^The database in the backup is damaged/);
});
