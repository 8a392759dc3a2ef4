import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Database } from '@strapi/database';
import { APPLICATION_NAME } from '../environment/settings';
import type { DatabaseAdapter } from './databaseAdapter';
import { DATABASE } from './folders';
import { flush } from './sqlite';

type Builder = Database['schema']['builder'];
type Transaction = Parameters<Builder['createTables']>[1];
type Table = Parameters<Builder['createTables']>[0][number];
type Column = Table['columns'][number];

const SCHEMA = 'strapi_database_schema';
const ROWS_AT_ONCE = 100;

const id: Column = {
  type: 'increments',
  name: 'id',
  args: [{ primary: true, primaryKey: true }],
  notNullable: true,
};
const name: Column = { type: 'string', name: 'name' };
const time: Column = { type: 'datetime', name: 'time', args: [{ useTz: false }] };

/** The tables that Strapi makes for itself and leaves out of the schema that it keeps. */
const OUTSIDE_SCHEMA: Table[] = [
  { name: 'strapi_migrations', columns: [id, name, time], indexes: [], foreignKeys: [] },
  { name: 'strapi_migrations_internal', columns: [id, name, time], indexes: [], foreignKeys: [] },
  {
    name: SCHEMA,
    columns: [id, { type: 'json', name: 'schema' }, time, { type: 'string', name: 'hash' }],
    indexes: [],
    foreignKeys: [],
  },
];

/** Opens a database with Strapi's own layer over it, without Strapi; `folder` is any that is there. */
async function withDatabase<Result>(
  connection: Database['config']['connection'],
  folder: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  // It would make this folder, if it were not there, and looks for nothing in it here.
  const database = new Database({ connection, settings: { migrations: { dir: folder } } });
  try {
    return await use(database);
  } finally {
    await database.destroy();
  }
}

const withSqlite = <Result>(filename: string, use: (database: Database) => Promise<Result>) =>
  withDatabase(
    { client: 'sqlite', connection: { filename }, useNullAsDefault: true },
    dirname(filename),
    use,
  );

/** Whether there is a site; a first start that was cut short leaves the table, and nothing in it. */
const hasSchema = async (source: Database['connection']): Promise<boolean> =>
  (await source.schema.hasTable(SCHEMA)) && (await source(SCHEMA).first('id')) !== undefined;

/** The tables of a site, as Strapi itself has noted them there. */
async function listTables(source: Transaction): Promise<Table[]> {
  const { schema } = await source(SCHEMA).orderBy('time', 'desc').first('schema');
  const { tables }: { tables: Table[] } = typeof schema === 'string' ? JSON.parse(schema) : schema;
  return [...tables, ...OUTSIDE_SCHEMA];
}

/** A value as both mean it: SQLite has numbers for truth and time, and text for JSON. */
function meaning({ type }: Column, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'boolean') return Boolean(value);
  if (type === 'datetime' || type === 'timestamp') return asPostgresKeepsIt(value as Date | number | string);
  if (type === 'time') return withMilliseconds(String(value));
  if (type === 'json' || type === 'jsonb') return typeof value === 'string' ? JSON.parse(value) : value;
  if (['decimal', 'double', 'float'].includes(type)) return Number(value);
  return value;
}

/** Postgres stores the local time without its zone, so of an hour that comes twice in autumn only the first remains. */
function asPostgresKeepsIt(value: Date | number | string): Date {
  const date = new Date(value);
  // Setting a part has JavaScript work out the instant anew from the local time, which takes the first of two.
  date.setMilliseconds(date.getMilliseconds());
  return date;
}

/** A time of day as Strapi writes it; Postgres drops the zeros at the end. */
function withMilliseconds(time: string): string {
  const [seconds, fraction = ''] = time.split('.');
  return `${seconds}.${fraction.padEnd(3, '0')}`;
}

