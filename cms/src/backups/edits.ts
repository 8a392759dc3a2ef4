import { isInFuture } from '../environment/clock';
import { type Connection, withSqlite } from '../environment/sqlite';
import { type ContentType, contentTypes, uidOf } from '../shared/content/contentTypes';
import { type EntryRows, readEntryRows } from '../strapi/databaseFile';
import { printable } from './backupContents';

const MAX_EDITS = 20;

/** An entry by the name by which the owner knows it. */
type EditedEntry = Omit<EntryRows, 'documentId' | 'title'> & { name: string };

/** Returns the name of an entry as the owner knows it. */
function nameEntry({ kind, linkLabel }: ContentType, title: unknown): string {
  if (kind === 'single' || !title) return linkLabel;
  const text = printable(String(title));
  return kind === 'fixed' ? text : `${linkLabel}: ${text}`;
}

/** Reads all entries by type and document id. */
function readEntries(connection: Connection): Map<string, EditedEntry> {
  const entries = new Map<string, EditedEntry>();
  for (const [typeName, type] of Object.entries(contentTypes)) {
    // Until 1.14, a list of drinks was the only entry of a type with the name that is now the document id of its heading. Its drinks
    // have its times since, and are no edits.
    const lists = Object.keys(type.records ?? {}).flatMap((id) => readEntryRows(connection, uidOf(id)));
    const rows = [...lists, ...readEntryRows(connection, uidOf(typeName), type.title)];
    for (const { documentId, title, ...rest } of rows)
      entries.set(`${typeName} ${documentId}`, { ...rest, name: nameEntry(type, title) });
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
  const read = (file: string) => withSqlite(file, readEntries);
  let replaced: Map<string, EditedEntry>;
  let backup: Map<string, EditedEntry>;
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
  const isEdited = ([id, { editedAt }]: [string, EditedEntry]) =>
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
