import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, parse } from 'node:path';
import { openSqlite, withSqlite } from '../src/environment/sqlite';

/** An entry of the home page or of the sides; times in ms since 1970. */
export interface SmallSiteEntry {
  id: string;
  title: string;
  createdAt?: number;
  updatedAt?: number;
  publishedAt?: number | null;
  /** As Strapi stores it, in JSON. */
  dietaryStatement?: string | null;
}

interface SmallSite {
  homepage?: SmallSiteEntry[];
  sides?: SmallSiteEntry[];
  /** The names of the pictures in the media library, each with a small format `small_…`. */
  pictures?: string[];
  version?: string;
}

const SCHEMAS = {
  'api::homepage.homepage': { collectionName: 'homepage' },
  'api::menu-side.menu-side': { collectionName: 'menu_sides' },
};

/** Writes a database with those tables and columns of the site's that a restore reads, and little else. */
export function writeSmallDatabase(
  file: string,
  { homepage = [], sides = [], pictures = [], version }: SmallSite,
): void {
  mkdirSync(dirname(file), { recursive: true });
  openSqlite(file).close();
  withSqlite(file, (connection) => {
    const run = (sql: string, ...values: unknown[]) => connection.prepare(sql).run(...values);
    // One transaction: SQLite waits for the disk at the end of each.
    run('BEGIN');
    run('CREATE TABLE website_name (id integer primary key)');
    run(
      'CREATE TABLE files (id integer primary key, url text, hash text, ext text, provider text, formats text)',
    );
    run('CREATE TABLE strapi_core_store_settings (id integer primary key, key text, value text, type text)');
    run('CREATE TABLE strapi_database_schema (id integer primary key, schema json, time datetime)');
    const schema = JSON.stringify({ tables: [] });
    run('INSERT INTO strapi_database_schema (schema, time) VALUES (?, 1)', schema);
    const store = (key: string, value: object) =>
      run('INSERT INTO strapi_core_store_settings (key, value) VALUES (?, ?)', key, JSON.stringify(value));
    store('strapi_content_types_schema', SCHEMAS);
    if (version) store('scioto_table_version', { version });
    for (const name of pictures)
      run(
        "INSERT INTO files (url, hash, ext, provider, formats) VALUES (?, ?, ?, 'local', ?)",
        `/uploads/${name}`,
        parse(name).name,
        extname(name),
        JSON.stringify({
          small: { url: `/uploads/small_${name}`, hash: `small_${parse(name).name}`, ext: extname(name) },
        }),
      );
    for (const [table, title, entries] of [
      ['homepage', 'place', homepage],
      ['menu_sides', 'side_name', sides],
    ] as const) {
      run(
        `CREATE TABLE ${table} (id integer primary key, document_id text, ${title} text, created_at, updated_at, published_at, dietary_statement json)`,
      );
      for (const entry of entries) {
        const { id, title: text, createdAt = 1, updatedAt = 1, publishedAt = null } = entry;
        const insert = `INSERT INTO ${table} (document_id, ${title}, created_at, updated_at, published_at, dietary_statement) VALUES (?, ?, ?, ?, ?, ?)`;
        const { dietaryStatement = null } = entry;
        run(insert, id, text, createdAt, updatedAt, null, dietaryStatement);
        if (publishedAt !== null) run(insert, id, text, createdAt, updatedAt, publishedAt, dietaryStatement);
      }
    }
    run('COMMIT');
  });
}

/** Writes files with a content each. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Reads all files of a folder and its subfolders by path. */
export function readFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length + 1),
      readFileSync(join(parentPath, name), 'latin1'),
    ]),
  );
}
