import { getDatabaseFile, readDatabaseUrl } from '../environment/settings';
import type { DatabaseAdapter } from './databaseAdapter';
import { createSqliteAdapter } from './sqliteAdapter';

/** Creates the adapter of the database that the settings configure. */
export async function chooseDatabaseAdapter(): Promise<DatabaseAdapter> {
  const url = readDatabaseUrl();
  if (!url) return createSqliteAdapter(getDatabaseFile());
  // Imported only here, because Strapi's database layer takes longer to load than a backup of SQLite takes.
  const { createPostgresAdapter } = await import('./postgresAdapter');
  return createPostgresAdapter(url);
}
