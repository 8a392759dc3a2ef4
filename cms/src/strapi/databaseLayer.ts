import { Database } from '@strapi/database';

/** Strapi's database layer, for commands that don't start Strapi. */
export type { Database };

type Builder = Database['schema']['builder'];
export type Transaction = Parameters<Builder['createTables']>[1];
/** A table as Strapi's stored schema describes it. */
export type Table = Parameters<Builder['createTables']>[0][number];
export type Column = Table['columns'][number];

const SCHEMA_TABLE = 'strapi_database_schema';

const id: Column = {
  type: 'increments',
  name: 'id',
  args: [{ primary: true, primaryKey: true }],
  notNullable: true,
};
const name: Column = { type: 'string', name: 'name' };
const time: Column = { type: 'datetime', name: 'time', args: [{ useTz: false }] };

/** Strapi's internal tables, which its stored schema doesn't contain. */
export const INTERNAL_TABLES: Table[] = [
  { name: 'strapi_migrations', columns: [id, name, time], indexes: [], foreignKeys: [] },
  { name: 'strapi_migrations_internal', columns: [id, name, time], indexes: [], foreignKeys: [] },
  {
    name: SCHEMA_TABLE,
    columns: [id, { type: 'json', name: 'schema' }, time, { type: 'string', name: 'hash' }],
    indexes: [],
    foreignKeys: [],
  },
];

/** Opens a database with Strapi's database layer, without starting Strapi. */
export async function withDatabase<Result>(
  connection: Database['config']['connection'],
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  // The constructor creates the migrations folder when it is missing, so it is an existing one; no migrations are run here.
  const database = new Database({ connection, settings: { migrations: { dir: '.' } } });
  try {
    return await use(database);
  } finally {
    await database.destroy();
  }
}

/** Whether Strapi has stored its schema; after an interrupted first start, the table may exist without a row. */
export const hasStoredSchema = async (source: Database['connection']): Promise<boolean> =>
  (await source.schema.hasTable(SCHEMA_TABLE)) && (await source(SCHEMA_TABLE).first('id')) !== undefined;

/** Reads the site's tables from the newest schema that Strapi has stored; `undefined` when it has stored none. */
export async function listStoredTables(source: Transaction): Promise<Table[] | undefined> {
  const row = await source(SCHEMA_TABLE).orderBy('time', 'desc').first('schema');
  if (!row) return undefined;
  const { schema } = row;
  const { tables }: { tables: Table[] } = typeof schema === 'string' ? JSON.parse(schema) : schema;
  return [...tables, ...INTERNAL_TABLES];
}

/** Creates tables as Strapi creates them in a database of this kind. */
export const createTables = (
  { schema }: Database,
  tables: Table[],
  transaction: Transaction,
): Promise<void> => schema.builder.createTables(tables, transaction);

/** The columns of an account with its password link. */
interface Link {
  token: string;
  expiresAt: Date;
}

/** Finds an account of the admin by its e-mail address. */
export async function findAccountRow(
  { connection }: Database,
  email: string,
): Promise<{ id: number; isActive: boolean } | undefined> {
  const user = await connection('admin_users').where({ email }).first('id', 'is_active');
  return user && { id: user.id, isActive: Boolean(user.is_active) };
}

/** Whether Strapi has created the table of accounts. */
export const hasAccounts = ({ connection }: Database): Promise<boolean> =>
  connection.schema.hasTable('admin_users');

/** Stores the password link of an account, in place of an earlier one. */
export async function storeLink({ connection }: Database, id: number, link: Link): Promise<void> {
  await connection('admin_users')
    .where({ id })
    .update({ reset_password_token: link.token, reset_password_token_expires_at: link.expiresAt });
}
