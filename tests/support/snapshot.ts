import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql } from './postgresServer.ts';
import { databaseFile, withSqlite } from './sqlite.ts';

/** Where a stack keeps its content and files; an empty `databaseUrl` means SQLite. */
export interface DataLocation {
  dataDir: string;
  databaseUrl: string;
}

/** Sessions stay, so that tests that signed in once remain signed in. */
const SESSIONS = 'strapi_sessions';

const uploadsFolder = (dataDir: string) => join(dataDir, 'public', 'uploads');

/** A copy has the time of its original, by which a changed file is known. */
const COPY = { recursive: true, preserveTimestamps: true };

function isUnchanged(file: string, copy: string): boolean {
  const [stats, copied] = [file, copy].map((path) => statSync(path, { throwIfNoEntry: false }));
  return stats?.size === copied?.size && stats?.mtimeMs === copied?.mtimeMs;
}

const POSTGRES_TABLES = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '${SESSIONS}'`;

/** Postgres statements that run `statement` for every table; in it, %1$I is the table's name. */
const forEachPostgresTable = (statement: string) => `
  DO $$ DECLARE name text; BEGIN
    FOR name IN ${POSTGRES_TABLES} LOOP EXECUTE format('${statement}', name); END LOOP;
  END $$;`;

/** The database and the pictures of a stack at one time, to which its data can be reset while it runs. */
export class Snapshot {
  private constructor(
    private readonly location: DataLocation,
    private readonly copy: string,
  ) {}

  get database(): string {
    return join(this.copy, 'strapi.db');
  }

  /** Takes a snapshot of the data of a stack, on SQLite also of a running one. */
  static async take(location: DataLocation): Promise<Snapshot> {
    const copy = mkdtempSync(join(tmpdir(), 'snapshot-'));
    cpSync(uploadsFolder(location.dataDir), join(copy, 'uploads'), COPY);
    if (location.databaseUrl)
      await runSql(
        location.databaseUrl,
        `CREATE SCHEMA snapshot; ${forEachPostgresTable('CREATE TABLE snapshot.%1$I AS TABLE public.%1$I')}`,
      );
    const snapshot = new Snapshot(location, copy);
    if (!location.databaseUrl)
      withSqlite(databaseFile(location.dataDir), (database) =>
        database.exec(`VACUUM INTO '${snapshot.database}'`),
      );
    return snapshot;
  }

  async restore(): Promise<void> {
    const { dataDir, databaseUrl } = this.location;
    const uploads = uploadsFolder(dataDir);
    const copies = join(this.copy, 'uploads');
    const kept = new Set(readdirSync(copies));
    for (const name of readdirSync(uploads))
      if (!kept.has(name)) rmSync(join(uploads, name), { recursive: true, force: true });
    for (const name of kept)
      if (!isUnchanged(join(uploads, name), join(copies, name)))
        cpSync(join(copies, name), join(uploads, name), COPY);
    if (databaseUrl) await this.restorePostgres();
    else this.restoreSqlite();
  }

  remove(): void {
    rmSync(this.copy, { recursive: true });
  }

  private async restorePostgres(): Promise<void> {
    await runSql(
      this.location.databaseUrl,
      `BEGIN;
      SET LOCAL session_replication_role = replica; -- ignores foreign keys
      ${forEachPostgresTable('DELETE FROM public.%1$I')}
      ${forEachPostgresTable('INSERT INTO public.%1$I SELECT * FROM snapshot.%1$I')}
      COMMIT;`,
    );
  }

  private restoreSqlite(): void {
    withSqlite(databaseFile(this.location.dataDir), (database) => {
      database.exec(`PRAGMA foreign_keys = OFF; ATTACH '${this.database}' AS snapshot`);
      const tables = database
        .prepare(
          `SELECT name FROM snapshot.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '${SESSIONS}'`,
        )
        .pluck()
        .all();
      const copies = tables.map(
        (name) => `DELETE FROM main."${name}"; INSERT INTO main."${name}" SELECT * FROM snapshot."${name}";`,
      );
      database.exec(`BEGIN IMMEDIATE; ${copies.join(' ')} COMMIT`);
    });
  }
}
