import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import { beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { pack, unpack } from './archive';
import { BackupError } from './backupError';

const folder = createTemporaryFolder();
const path = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  mkdirSync(path('source', 'uploads'), { recursive: true });
  mkdirSync(path('target'));
  writeFileSync(path('source', 'strapi.db'), 'database');
  writeFileSync(path('source', 'version.json'), '{}');
  writeFileSync(path('source', 'uploads', 'a.png'), 'picture');
});
const filesIn = (name: string) =>
  readdirSync(path(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

test('unpacks the pictures into another folder, which may be in another file system', async () => {
  await pack(path('source'), path('a.tar.gz'));
  mkdirSync(path('pictures'));
  await unpack(path('a.tar.gz'), path('target'), path('pictures'));
  expect(filesIn('target')).toEqual(['strapi.db', 'version.json']);
  expect(filesIn('pictures')).toEqual(['a.png']);
  expect(existsSync(path('pictures', 'uploads', 'a.png'))).toBe(true);
});

test('leaves neither the backup nor a temporary file when packing fails', async () => {
  rmSync(path('source', 'version.json'));
  await expect(pack(path('source'), path('a.tar.gz'))).rejects.toThrow('version.json');
  expect(readdirSync(folder).sort()).toEqual(['source', 'target']);
});

test('unpacks a backup that was decompressed, and one that was packed again', async () => {
  const files = ['strapi.db', 'uploads', 'version.json'];
  create({ sync: true, cwd: path('source'), file: path('a.tar') }, files);
  create({ sync: true, cwd: path('source'), file: path('b.tar.gz'), gzip: true }, ['.']);
  for (const name of ['a.tar', 'b.tar.gz']) {
    mkdirSync(path(`target-${name}`));
    await unpack(path(name), path(`target-${name}`), path(`target-${name}`));
    expect(filesIn(`target-${name}`)).toEqual(['a.png', 'strapi.db', 'version.json']);
  }
});

test.each([
  ['not an archive', () => Buffer.from('<html>')],
  ['cut off', (backup: Buffer) => backup.subarray(0, backup.length - 20)],
])('rejects a file that is %s', async (_, change) => {
  await pack(path('source'), path('a.tar.gz'));
  writeFileSync(path('b.tar.gz'), change(readFileSync(path('a.tar.gz'))));
  const unpacked = unpack(path('b.tar.gz'), path('target'), path('target'));
  await expect(unpacked).rejects.toBeInstanceOf(BackupError);
  await expect(unpacked).rejects.toThrow('Nothing was changed.');
});
