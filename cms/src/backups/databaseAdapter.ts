/** Access to the site's database for backups and restores. A snapshot of any database is a SQLite file. */
export interface DatabaseAdapter {
  /** Where the database is, for messages: the data folder, or "the database of DATABASE_URL". */
  location: string;
  /** Distinguishes the database from others, without its user and password. */
  name: string;
  /** Whether there is a site to back up or to replace: SQLite's database file, or Strapi's schema in Postgres. */
  hasSite(): Promise<boolean>;
  /** Whether a running CMS uses the database; with SQLite, this also writes the write-ahead log into the file. */
  isInUse(): Promise<boolean>;
  /** Writes a consistent copy of the database to a new file, also while the CMS runs. */
  snapshot(snapshotFile: string): Promise<void>;
  /** Copies the database into a folder: SQLite's files unchanged, even if they are damaged; a snapshot of Postgres. */
  copyTo(folder: string): Promise<void>;
  /** Throws the error that `replace` would throw because of the snapshot's content; changes nothing. */
  checkReplace(snapshotFile: string): Promise<void>;
  /**
   * Replaces the database with a snapshot, atomically; with SQLite by renaming the snapshot, which must be in the same file
   * system.
   */
  replace(snapshotFile: string): Promise<void>;
}
