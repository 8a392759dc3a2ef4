import { LOCK_TIMEOUT_MS, withSqlite } from '../environment/sqlite';

const TABLE = 'site_scheduled_changes';
const RESTORED = 'The site was restored from a backup after that time. Do you still want it?';

/**
 * Makes the owner be asked about the scheduled changes in the database of a backup whose time has passed: each may have been made or
 * cancelled after the backup.
 * @param now in ms since 1970
 * @returns how many there are
 */
export const askAboutPassedChanges = (file: string, now: number): number =>
  withSqlite(file, LOCK_TIMEOUT_MS, (connection) => {
    const tables = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    // Older versions have no scheduled changes.
    if (!tables.some(({ name }) => name === TABLE)) return 0;
    const passed = "state = 'waiting' AND due_at <= ?";
    const [row] = connection.prepare(`SELECT count(*) AS count FROM ${TABLE} WHERE ${passed}`).all(now);
    connection
      .prepare(`UPDATE ${TABLE} SET state = 'asking', problem = ? WHERE ${passed}`)
      .run(RESTORED, now);
    return Number(row?.count);
  });
