import { getDatabaseFile, readDatabaseUrl } from '../environment/settings';
import type { DatabaseAdapter } from './databaseAdapter';
import { createPostgresAdapter } from './postgresAdapter';
import { createSqliteAdapter } from './sqliteAdapter';

/** Creates the adapter of the database that the settings configure. */
export function chooseDatabaseAdapter(): DatabaseAdapter {
  const url = readDatabaseUrl();
  return url ? createPostgresAdapter(url) : createSqliteAdapter(getDatabaseFile());
}
