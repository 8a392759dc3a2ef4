import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
  /** The character for a type that the library doesn't write. */
  typeKey?: string;
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

function encode({ path, type = 'File', content = '', linkpath, size, typeKey }: Entry): Buffer {
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
  if (typeKey) {
    header.write(typeKey, 156);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  }
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

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
  [
    'uploads as a symbolic link',
    'uploads is a link',
    { path: 'uploads', type: 'SymbolicLink', linkpath: '..' },
    { path: 'uploads/outside.png', content: 'x' },
  ],
  [
    'a picture as a symbolic link',
    'uploads/a.png is a link',
    { path: 'uploads/a.png', type: 'SymbolicLink', linkpath: '../../outside.png' },
  ],
  [
    'a picture as a hard link',
    'uploads/a.png is a link',
    { path: 'uploads/a.png', type: 'Link', linkpath: 'strapi.db' },
  ],
  ['a named pipe', 'uploads/a.png is a link or a device', { path: 'uploads/a.png', type: 'FIFO' }],
  ['an unknown kind', 'uploads/a.png is a link or a device', { path: 'uploads/a.png', typeKey: 'Z' }],
  ['a folder in uploads', 'uploads/more does not belong', { path: 'uploads/more/', type: 'Directory' }],
  ['a folder named like a picture', 'a.png does not belong', { path: 'uploads/a.png/', type: 'Directory' }],
  ['a file named like the folder', 'uploads does not belong', { path: 'uploads' }],
  ...[
    '../outside.png',
    '/tmp/outside.png',
    'uploads/../outside.png',
    'uploads/..\\..\\outside.png',
    'uploads/more/a.png',
    'uploads/.a.png',
    'uploads/page.html',
    'uploads/a.png.html',
    'uploads/noextension',
    'uploads/a.png ',
    'uploads/a%2fb.png',
    'secrets.json',
    '.env',
    'strapi.db.js',
  ].map((path): [string, string, Entry] => [`a file ${path}`, `${path} does not belong`, { path }]),
  ['a name with control characters', 'uploads/a?[2J.png does not belong', { path: 'uploads/a\u001b[2J.png' }],
  [
    'a name with a reversed direction of writing',
    'uploads/a?gnp.exe does not belong',
    { path: 'uploads/a\u202egnp.exe' },
  ],
  ['a very long name', 'aaa… does not belong', ...longPath(`uploads/${'a'.repeat(10_000)}.png`)],
  ['a name that no disk allows', 'does not belong', ...longPath(`uploads/${'a'.repeat(252)}.png`)],
  ['a name twice', 'a.png is in it twice', { path: 'uploads/a.png' }, { path: './uploads/a.png' }],
  ['a name in capitals, too', 'A.PNG is in it twice', { path: 'uploads/a.png' }, { path: 'uploads/A.PNG' }],
  [
    'a picture that is larger than any',
    'uploads/a.png is too large',
    { path: 'uploads/a.png', content: 'x', size: 100e6 + 1 },
  ],
  [
    'a version that is larger than any',
    'version.json is too large',
    { path: 'version.json', content: ' '.repeat(1001) },
  ],
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
  [
    'the database as a symbolic link',
    'strapi.db is a link',
    () => {
      renameSync(inBackup('strapi.db'), join(folder, 'elsewhere.db'));
      symlinkSync(join(folder, 'elsewhere.db'), inBackup('strapi.db'));
    },
  ],
  [
    'a named pipe',
    'uploads/b.png is a link or a device',
    () => expect(spawnSync('mkfifo', [inBackup('uploads', 'b.png')]).status).toBe(0),
  ],
  ['a folder in uploads', 'uploads/more does not belong', () => mkdirSync(inBackup('uploads', 'more'))],
  ['a page', 'uploads/page.html does not belong', () => writeFileSync(inBackup('uploads', 'page.html'), '')],
  ['secrets', 'secrets.json does not belong', () => writeFileSync(inBackup('secrets.json'), '{}')],
  [
    'a version that is larger than any',
    'version.json is too large',
    () => writeFileSync(inBackup('version.json'), ' '.repeat(1001)),
  ],
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
  withSqlite(inBackup('strapi.db'), 0, (connection) => connection.prepare(sql).run(...values));
const storeSchema = (schema: unknown) =>
  run(
    'UPDATE strapi_database_schema SET schema = ?',
    typeof schema === 'string' ? schema : JSON.stringify(schema),
  );
const table = (change: object) => ({
  tables: [{ name: 'homepage', columns: [], indexes: [], foreignKeys: [], ...change }],
});
const column = (change: object) => table({ columns: [{ name: 'id', type: 'integer', args: [], ...change }] });
const STORED = 'its list of tables is not one that Strapi writes';
const addPicture = (url: string, hash: string, ext: string, formats = '{}') =>
  run(
    "INSERT INTO files (url, hash, ext, provider, formats) VALUES (?, ?, ?, 'local', ?)",
    url,
    hash,
    ext,
    formats,
  );

const DATABASES: [attack: string, reason: string, change: () => void][] = [
  [
    'a trigger',
    'the trigger evil does not belong',
    () => run('CREATE TRIGGER evil AFTER INSERT ON homepage BEGIN DELETE FROM files; END'),
  ],
  ['a view', 'the view evil does not belong', () => run('CREATE VIEW evil AS SELECT 1')],
  [
    'a virtual table',
    'the table evil does not belong',
    () => run('CREATE VIRTUAL TABLE evil USING fts5(text)'),
  ],
  [
    'a trigger that is disguised as a table',
    'in the backup is damaged',
    () =>
      runUnsafe(
        "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('table', 'evil', 'homepage', 0, 'CREATE TRIGGER evil AFTER INSERT ON homepage BEGIN DELETE FROM files; END')",
      ),
  ],
  [
    'a generated column',
    'the table evil does not belong',
    () => run('CREATE TABLE evil (id integer, text AS (abs(id)))'),
  ],
  [
    'a check',
    'the table evil does not belong',
    () => run('CREATE TABLE evil (id integer CHECK (abs(id) > 0))'),
  ],
  [
    'a default that is an expression',
    'the table evil does not belong',
    () => run('CREATE TABLE evil (id integer DEFAULT (random()))'),
  ],
  ['a collation', 'the table evil does not belong', () => run('CREATE TABLE evil (id text COLLATE nocase)')],
  [
    'a comment in a table',
    'the table evil does not belong',
    () => run('CREATE TABLE evil (id /* integer */ text)'),
  ],
  [
    'an index of an expression',
    'the index evil does not belong',
    () => run('CREATE INDEX evil ON homepage (abs(id))'),
  ],
  ['statistics of a query planner', 'the table sqlite_stat1 does not belong', () => run('ANALYZE')],
  [
    'a table with control characters in its name',
    'the table a?b does not belong',
    () => run('CREATE TABLE "a\u001bb" (id integer)'),
  ],
  ['no table of a website name', 'it has no website name', () => run('DROP TABLE website_name')],
  [
    'a picture above uploads',
    'names a picture /uploads/../../cms/secrets.json',
    () => addPicture('/uploads/../../cms/secrets.json', '../../cms/secrets', '.json'),
  ],
  [
    'a format above uploads',
    'names a picture /uploads/b_small.png',
    () =>
      addPicture(
        '/uploads/b.png',
        'b',
        '.png',
        '{"small":{"url":"/uploads/b_small.png","hash":"../../cms/b_small","ext":".png"}}',
      ),
  ],
  [
    'a picture that is a page',
    'names a picture /uploads/page.html',
    () => addPicture('/uploads/page.html', 'page', '.html'),
  ],
  [
    'a picture without a file',
    'names a picture null',
    () => run("INSERT INTO files (provider) VALUES ('local')"),
  ],
  ['a list of tables that is not JSON', 'damaged', () => storeSchema('{')],
  ['a list of tables with other properties', STORED, () => storeSchema({ tables: [], more: 1 })],
  ['a list of tables with a prototype', STORED, () => storeSchema('{"tables":[],"__proto__":{"name":"x"}}')],
  [
    'a table that is missing',
    'its table elsewhere is missing',
    () => storeSchema(table({ name: 'elsewhere' })),
  ],
  ['a table of another schema', STORED, () => storeSchema(table({ name: 'pg_catalog.pg_class' }))],
  [
    'a column with SQL as its name',
    STORED,
    () => storeSchema(column({ name: 'id" int); DROP TABLE x; --' })),
  ],
  ['a column named like a prototype', STORED, () => storeSchema(column({ name: '__proto__' }))],
  [
    'a column of a type that runs a method',
    STORED,
    () => storeSchema(column({ type: 'specificType', args: ['int; DROP TABLE x'] })),
  ],
  [
    'a column with SQL as its size',
    STORED,
    () => storeSchema(column({ type: 'string', args: ['1); DROP TABLE x; --'] })),
  ],
  [
    'a column with SQL as its precision',
    STORED,
    () => storeSchema(column({ type: 'datetime', args: [{ precision: '6); DROP TABLE x; --' }] })),
  ],
  [
    'a column with SQL as its default',
    STORED,
    () => storeSchema(column({ defaultTo: ["pg_read_file('/etc/passwd')", { isRaw: true }] })),
  ],
  [
    'an index with SQL as its type',
    STORED,
    () => storeSchema(table({ indexes: [{ name: 'x', columns: ['id'], type: 'gin; DROP TABLE x' }] })),
  ],
  [
    'a foreign key with SQL as its action',
    STORED,
    () =>
      storeSchema(
        table({
          foreignKeys: [
            {
              name: 'x',
              columns: ['id'],
              referencedTable: 'x',
              referencedColumns: ['id'],
              onDelete: 'CASCADE; DROP TABLE x',
            },
          ],
        }),
      ),
  ],
];

test.each(DATABASES)('refuses a database with %s', async (_, reason, change) => {
  change();
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
  ['{"constructor":{"version":"99.0.0"}}'],
  [JSON.stringify({ version: '99\u001b[2J' })],
  [JSON.stringify({ version: 'x'.repeat(900) })],
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

test('restores a backup whose words.json is not JSON, because it does not read the file', async () => {
  writeFileSync(inBackup('words.json'), '{'.repeat(1000));
  expect(await restore(backup, true)).toMatch(/^Restored from/);
  expect(readData()).not.toHaveProperty('cms/words.json');
});

test('restores into a folder of pictures that is a symbolic link, which stays one', async () => {
  renameSync(inData('public', 'uploads'), join(folder, 'volume'));
  symlinkSync(join(folder, 'volume'), inData('public', 'uploads'));
  expect(await restore(backup, true)).toMatch(/^Restored from/);
  expect(readFiles(join(folder, 'volume'))).toEqual({ 'a.png': 'picture' });
});
