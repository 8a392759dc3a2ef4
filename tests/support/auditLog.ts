import { databaseFile, withSqlite } from './sqlite.ts';
import type { Stack } from './stack.ts';

/** Adds lines to the audit log of a stack with SQLite, whose texts are their numbers; the time is in ms since 1970. */
export const addLines = (stack: Stack, first: number, last: number, time: number): void =>
  withSqlite(databaseFile(stack.dataDir), (database) =>
    database.exec(`
      WITH RECURSIVE numbers (number) AS (SELECT ${first} UNION ALL SELECT number + 1 FROM numbers WHERE number < ${last})
      INSERT INTO site_audit_log (time, text, count) SELECT ${time}, 'line ' || number, 1 FROM numbers`),
  );
