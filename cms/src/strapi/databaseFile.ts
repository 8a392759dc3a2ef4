import type { Connection } from '../environment/sqlite';
import { isRecord } from '../shared/isRecord';
import { isStoredSchema } from './storedSchema';

/** The tables with sessions and tokens; SQLite deletes the rows of other tables that refer to theirs. */
const SIGN_IN_TABLES = [
  'strapi_sessions',
  'strapi_api_tokens',
  'strapi_api_token_permissions',
  'strapi_transfer_tokens',
  'strapi_transfer_token_permissions',
];
/** The columns of accounts with the tokens of password links and invitations. */
const LINK_COLUMNS = ['reset_password_token', 'reset_password_token_expires_at', 'registration_token'];

const listTables = (connection: Connection): unknown[] =>
  connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => name);

/** An account of the admin without a password. */
export interface OpenAccount {
  email: string;
  isActive: boolean;
}

/**
 * Deletes all sessions, tokens, password links and invitations from a SQLite database of Strapi.
 * @returns the accounts to which nobody can sign in with a password
 */
export function deleteSignIns(connection: Connection): OpenAccount[] {
  const tables = listTables(connection);
  for (const table of SIGN_IN_TABLES)
    if (tables.includes(table)) connection.prepare(`DELETE FROM ${table}`).run();
  const columns = connection
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all('admin_users')
    .map(({ name }) => name);
  for (const column of LINK_COLUMNS)
    if (columns.includes(column)) connection.prepare(`UPDATE admin_users SET ${column} = NULL`).run();
  if (!columns.includes('password')) return [];
  return connection
    .prepare('SELECT email, is_active FROM admin_users WHERE password IS NULL')
    .all()
    .map((account) => ({ email: String(account.email), isActive: Boolean(account.is_active) }));
}

const STORE = 'strapi_core_store_settings';

/** Writes a value of the core store in a SQLite database of Strapi. */
export function storeValue(connection: Connection, key: string, value: true | object): void {
  connection.prepare(`DELETE FROM ${STORE} WHERE key = ?`).run(key);
  connection
    .prepare(`INSERT INTO ${STORE} (key, value, type) VALUES (?, ?, ?)`)
    .run(key, JSON.stringify(value), typeof value);
}

/**
 * Reads a value of the core store in a SQLite database of Strapi; `undefined` when there is none.
 * @throws SyntaxError when it is not JSON
 */
export function readStored(connection: Connection, key: string): unknown {
  const [row] = connection.prepare(`SELECT value FROM ${STORE} WHERE key = ?`).all(key);
  return row && JSON.parse(String(row.value));
}

/** The files of the media library, and their formats, that are on this site's disk. */
const PICTURE_FILES = `
  WITH pictures AS (
    SELECT url, hash, ext FROM files WHERE provider = 'local'
    UNION ALL
    SELECT json_extract(format.value, '$.url'), json_extract(format.value, '$.hash'), json_extract(format.value, '$.ext')
      FROM files, json_each(files.formats) AS format
      WHERE provider = 'local' AND format.type = 'object'
  ) SELECT DISTINCT url, hash || ext AS name FROM pictures`;

/** Lists the files of the media library, with their formats, of a SQLite database of Strapi: its values may be anything. */
export const listPictureFiles = (connection: Connection): { url?: unknown; name?: unknown }[] =>
  connection.prepare(PICTURE_FILES).all();

/**
 * Finds what is wrong with the list of tables that Strapi stores in a SQLite database, and by which it changes and copies them.
 * @returns the end of a sentence, which may contain any characters
 */
export function findSchemaProblem(connection: Connection): string | undefined {
  const schemas = connection
    .prepare('SELECT schema FROM strapi_database_schema ORDER BY time DESC')
    .all()
    .map(({ schema }): unknown => JSON.parse(String(schema)));
  if (!schemas.every(isStoredSchema)) return 'its list of tables is not one that Strapi writes';
  const tables = listTables(connection);
  const missing = schemas[0]?.tables.find(({ name }) => !tables.includes(name));
  return missing && `its table ${missing.name} is missing`;
}

/** The rows of an entry in a SQLite database of Strapi; times in ms since 1970. */
export interface EntryRows {
  documentId: string;
  title: unknown;
  createdAt: number;
  /** When its draft was last saved or published. */
  editedAt: number;
  isPublished: boolean;
}

/** Returns the column of an attribute: `app_name` for `appName`. */
const toColumn = (attribute: string) => attribute.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Finds the table of a content type in a SQLite database of Strapi; '' when the type is newer than the database. */
function findTable(connection: Connection, uid: string): string {
  const schemas = readStored(connection, 'strapi_content_types_schema');
  const schema = isRecord(schemas) ? schemas[uid] : undefined;
  return isRecord(schema) ? String(schema.collectionName) : '';
}

/** Whether an entry of a content type has a value in a JSON field, in a SQLite database of Strapi. */
export function hasJsonValue(connection: Connection, uid: string, attribute: string): boolean {
  const table = findTable(connection, uid);
  const column = toColumn(attribute);
  const columns = connection.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  // Older versions don't have the field.
  if (!columns.some(({ name }) => name === column)) return false;
  const rows = connection
    .prepare(
      `SELECT 1 FROM "${table.replaceAll('"', '""')}" WHERE "${column}" IS NOT NULL AND "${column}" <> 'null' LIMIT 1`,
    )
    .all();
  return rows.length > 0;
}

/**
 * Reads the entries of a content type in a SQLite database of Strapi; none when the type is newer than the database.
 * @param titleField the attribute with the title; without one, the title is `null`
 */
export function readEntryRows(connection: Connection, uid: string, titleField?: string): EntryRows[] {
  const table = findTable(connection, uid);
  if (!table) return [];
  const title = titleField ? `"${toColumn(titleField)}"` : 'NULL';
  // SQLite takes title and created_at from the row with the maximum.
  return connection
    .prepare(
      `SELECT document_id, ${title} AS title, created_at, count(published_at) AS published,
         max(max(updated_at, coalesce(published_at, 0))) AS edited_at
       FROM "${table.replaceAll('"', '""')}" GROUP BY document_id`,
    )
    .all()
    .map((row) => ({
      documentId: String(row.document_id),
      title: row.title,
      createdAt: Number(row.created_at),
      editedAt: Number(row.edited_at),
      isPublished: row.published !== 0,
    }));
}
