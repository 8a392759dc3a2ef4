import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { PictureFolder } from './pictureFolder.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const VERSION = 'mbmsdw1x';
const modifiedAt = Date.parse('2026-06-01T12:00:00Z');

const path = createTemporaryFolder();

/** Saves a picture of 100 bytes that was last used some days ago, and returns its file. */
async function save(folder: PictureFolder, name: string, daysAgo: number) {
  const bytes = Buffer.alloc(100, name);
  const file = await folder.save(`/uploads/${name}.PNG`, VERSION, { bytes, modifiedAt, sentAt: 0 });
  utimesSync(join(path, file.name), (Date.now() - daysAgo * DAY_MS) / 1_000, modifiedAt / 1_000);
  return file;
}

test('a file has the time of the CMS’s file, so that each replica sends the same ETag', async () => {
  const { name } = await save(new PictureFolder(path), 'dish', 0);
  expect(statSync(join(path, name)).mtimeMs).toBe(modifiedAt);
  expect(name).toMatch(/\.png$/);
});

test('a file is served as what it contains, also where it has replaced one of another format', async () => {
  const bytes = Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avif', 'latin1');
  const file = await new PictureFolder(path).save('/uploads/dish.jpg', VERSION, {
    bytes,
    modifiedAt,
    sentAt: 0,
  });
  expect(file.name).toMatch(/\.avif$/);
});

test('deletes the files that were not used for the longest time, but none that content names or that was used lately', async () => {
  const folder = new PictureFolder(path);
  const named = await save(folder, 'named', 30);
  const oldest = await save(folder, 'oldest', 20);
  const older = await save(folder, 'older', 10);
  const old = await save(folder, 'old', 5);
  const lately = await save(folder, 'lately', 0);
  const clean = async (maxBytes: number) => {
    await folder.clean([named], maxBytes);
    return readdirSync(path).sort();
  };
  const names = (...files: { name: string }[]) => files.map(({ name }) => name).sort();
  expect(await clean(500)).toEqual(names(named, oldest, older, old, lately));
  expect(await clean(400)).toEqual(names(named, older, old, lately));
  expect(await clean(0)).toEqual(names(named, lately));
  expect(folder.findAny('/uploads/old.PNG')).toBeUndefined();
  expect(statSync(join(path, named.name)).mtimeMs).toBe(modifiedAt);
});

test('a replica does not delete what a replica with other content names', async () => {
  const other = new PictureFolder(path);
  const file = await save(other, 'dish', 30);
  await other.clean([file]);
  const folder = new PictureFolder(path);
  await folder.load();
  await folder.clean([], 0);
  expect(existsSync(join(path, file.name))).toBe(true);
});

test('deletes old temporary files, and no other file that is not a picture', async () => {
  const folder = new PictureFolder(path);
  for (const name of ['old.tmp', 'new.tmp', 'other.txt']) writeFileSync(join(path, name), '');
  for (const name of ['old.tmp', 'other.txt']) utimesSync(join(path, name), 0, 0);
  await folder.clean([], 0);
  expect(readdirSync(path).sort()).toEqual(['new.tmp', 'other.txt']);
});

test('a file that has changed or is gone is not whole', async () => {
  const folder = new PictureFolder(path);
  const { name } = await save(folder, 'dish', 0);
  const isWhole = () => folder.isWhole('/uploads/dish.PNG', VERSION);
  expect(await isWhole()).toBe(true);
  rmSync(join(path, name));
  expect(await isWhole()).toBe(false);
});

test('a file of an earlier version that is animated is not whole', async () => {
  const image = '2c0000000001000100000202440100';
  const bytes = Buffer.from(`47494638396101000100800000000000ffffff${image}${image}3b`, 'hex');
  await new PictureFolder(path).save('/uploads/steam.gif', VERSION, { bytes, modifiedAt, sentAt: 0 });
  const folder = new PictureFolder(path);
  await folder.load();
  expect(await folder.isWhole('/uploads/steam.gif', VERSION)).toBe(false);
  expect(readdirSync(path)).toEqual([]);
});
