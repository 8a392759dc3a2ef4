import { databaseFile, databaseUrl } from '../environment/settings';
import type { DatabaseAdapter } from './databaseAdapter';
import { postgresAdapter } from './postgresAdapter';
import { sqliteAdapter } from './sqliteAdapter';

/** Chooses the adapter of the database that the settings configure. */
export function chooseDatabaseAdapter(): DatabaseAdapter {
  const url = databaseUrl();
  return url ? postgresAdapter(url) : sqliteAdapter(databaseFile());
}
