import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { readFiles, writeFiles, writeSmallDatabase } from '../../testing/smallSite';
import { withSqlite } from '../environment/sqlite';
import { ContentsCheck } from './backupContents';
import { BackupError } from './backupError';
import { restore } from './restore';

/** The type of an entry in a tar header. */
type EntryType = ConstructorParameters<typeof Header>[0] extends infer Data
  ? Extract<Data, { type?: unknown }>['type']
  : never;

interface Entry {
  path: string;
  type?: EntryType;
  content?: string | Buffer;
  linkpath?: string;
  /** What the header says instead of the size of the content, in bytes. */
  size?: number;
}

const folder = createTemporaryFolder();
const backup = join(folder, 'backup');
const inData = (...names: string[]) => join(folder, 'data', ...names);
const inBackup = (...names: string[]) => join(backup, ...names);

/** All files of the data folder, without the file of the lock, which every command creates. */
function readData(): Record<string, string> {
  const { 'cms/lock.db': _, ...files } = readFiles(inData());
  return files;
}

beforeEach(() => {
  vi.stubEnv('DATA_DIR', inData());
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('VERSION', '1.9.0');
  writeSmallDatabase(inData('cms', 'strapi.db'), {});
  writeFiles(inData('public', 'uploads'), { 'present.png': 'present' });
  writeSmallDatabase(inBackup('strapi.db'), { pictures: ['a.png'] });
  writeFiles(backup, { 'uploads/a.png': 'picture', 'version.json': '{"version":"1.9.0"}' });
  writeFileSync(join(folder, 'outside.png'), 'outside');
});

/** Expects a restore to be refused with one sentence, and to leave everything as it was. */
async function expectRefusal(path: string, reason: string): Promise<void> {
  const before = readData();
  const error = await restore(path, true).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(BackupError);
  const { message } = error as BackupError;
  expect(message).toContain(reason);
  expect(message).toMatch(/^[^\n\p{C}]+\. Nothing was changed\.$/u);
  expect(readData()).toEqual(before);
  for (const left of ['cms/.restore', 'cms/restore.json', 'public/uploads/.restore', 'backups'])
    expect(existsSync(inData(left)), left).toBe(false);
  expect(readFileSync(join(folder, 'outside.png'), 'utf8')).toBe('outside');
}

function encode({ path, type = 'File', content = '', linkpath, size }: Entry): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  new Header({
    path,
    type,
    ...(linkpath !== undefined && { linkpath }),
    size: size ?? bytes.length,
    mode: 0o644,
    mtime: new Date(0),
  }).encode(header);
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

const link = (path: string, linkpath: string): Entry => ({ path, type: 'SymbolicLink', linkpath });
/** A file whose path is too long for the usual header. */
const longPath = (path: string): Entry[] => [
  { path: '././@LongLink', type: 'OldGnuLongPath', content: `${path}\0` },
  { path: 'short' },
];

const END = Buffer.alloc(1024);
const database = () => ({ path: 'strapi.db', content: readFileSync(inBackup('strapi.db')) });
const FOLDER: Entry = { path: 'uploads/', type: 'Directory' };
const pack = (...entries: Entry[]) => gzipSync(Buffer.concat([...[database(), ...entries].map(encode), END]));

/** An attack, the reason of the refusal, and what the archive has besides the database. */
const ARCHIVES: [attack: string, reason: string, ...entries: Entry[]][] = [
  ['uploads as a symbolic link', 'uploads is a link', link('uploads', '..'), { path: 'uploads/a.png' }],
  ['a picture as a symbolic link', 'a.png is a link', link('uploads/a.png', '../../outside.png')],
  ['a named pipe', 'uploads/a.png is a link or a device', { path: 'uploads/a.png', type: 'FIFO' }],
  ['a folder in uploads', 'uploads/more does not belong', { path: 'uploads/more/', type: 'Directory' }],
  ['a folder named like a picture', 'a.png does not belong', { path: 'uploads/a.png/', type: 'Directory' }],
  ['a file named like the folder', 'uploads does not belong', { path: 'uploads' }],
  ...[
    '../outside.png',
    'uploads/../outside.png',
    'uploads/more/a.png',
    'uploads/.a.png',
    'uploads/page.html',
    'uploads/a.png.html',
    'uploads/a%2fb.png',
    'secrets.json',
    'strapi.db.js',
  ].map((path): [string, string, Entry] => [`a file ${path}`, `${path} does not belong`, { path }]),
  ['a name with control characters', 'uploads/a?[2J.png does not belong', { path: 'uploads/a\u001b[2J.png' }],
  ['a very long name', 'aaa… does not belong', ...longPath(`uploads/${'a'.repeat(10_000)}.png`)],
  ['a name that no disk allows', 'does not belong', ...longPath(`uploads/${'a'.repeat(252)}.png`)],
  ['a name twice', 'a.png is in it twice', { path: 'uploads/a.png' }, { path: './uploads/a.png' }],
  ['a name in capitals, too', 'A.PNG is in it twice', { path: 'uploads/a.png' }, { path: 'uploads/A.PNG' }],
  ['a picture that is larger than any', 'a.png is too large', { path: 'uploads/a.png', size: 100e6 + 1 }],
  ['a large version', 'version.json is too large', { path: 'version.json', content: ' '.repeat(1001) }],
];

