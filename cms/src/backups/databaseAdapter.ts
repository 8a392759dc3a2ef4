/** Access to the site's database for backups and restores. A snapshot of any database is a SQLite file. */
export interface DatabaseAdapter {
  /** Where the database is, for messages. */
  location: string;
  /** Whether the database contains a site. */
  isFilled(): Promise<boolean>;
  /** Whether a running CMS uses the database. */
  isInUse(): Promise<boolean>;
  /** Writes a consistent copy of the database to a new file, also while the CMS runs. */
  snapshot(file: string): Promise<void>;
  /** Copies the present database into a folder without checking it, because it may be damaged. */
  copyTo(folder: string): Promise<void>;
  /** Replaces the database by a snapshot, atomically. */
  replace(snapshot: string): Promise<void>;
}
