import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pack, unpack } from './archive';
import { BackupError } from './backupError';

let folder = '';
const path = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  mkdirSync(path('source', 'uploads'), { recursive: true });
  mkdirSync(path('target'));
  writeFileSync(path('source', 'strapi.db'), 'database');
  writeFileSync(path('source', 'version.json'), '{}');
  writeFileSync(path('source', 'uploads', 'a.png'), 'picture');
});
afterEach(() => rmSync(folder, { recursive: true }));

const filesIn = (name: string) =>
  readdirSync(path(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

test('unpacks what it has packed, in a file that only its owner can read', async () => {
  await pack(path('source'), path('a.tar.gz'));
  expect(readdirSync(folder).sort()).toEqual(['a.tar.gz', 'source', 'target']);
  await unpack(path('a.tar.gz'), path('target'), path('target'));
  expect(filesIn('target')).toEqual(['a.png', 'strapi.db', 'version.json']);
  expect(readFileSync(path('target', 'uploads', 'a.png'), 'utf8')).toBe('picture');
  expect(statSync(path('a.tar.gz')).mode & 0o777).toBe(0o600);
});

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

test('ignores all files that are not part of a backup', async () => {
  writeFileSync(path('outside'), 'outside');
  mkdirSync(path('source', 'uploads', 'sub'));
  writeFileSync(path('source', 'uploads', 'sub', 'b.png'), '');
  writeFileSync(path('source', 'evil.js'), '');
  symlinkSync(path('outside'), path('source', 'uploads', 'link.png'));
  create({ sync: true, cwd: path('source'), file: path('a.tar.gz'), gzip: true, preservePaths: true }, [
    'strapi.db',
    'evil.js',
    'uploads',
    '../outside',
  ]);
  await unpack(path('a.tar.gz'), path('target'), path('target'));
  expect(filesIn('target')).toEqual(['a.png', 'strapi.db']);
  expect(existsSync(path('target', 'uploads', 'link.png'))).toBe(false);
});

test.each([
  ['empty', () => Buffer.alloc(0)],
  ['not an archive', () => Buffer.from('<html>')],
  ['cut off', (backup: Buffer) => backup.subarray(0, backup.length - 20)],
])('rejects a file that is %s', async (_, change) => {
  await pack(path('source'), path('a.tar.gz'));
  writeFileSync(path('b.tar.gz'), change(readFileSync(path('a.tar.gz'))));
  const unpacked = unpack(path('b.tar.gz'), path('target'), path('target'));
  await expect(unpacked).rejects.toBeInstanceOf(BackupError);
  await expect(unpacked).rejects.toThrow('Nothing was changed.');
});

test('rejects an archive without a database', async () => {
  create({ sync: true, cwd: path('source'), file: path('a.tar.gz'), gzip: true }, ['uploads']);
  await expect(unpack(path('a.tar.gz'), path('target'), path('target'))).rejects.toThrow(
    'is not a backup of this site',
  );
});

test('reports a system error as it is, because the backup may be good', async () => {
  const unpacked = unpack(path('missing.tar.gz'), path('target'), path('target'));
  await expect(unpacked).rejects.not.toBeInstanceOf(BackupError);
  await expect(unpacked).rejects.toMatchObject({ code: 'ENOENT' });
});