/** Large integers are read as text, because the drivers would round them to a JavaScript number. */
const selection = (source: Transaction, { type, name }: Column) =>
  type === 'bigInteger' ? source.raw('CAST(?? AS TEXT) AS ??', [name, name]) : name;

const isJson = ({ type }: Column) => type === 'json' || type === 'jsonb';

async function readRows(source: Transaction, { name, columns }: Table): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = await source(name)
    .select(columns.map((column) => selection(source, column)))
    .orderBy('id');
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, meaning(column, row[column.name])])),
  );
}

/**
 * Copies all rows of a table into one that is empty, and reads them there again.
 * @throws Error when one is not what it was
 */
async function copyRows(source: Transaction, target: Transaction, table: Table): Promise<void> {
  const rows = await readRows(source, table);
  const json = table.columns.filter(isJson).map(({ name }) => name);
  const written = rows.map((row) => ({
    ...row,
    ...Object.fromEntries(json.map((name) => [name, row[name] === null ? null : JSON.stringify(row[name])])),
  }));
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
    await target(table.name).insert(written.slice(first, first + ROWS_AT_ONCE));
  if (!isDeepStrictEqual(await readRows(target, table), rows))
    throw new Error(`the table ${table.name} is not the same on the other side`);
}

/** Adds what a table refers to, and checks it for all rows that are there. */
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

/** Has the next row of a table come after those that were copied into it. */
const advanceIds = (target: Transaction, { name }: Table) =>
  target.raw("SELECT setval(pg_get_serial_sequence(quote_ident(?), 'id'), max(id)) FROM ??", [name, name]);

/** The words in a Postgres database. Backups of it are what SQLite would hold of the same site, by Strapi's own schema. */
export function postgresAdapter(url: string): DatabaseAdapter {
  const withPostgres = <Result>(folder: string, use: (database: Database) => Promise<Result>) =>
    withDatabase({ client: 'postgres', connection: url, pool: { min: 0, max: 1 } }, folder, use);
  const ask = (sql: string, ...values: string[]): Promise<boolean> =>
    withPostgres('.', async ({ connection }) => (await connection.raw(sql, values)).rows[0].answer);

  const snapshot = (copy: string) =>
    withPostgres(dirname(copy), (postgres) =>
      postgres.connection.transaction(
        (source) =>
          withSqlite(copy, (sqlite) =>
            sqlite.connection.transaction(async (target) => {
              const tables = await listTables(source);
              await sqlite.schema.builder.createTables(tables, target);
              await target.raw('PRAGMA defer_foreign_keys = ON');
              for (const table of tables) await copyRows(source, target, table);
            }),
          ),
        { isolationLevel: 'repeatable read', readOnly: true },
      ),
    ).then(() => flush(copy));

  return {
    place: 'the database of DATABASE_URL',

    isFilled: () => withPostgres('.', ({ connection }) => hasSchema(connection)),

    isInUse: () =>
      ask(
        `SELECT EXISTS (SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = ?) AS answer`,
        APPLICATION_NAME,
      ),

    snapshot,

    setAside: (folder) => snapshot(join(folder, DATABASE)),

    replace: (file) =>
      withSqlite(file, (sqlite) =>
        sqlite.connection.transaction((source) =>
          withPostgres(dirname(file), (postgres) =>
            postgres.connection.transaction(async (target) => {
              const old = (await hasSchema(target)) ? await listTables(target) : OUTSIDE_SCHEMA;
              for (const { name } of old) await target.raw('DROP TABLE IF EXISTS ?? CASCADE', [name]);
              const tables = await listTables(source);
              await postgres.schema.builder.createTables(
                tables.map((table) => ({ ...table, foreignKeys: [] })),
                target,
              );
              for (const table of tables) await copyRows(source, target, table);
              for (const table of tables) {
                await addForeignKeys(target, table);
                await advanceIds(target, table);
              }
            }),
          ),
        ),
      ),
  };
}