async function expectArchiveRefusal(bytes: Buffer, reason: string): Promise<void> {
  const file = join(folder, 'backup.tar.gz');
  writeFileSync(file, bytes);
  await expectRefusal(file, reason);
}

test.each(ARCHIVES)('refuses an archive with %s', async (_, reason, ...entries) => {
  await expectArchiveRefusal(pack(...entries), reason);
});

test.each<[attack: string, reason: string, write: () => Buffer]>([
  [
    'a database that is larger than the disk',
    'free, and the restore may need',
    () => gzipSync(encode({ path: 'strapi.db', content: 'x', size: 2 ** 50 })),
  ],
  [
    'megabytes after its end',
    'it continues after its end',
    () => gzipSync(Buffer.concat([encode(database()), END, Buffer.alloc(3e6)])),
  ],
  ['a compressed archive in it', 'it is compressed twice', () => gzipSync(pack())],
  ['no database', 'is not a backup of this site', () => gzipSync(Buffer.concat([encode(FOLDER), END]))],
])('refuses an archive with %s', async (_, reason, write) => {
  await expectArchiveRefusal(write(), reason);
});

// Without an archive, which takes seconds to write: the ones above show that each of their files is checked.
test('refuses one file more than 100,000', () => {
  const check = new ContentsCheck('backup.tar.gz');
  const add = (index: number) => check.add({ path: `uploads/${index}.png`, kind: 'file', size: 0 });
  for (let index = 0; index < 100_000; index += 1) add(index);
  expect(() => add(100_000)).toThrow('uploads/100000.png is one file too many');
});

const FOLDERS: [attack: string, reason: string, change: () => void][] = [
  [
    'uploads as a symbolic link',
    'uploads is a link',
    () => {
      renameSync(inBackup('uploads'), join(folder, 'elsewhere'));
      symlinkSync(join(folder, 'elsewhere'), inBackup('uploads'));
    },
  ],
  [
    'a picture as a symbolic link',
    'uploads/b.png is a link',
    () => symlinkSync(join(folder, 'outside.png'), inBackup('uploads', 'b.png')),
  ],
  ['secrets', 'secrets.json does not belong', () => writeFileSync(inBackup('secrets.json'), '{}')],
];

test.each(FOLDERS)('refuses a folder with %s', async (_, reason, change) => {
  change();
  await expectRefusal(backup, reason);
});

test('refuses a path that is neither a file nor a folder', async () => {
  await expectRefusal('/dev/null', '/dev/null is neither a file nor a folder');
});

interface UnsafeConnection {
  unsafeMode(): void;
  exec(sql: string): void;
  close(): void;
}

/** Runs statements that better-sqlite3 allows only in its unsafe mode. */
function runUnsafe(sql: string): void {
  const Database: new (file: string) => UnsafeConnection = createRequire(__filename)('better-sqlite3');
  const connection = new Database(inBackup('strapi.db'));
  connection.unsafeMode();
  connection.exec(sql);
  connection.close();
}

const run = (sql: string, ...values: unknown[]) =>
  withSqlite(inBackup('strapi.db'), (connection) => connection.prepare(sql).run(...values));

test.each([
  ['a trigger', 'trigger', 'CREATE TRIGGER evil AFTER INSERT ON homepage BEGIN DELETE FROM files; END'],
  ['a view', 'view', 'CREATE VIEW evil AS SELECT 1'],
  ['a virtual table', 'table', 'CREATE VIRTUAL TABLE evil USING fts5(text)'],
  ['a generated column', 'table', 'CREATE TABLE evil (id integer, text AS (abs(id)))'],
  ['a check', 'table', 'CREATE TABLE evil (id integer CHECK (abs(id) > 0))'],
  ['a default that is an expression', 'table', 'CREATE TABLE evil (id integer DEFAULT (random()))'],
  ['a collation', 'table', 'CREATE TABLE evil (id text COLLATE nocase)'],
  ['a comment in a table', 'table', 'CREATE TABLE evil (id /* integer */ text)'],
  ['an index of an expression', 'index', 'CREATE INDEX evil ON homepage (abs(id))'],
])('refuses a database with %s', async (_, kind, sql) => {
  run(sql);
  await expectRefusal(backup, `the ${kind} evil does not belong`);
});

test('refuses a database with a trigger that is disguised as a table', async () => {
  runUnsafe(
    "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('table', 'evil', 'homepage', 0, 'CREATE TRIGGER evil AFTER INSERT ON homepage BEGIN DELETE FROM files; END')",
  );
  await expectRefusal(backup, 'in the backup is damaged');
});

