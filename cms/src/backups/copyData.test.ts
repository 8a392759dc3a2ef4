import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import * as databaseAdapters from './chooseDatabaseAdapter';
import { copyData, copyPictures, listPictures } from './copyData';
import type { DatabaseAdapter } from './databaseAdapter';

const OLD = 1_700_000_000;

const folder = createDataFolder();
const path = (...names: string[]) => join(folder, ...names);

/** Writes a picture whose content is as old as `time`, in seconds since 1970. */
function writePicture(content: string, time: number, ...names: string[]) {
  mkdirSync(path(...names.slice(0, -1)), { recursive: true });
  writeFileSync(path(...names), content);
  utimesSync(path(...names), time, time);
}
const read = (...names: string[]) => readFileSync(path(...names), 'utf8');
const inodeOf = (...names: string[]) => statSync(path(...names)).ino;

test('lists the picture files of a folder, and none of a folder that does not exist', async () => {
  writePicture('', OLD, 'from', 'a.png');
  writePicture('', OLD, 'from', '.gitkeep');
  writePicture('', OLD, 'from', 'sub', 'b.png');
  const longest = `${'b'.repeat(251)}.png`;
  writePicture('', OLD, 'from', longest);
  expect((await listPictures(path('from'))).sort()).toEqual(['a.png', longest]);
  expect(await listPictures(path('missing'))).toEqual([]);
});

test('reports a folder that cannot be read', async () => {
  writePicture('', OLD, 'file');
  await expect(listPictures(path('file'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('copies new and changed pictures with their times, and deletes none', async () => {
  writePicture('new', OLD, 'from', 'new.png');
  writePicture('changed', OLD + 10, 'from', 'changed.png');
  writePicture('before!', OLD, 'to', 'changed.png');
  writePicture('other', OLD, 'to', 'other.png');
  await copyPictures(path('from'), path('to'));
  expect(readdirSync(path('to')).sort()).toEqual(['changed.png', 'new.png', 'other.png']);
  expect([read('to', 'new.png'), read('to', 'changed.png')]).toEqual(['new', 'changed']);
  expect(statSync(path('to', 'new.png')).mtimeMs).toBe(OLD * 1_000);
});

test('links pictures that have not changed since the previous backup, and copies the others', async () => {
  writePicture('same', OLD, 'from', 'same.png');
  writePicture('same', OLD, 'previous', 'uploads', 'same.png');
  writePicture('changed', OLD + 10, 'from', 'changed.png');
  writePicture('changed', OLD, 'previous', 'uploads', 'changed.png');
  await copyPictures(path('from'), path('to'), path('previous'));
  expect(inodeOf('to', 'same.png')).toBe(inodeOf('previous', 'uploads', 'same.png'));
  expect(inodeOf('to', 'changed.png')).not.toBe(inodeOf('previous', 'uploads', 'changed.png'));
  expect(inodeOf('to', 'same.png')).not.toBe(inodeOf('from', 'same.png'));
});

test('copies the pictures that are added until the snapshot of the database, which may refer to them', async () => {
  writePicture('soup', OLD, 'public', 'uploads', 'soup.png');
  const snapshot = async () => writePicture('pie', OLD, 'public', 'uploads', 'pie.png');
  // Cast: a backup uses no other method.
  vi.spyOn(databaseAdapters, 'chooseDatabaseAdapter').mockResolvedValue({
    snapshot,
  } as Partial<DatabaseAdapter> as DatabaseAdapter);
  mkdirSync(path('backup'));
  await copyData(path('backup'));
  vi.unstubAllEnvs();
  expect(readdirSync(path('backup', 'uploads')).sort()).toEqual(['pie.png', 'soup.png']);
});
