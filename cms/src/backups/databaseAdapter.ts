/** Access to the site's database for backups and restores. A snapshot of any database is a SQLite file. */
export interface DatabaseAdapter {
  /** The name of the database's place in messages: the data folder, or DATABASE_URL. */
  location: string;
  /** Whether there is a database to back up or replace: the file of SQLite, or Strapi's schema in Postgres. */
  isFilled(): Promise<boolean>;
  /** Whether a running CMS uses the database; with SQLite, this also writes the journal into the file. */
  isInUse(): Promise<boolean>;
  /** Writes a consistent copy of the database to a new file, also while the CMS runs. */
  snapshot(file: string): Promise<void>;
  /** Copies the current database into a folder: the files of SQLite as they are, even if damaged; a snapshot of Postgres. */
  copyTo(folder: string): Promise<void>;
  /** Replaces the database with a snapshot, atomically. */
  replace(snapshot: string): Promise<void>;
}
