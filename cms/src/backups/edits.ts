import { isInFuture } from '../environment/clock';
import { type ContentType, contentTypes, uidOf } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { printable } from './backupContents';
import { type Connection, LOCK_TIMEOUT_MS, withSqlite } from './sqlite';

const MAX_EDITS = 20;

/** An entry of a content type; times in ms since 1970. */
interface Entry {
  name: string;
  createdAt: number;
  /** When its draft was last saved or published. */
  editedAt: number;
  isPublished: boolean;
}

/** Returns the column of an attribute: `app_name` for `appName`. */
const toColumn = (attribute: string) => attribute.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads the table of each content type from the schema that Strapi stores in the database. */
function readTableNames(connection: Connection): Map<string, string> {
  const [row] = connection
    .prepare("SELECT value FROM strapi_core_store_settings WHERE key = 'strapi_content_types_schema'")
    .all();
  const schemas: unknown = JSON.parse(String(row?.value));
  return new Map(
    Object.entries(isRecord(schemas) ? schemas : {}).map(([uid, schema]) => [
      uid,
      isRecord(schema) ? String(schema.collectionName) : '',
    ]),
  );
}

/** Returns the name of an entry as the owner knows it. */
function nameEntry({ kind, linkLabel }: ContentType, title: unknown): string {
  if (kind === 'single' || !title) return linkLabel;
  const text = printable(String(title));
  return kind === 'fixed' ? text : `${linkLabel}: ${text}`;
}

/** Reads all entries by type and document id. */
function readEntries(connection: Connection): Map<string, Entry> {
  const tableNames = readTableNames(connection);
  const entries = new Map<string, Entry>();
  for (const [typeName, type] of Object.entries(contentTypes)) {
    const table = tableNames.get(uidOf(typeName));
    if (!table) continue;
    const title = type.title ? `"${toColumn(type.title)}"` : 'NULL';
    // SQLite takes title and created_at from the row with the maximum.
    const rows = connection
      .prepare(
        `SELECT document_id, ${title} AS title, created_at, count(published_at) AS published,
           max(max(updated_at, coalesce(published_at, 0))) AS edited_at
         FROM "${table.replaceAll('"', '""')}" GROUP BY document_id`,
      )
      .all();
    for (const row of rows)
      entries.set(`${typeName} ${row.document_id}`, {
        name: nameEntry(type, row.title),
        createdAt: Number(row.created_at),
        editedAt: Number(row.edited_at),
        isPublished: row.published !== 0,
      });
  }
  return entries;
}

/** Formats a local time without seconds. */
function formatTime(time: number): string {
  const date = new Date(time);
  date.setMinutes(date.getMinutes() - date.getTimezoneOffset());
  return date.toISOString().slice(0, 16).replace('T', ' ');
}

/**
 * Lists the entries that were edited, added, unpublished or deleted in the replaced database after the backup was made.
 * @returns the lines of a message; none when nothing was edited, when the replaced site is another one, or when a database
 *   can't be compared
 */
export function listEdits(replacedFile: string, backupFile: string): string[] {
  const read = (file: string) => withSqlite(file, LOCK_TIMEOUT_MS, readEntries);
  let replaced: Map<string, Entry>;
  let backup: Map<string, Entry>;
  try {
    replaced = read(replacedFile);
    backup = read(backupFile);
  } catch {
    return [];
  }
  // A new site has entries with the same ids, which its first start has created at another time.
  const isSameSite = [...backup].some(([id, { createdAt }]) => replaced.get(id)?.createdAt === createdAt);
  if (!isSameSite) return [];
  // An edit made while the clock was ahead would otherwise hide all later ones.
  const editTimes = [...backup.values()].map(({ editedAt }) => editedAt).filter((time) => !isInFuture(time));
  const lastEditInBackup = Math.max(...editTimes);
  const isEdited = ([id, { editedAt }]: [string, Entry]) =>
    editedAt > lastEditInBackup && editedAt !== backup.get(id)?.editedAt;
  const edited = [...replaced]
    .filter(isEdited)
    .map(([, entry]) => entry)
    .sort((one, other) => other.editedAt - one.editedAt);
  const unpublished = [...replaced].filter(
    ([id, entry]) => !isEdited([id, entry]) && !entry.isPublished && backup.get(id)?.isPublished,
  );
  const deleted = [...backup].filter(([id]) => !replaced.has(id));
  const lines = [
    ...edited.map(({ name, editedAt }) => `${name} (${formatTime(editedAt)})`),
    ...unpublished.map(([, { name }]) => `${name} (unpublished)`),
    ...deleted.map(([, { name }]) => `${name} (deleted)`),
  ];
  if (!lines.length) return [];
  return [
    'Edited since that backup:',
    ...lines.slice(0, MAX_EDITS).map((line) => `  ${line}`),
    ...(lines.length > MAX_EDITS ? [`  and ${lines.length - MAX_EDITS} more`] : []),
  ];
}
