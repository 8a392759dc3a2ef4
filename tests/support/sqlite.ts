import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The part of better-sqlite3 that the tests use; the package has no types. */
interface Sqlite {
  exec(sql: string): void;
  pragma(pragma: string, options: { simple: true }): unknown;
  prepare(sql: string): {
    all(): Record<string, unknown>[];
    pluck(): { all(): string[] };
    run(...values: unknown[]): void;
  };
  close(): void;
}

export const databaseFile = (dataDir: string) => join(dataDir, 'cms', 'strapi.db');

/** Opens a SQLite database, also of a running stack, calls a function with it and closes it. */
export function withSqlite<Result>(file: string, use: (database: Sqlite) => Result): Result {
  // Loaded only here, because the container tests run without the CMS's packages.
  const Database = createRequire(new URL('../../cms/package.json', import.meta.url))('better-sqlite3');
  const database: Sqlite = new Database(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Returns the rows of a table without what each restore adds: its random id, and the lines for the audit log. */
export const withoutRestore = <Row extends Record<string, unknown>>(rows: Row[]): Row[] =>
  rows.filter(({ key }) => key !== 'site_restore' && key !== 'app_audit_log_kept');

/** Reads all rows of all tables but those that a restore adds, by table. */
export const readTables = (file: string): Record<string, Record<string, unknown>[]> =>
  withSqlite(file, (database) => {
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        withoutRestore(database.prepare(`SELECT * FROM "${name}" ORDER BY id`).all()),
      ]),
    );
  });

/** The tables with sessions and tokens, which a restore empties. */
const SIGN_IN_TABLES = [
  'strapi_sessions',
  'strapi_api_tokens',
  'strapi_api_token_permissions',
  'strapi_api_token_permissions_token_lnk',
  'strapi_transfer_tokens',
  'strapi_transfer_token_permissions',
  'strapi_transfer_token_permissions_token_lnk',
];

/** The rows of all tables as a restore leaves them: without sessions, links and tokens. */
export function withoutSignIns(
  tables: Record<string, Record<string, unknown>[]>,
): Record<string, Record<string, unknown>[]> {
  const ended = {
    reset_password_token: null,
    reset_password_token_expires_at: null,
    registration_token: null,
  };
  return {
    ...tables,
    ...Object.fromEntries(SIGN_IN_TABLES.map((name) => [name, []])),
    admin_users: (tables.admin_users ?? []).map((user) => ({ ...user, ...ended })),
  };
}
