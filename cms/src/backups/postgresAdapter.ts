import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { APPLICATION_NAME } from '../environment/settings';
import {
  type Column,
  createTables,
  type Database,
  hasStoredSchema,
  INTERNAL_TABLES,
  listStoredTables,
  type Table,
  type Transaction,
  withDatabase,
} from '../strapi/databaseLayer';
import { DATABASE } from './backupContents';
import { BackupError } from './backupError';
import type { DatabaseAdapter } from './databaseAdapter';
import { flushToDisk } from './flushToDisk';

const ROWS_PER_INSERT = 100;

const withSqlite = <Result>(filename: string, use: (database: Database) => Promise<Result>) =>
  withDatabase({ client: 'sqlite', connection: { filename }, useNullAsDefault: true }, use);

/**
 * Lists the site's tables.
 * @throws BackupError when Strapi has stored none
 */
async function listTables(source: Transaction): Promise<Table[]> {
  const tables = await listStoredTables(source);
  if (!tables) throw new BackupError('The database has no tables of a site yet. Nothing was changed.');
  return tables;
}

/**
 * Converts a value to the same JavaScript value for both databases: SQLite stores booleans and times as
 * numbers, and JSON as text.
 */
function normalizeValue({ type }: Column, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'boolean') return Boolean(value);
  if (type === 'datetime' || type === 'timestamp') return normalizeDate(value);
  if (type === 'time') return formatTime(String(value));
  if (type === 'json' || type === 'jsonb') return typeof value === 'string' ? JSON.parse(value) : value;
  if (['decimal', 'double', 'float'].includes(type)) return Number(value);
  return value;
}

/**
 * Converts a value to a date that both databases can represent. Postgres stores local times without a time zone:
 * when clocks go back in autumn, one hour occurs twice, and Postgres can only represent the first.
 */
function normalizeDate(value: unknown): Date {
  const date = new Date(value instanceof Date || typeof value === 'number' ? value : String(value));
  // A setter makes JavaScript compute the date from the local time again, which selects the first of the two
  // hours.
  date.setMilliseconds(date.getMilliseconds());
  return date;
}

/** Formats a time of day as Strapi writes it to SQLite; Postgres removes trailing zeros. */
function formatTime(time: string): string {
  const [seconds, fraction = ''] = time.split('.');
  return `${seconds}.${fraction.padEnd(3, '0')}`;
}

/**
 * Returns the expression that reads a column: large integers as text, because the drivers would round them to
 * a JavaScript number.
 */
const selectColumn = (source: Transaction, { type, name }: Column) =>
  type === 'bigInteger' ? source.raw('CAST(?? AS TEXT) AS ??', [name, name]) : name;

const isJson = ({ type }: Column) => type === 'json' || type === 'jsonb';

async function readRows(source: Transaction, { name, columns }: Table): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = await source(name)
    .select(columns.map((column) => selectColumn(source, column)))
    .orderBy('id');
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, normalizeValue(column, row[column.name])])),
  );
}

/**
 * Copies all rows of a table into an empty table of another database, and reads them back.
 * @throws Error when a row has changed
 */
async function copyRows(source: Transaction, target: Transaction, table: Table): Promise<void> {
  const rows = await readRows(source, table);
  const jsonNames = table.columns.filter(isJson).map(({ name }) => name);
  const rowsToInsert = rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      jsonNames.map((name) => [name, row[name] === null ? null : JSON.stringify(row[name])]),
    ),
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await target(table.name).insert(rowsToInsert.slice(start, start + ROWS_PER_INSERT));
  if (!isDeepStrictEqual(await readRows(target, table), rows))
    throw new Error(`the copy of the table ${table.name} differs from the original`);
}