const OTHERS: [attack: string, reason: string, sql: string][] = [
  ['statistics of a query planner', 'the table sqlite_stat1 does not belong', 'ANALYZE'],
  [
    'a table with control characters in its name',
    'the table a?b does not belong',
    'CREATE TABLE "a\u001bb" (id integer)',
  ],
  ['no table of a website name', 'it has no website name', 'DROP TABLE website_name'],
  ['a picture without a file', 'names a picture null', "INSERT INTO files (provider) VALUES ('local')"],
];

test.each(OTHERS)('refuses a database with %s', async (_, reason, sql) => {
  run(sql);
  await expectRefusal(backup, reason);
});

const FORMATS = '{"small":{"url":"/uploads/b_small.png","hash":"../../cms/b_small","ext":".png"}}';

test.each([
  ['a picture above uploads', '../../cms/secrets', '.json', '{}', '/uploads/../../cms/secrets.json'],
  ['a format above uploads', 'b', '.png', FORMATS, '/uploads/b_small.png'],
  ['a picture that is a page', 'page', '.html', '{}', '/uploads/page.html'],
])('refuses a database with %s', async (_, hash, ext, formats, named) => {
  run(
    "INSERT INTO files (url, hash, ext, provider, formats) VALUES (?, ?, ?, 'local', ?)",
    `/uploads/${hash}${ext}`,
    hash,
    ext,
    formats,
  );
  await expectRefusal(backup, `names a picture ${named}`);
});

const table = (change: object) => ({
  tables: [{ name: 'homepage', columns: [], indexes: [], foreignKeys: [], ...change }],
});
const column = (change: object) => table({ columns: [{ name: 'id', type: 'integer', args: [], ...change }] });
const foreignKey = { name: 'x', columns: ['id'], referencedTable: 'x', referencedColumns: ['id'] };
const STORED = 'its list of tables is not one that Strapi writes';

test.each<[attack: string, schema: object | string, reason?: string]>([
  ['that is not JSON', '{', 'damaged'],
  ['with other properties', { tables: [], more: 1 }],
  ['with a prototype', '{"tables":[],"__proto__":{"name":"x"}}'],
  ['with a table that is missing', table({ name: 'elsewhere' }), 'its table elsewhere is missing'],
  ['with a table of another schema', table({ name: 'pg_catalog.pg_class' })],
  ['with SQL as the name of a column', column({ name: 'id" int); DROP TABLE x; --' })],
  ['with a column named like a prototype', column({ name: '__proto__' })],
  ['with a type that runs a method', column({ type: 'specificType', args: ['int; DROP TABLE x'] })],
  ['with SQL as a size', column({ type: 'string', args: ['1); DROP TABLE x; --'] })],
  ['with SQL as a precision', column({ type: 'datetime', args: [{ precision: '6); DROP TABLE x; --' }] })],
  ['with SQL as a default', column({ defaultTo: ["pg_read_file('/etc/passwd')", { isRaw: true }] })],
  ['with SQL in an index', table({ indexes: [{ name: 'x', columns: ['id'], type: 'gin; DROP TABLE x' }] })],
  ['with SQL in a key', table({ foreignKeys: [{ ...foreignKey, onDelete: 'CASCADE; DROP TABLE x' }] })],
])('refuses a database with a list of tables %s', async (_, schema, reason = STORED) => {
  const stored = typeof schema === 'string' ? schema : JSON.stringify(schema);
  run('UPDATE strapi_database_schema SET schema = ?', stored);
  await expectRefusal(backup, reason);
});

test('does not run what a database contains before it refuses the database', async () => {
  // An integrity check evaluates checks; this one would fail.
  run('CREATE TABLE evil (id integer)');
  run('INSERT INTO evil VALUES (1)');
  runUnsafe(
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE evil (id integer CHECK (json(id || ''{'')))' WHERE name = 'evil'",
  );
  await expectRefusal(backup, 'the table evil does not belong in it');
});

test.each([
  ['{"__proto__":{"version":"99.0.0"}}'],
  [JSON.stringify({ version: '99\u001b[2J' })],
  [JSON.stringify({ version: ['99.0.0'] })],
])('ignores the version of a backup when it is %j', async (content) => {
  writeFileSync(inBackup('version.json'), content);
  expect(await restore(backup, true)).toMatch(/^Restored from \S+: content/);
});

const FIXTURES = join(__dirname, '../../../tests/fixtures');
const recordedSites = readdirSync(FIXTURES).filter((name) => name.startsWith('site-'));

test.each(recordedSites)('restores the backup of %s', async (site) => {
  vi.stubEnv('VERSION', '99.0.0');
  const message = await restore(join(FIXTURES, site, 'backup.tar.gz'), true);
  expect(message).toMatch(
    /^Restored from \S+(?: \(created by version [\d.]+\))?: content, \d\d picture files/,
  );
  expect(message).not.toContain('Missing');
});

test('restores into a folder of pictures that is a symbolic link, which stays one', async () => {
  renameSync(inData('public', 'uploads'), join(folder, 'volume'));
  symlinkSync(join(folder, 'volume'), inData('public', 'uploads'));
  expect(await restore(backup, true)).toMatch(/^Restored from/);
  expect(readFiles(join(folder, 'volume'))).toEqual({ 'a.png': 'picture' });
});
