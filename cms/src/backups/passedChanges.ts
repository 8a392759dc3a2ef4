import { withSqlite } from '../environment/sqlite';
import { parseLocalTime } from '../shared/hours/zonedTime';

const TABLE = 'site_scheduled_changes';
const RESTORED = 'The site was restored from a backup after that time. Do you still want it?';

/**
 * Makes the owner be asked about the scheduled changes in the database of a backup whose time has passed: each may have been made or
 * cancelled after the backup. The times count in the time zone of this site, which may differ from that of the backup.
 * @param now in ms since 1970
 * @returns how many there are
 */
export const askAboutPassedChanges = (file: string, now: number, timeZone: string): number =>
  withSqlite(file, (connection) => {
    const tables = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    // Older versions have no scheduled changes.
    if (!tables.some(({ name }) => name === TABLE)) return 0;
    const waiting = connection.prepare(`SELECT id, local_time FROM ${TABLE} WHERE state = 'waiting'`).all();
    const passed = waiting.filter(
      ({ local_time: localTime }) => parseLocalTime(String(localTime), timeZone) <= now,
    );
    const ask = connection.prepare(`UPDATE ${TABLE} SET state = 'asking', problem = ? WHERE id = ?`);
    for (const { id } of passed) ask.run(RESTORED, id);
    return passed.length;
  });