/** Adds the foreign keys of a table; Postgres checks them for all existing rows. */
async function addForeignKeys(target: Transaction, { name, foreignKeys }: Table): Promise<void> {
  await target.schema.alterTable(name, (table) => {
    for (const key of foreignKeys) {
      const constraint = table
        .foreign(key.columns, key.name)
        .references(key.referencedColumns)
        .inTable(key.referencedTable);
      if (key.onDelete) constraint.onDelete(key.onDelete);
      if (key.onUpdate) constraint.onUpdate(key.onUpdate);
    }
  });
}

/** Continues the sequence of a table's ids after the largest copied id. */
const advanceIds = (target: Transaction, { name }: Table) =>
  target.raw("SELECT setval(pg_get_serial_sequence(quote_ident(?), 'id'), max(id)) FROM ??", [name, name]);

/** Replaces all tables of the site with those of another database. */
async function replaceTables(source: Transaction, target: Transaction, database: Database): Promise<void> {
  const oldTables = (await hasStoredSchema(target)) ? await listTables(target) : INTERNAL_TABLES;
  for (const { name } of oldTables) await target.raw('DROP TABLE IF EXISTS ?? CASCADE', [name]);
  const tables = await listTables(source);
  await createTables(
    database,
    tables.map((table) => ({ ...table, foreignKeys: [] })),
    target,
  );
  for (const table of tables) await copyRows(source, target, table);
  for (const table of tables) {
    await addForeignKeys(target, table);
    await advanceIds(target, table);
  }
}

/**
 * Creates the adapter of a Postgres database. A snapshot is a SQLite database with the schema that Strapi would
 * create in SQLite.
 */
export function createPostgresAdapter(url: string): DatabaseAdapter {
  const withPostgres = <Result>(use: (database: Database) => Promise<Result>) =>
    withDatabase({ client: 'postgres', connection: url, pool: { min: 0, max: 1 } }, use);
  const queryBoolean = (sql: string, ...values: string[]): Promise<boolean> =>
    withPostgres(async ({ connection }) => (await connection.raw(sql, values)).rows[0].answer);

  const snapshot = (snapshotFile: string) =>
    withPostgres((postgres) =>
      postgres.connection.transaction(
        (source) =>
          withSqlite(snapshotFile, (sqlite) =>
            sqlite.connection.transaction(async (target) => {
              const tables = await listTables(source);
              await createTables(sqlite, tables, target);
              await target.raw('PRAGMA defer_foreign_keys = ON');
              for (const table of tables) await copyRows(source, target, table);
            }),
          ),
        { isolationLevel: 'repeatable read', readOnly: true },
      ),
    ).then(() => flushToDisk(snapshotFile));

  const replace = (snapshotFile: string, end: (transaction: Transaction) => Promise<unknown>) =>
    withSqlite(snapshotFile, (sqlite) =>
      sqlite.connection.transaction((source) =>
        withPostgres(async (postgres) => {
          const target = await postgres.connection.transaction();
          try {
            // Waits for the end of a transaction whose process was killed while Postgres was committing it.
            await target.raw("SELECT pg_advisory_xact_lock(hashtext('scioto-table restore'))");
            await replaceTables(source, target, postgres);
            await end(target);
          } catch (error) {
            await target.rollback();
            throw error;
          }
        }),
      ),
    );

  return {
    location: 'the database of DATABASE_URL',
    name: `${new URL(url).host}${new URL(url).pathname}`,

    hasSite: () => withPostgres(({ connection }) => hasStoredSchema(connection)),

    isInUse: () =>
      queryBoolean(
        `SELECT EXISTS (SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = ?) AS answer`,
        APPLICATION_NAME,
      ),

    snapshot,

    copyTo: (folder) => snapshot(join(folder, DATABASE)),

    // In a transaction that is rolled back, because only Postgres knows whether it can store each value.
    checkReplace: (snapshotFile) => replace(snapshotFile, (transaction) => transaction.rollback()),

    replace: (snapshotFile) => replace(snapshotFile, (transaction) => transaction.commit()),
  };
}
