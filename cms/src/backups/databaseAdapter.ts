import { databaseFile, databaseUrl } from '../environment/settings';
import { postgresAdapter } from './postgres';
import { sqliteAdapter } from './sqlite';

/** What keeps the words and the accounts. Whichever it is, a copy of them is a file of SQLite. */
export interface DatabaseAdapter {
  /** Where that is, as the reader may know it. */
  place: string;
  isFilled(): Promise<boolean>;
  /** Whether the CMS is running on it. */
  isInUse(): Promise<boolean>;
  /** Writes all as it is at one moment to a new file, also while the CMS runs. */
  snapshot(copy: string): Promise<void>;
  /** Copies all as it is, be it damaged, into a folder. */
  setAside(folder: string): Promise<void>;
  /** Puts what a snapshot holds in the place of what is there: in one step, or not at all. */
  replace(snapshot: string): Promise<void>;
}

/** The keeper that the settings name. */
export function databaseAdapter(): DatabaseAdapter {
  const url = databaseUrl();
  return url ? postgresAdapter(url) : sqliteAdapter(databaseFile());
}
