import type { Core } from '@strapi/strapi';
import { type Connection, withSqlite } from '../environment/sqlite';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { readCoreStore, writeCoreStore } from '../strapi/coreStore';
import { readStored, storeValue } from '../strapi/databaseFile';
import { AUDIT_LOG_TABLE, type AuditLogLine, queryLines } from './auditLog';

/** A line that waits in the core store for the next start, because the database may not have the table yet; `time` in ms since 1970. */
type KeptLine = Omit<AuditLogLine, 'id' | 'time'> & { time: number };

const KEPT = 'app_audit_log_kept';

const createLine = (text: string): KeptLine => ({ time: Date.now(), author: null, text, count: 1 });

/** Whether each database can store a value as a text; Postgres refuses zero bytes. */
const isStorable = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** Reads lines from a SQLite table or a core store; those of a backup may be anything. */
const toLines = (rows: unknown): KeptLine[] =>
  (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
    if (!isRecord(row) || typeof row.time !== 'number' || !isStorable(row.text)) return [];
    const { time, author, text, count } = row;
    if (Number.isNaN(new Date(time).getTime())) return [];
    return { time, author: isStorable(author) ? author : null, text, count: Number(count) || 1 };
  });

/** Adds a line to the log at the next start, for what happens before Strapi creates the table. */
export const storePendingLine = async (strapi: Core.Strapi, text: string): Promise<void> =>
  writeCoreStore(strapi, KEPT, [...toLines(await readCoreStore(strapi, KEPT)), createLine(text)]);

// After another restore, no start may have moved the lines to the table yet.
const readWaiting = (connection: Connection): KeptLine[] => toLines(readStored(connection, KEPT));

function readLines(connection: Connection): KeptLine[] {
  const tables = connection.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').all(AUDIT_LOG_TABLE);
  const rows = tables.length
    ? connection.prepare(`SELECT time, author, text, count FROM ${AUDIT_LOG_TABLE} ORDER BY id`).all()
    : [];
  return [...toLines(rows), ...readWaiting(connection)];
}

function tryToRead(file: string, read: typeof readLines): KeptLine[] | undefined {
  try {
    return withSqlite(file, read);
  } catch {
    // The data may be restored because it is damaged.
  }
}

/**
 * Stores, in the SQLite database of a backup, the log of the site that it replaces, and that it was restored.
 * @param replacedFile `undefined` when no site is replaced
 * @returns whether the log of the replaced site could be read
 */
export function storePendingLines(
  backupFile: string,
  replacedFile: string | undefined,
  text: string,
): boolean {
  const replaced = replacedFile ? tryToRead(replacedFile, readLines) : [];
  // Most are in both, and the next start compares each with the table.
  const known = new Set((tryToRead(backupFile, readLines) ?? []).map((line) => JSON.stringify(line)));
  const newer = (replaced ?? []).filter((line) => !known.has(JSON.stringify(line)));
  const lines = [...(tryToRead(backupFile, readWaiting) ?? []), ...newer, createLine(text)];
  withSqlite(backupFile, (connection) => storeValue(connection, KEPT, lines));
  return replaced !== undefined;
}

/** Moves the lines that wait to the log, which has some of them already. After a failure, the next start tries again. */
export async function recordPendingLines(strapi: Core.Strapi): Promise<void> {
  const waiting = strapi.store({ type: 'app', name: 'audit_log', key: 'kept' });
  const moveLines = async () => {
    for (const { time, author, text, count } of toLines(await waiting.get())) {
      const line = { time: new Date(time), author, text };
      const stored: AuditLogLine | null = await queryLines(strapi).findOne({ where: line });
      if (!stored) await queryLines(strapi).create({ data: { ...line, count } });
      else if (stored.count !== count)
        await queryLines(strapi).update({ where: { id: stored.id }, data: { count } });
    }
    await waiting.delete({});
  };
  await strapi.db
    .transaction(moveLines)
    .catch((error) => strapi.log.error(`The audit log lacks lines from before (${errorMessage(error)}).`));
}
