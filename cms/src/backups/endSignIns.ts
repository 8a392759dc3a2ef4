import { withSqlite } from '../environment/sqlite';
import { deleteSignIns, storeValue } from '../strapi/databaseFile';
import { printable } from './backupContents';

/** Strapi's name for the entry that makes the next start print links for accounts without a password. */
const UNPRINTED = 'app_first_sign_ins_unprinted';

/** The accounts of a backup that nobody can sign in to with a password. */
export interface EndedSignIns {
  /** Whether there are accounts for which the next start prints links. */
  hasLinks: boolean;
  /** The addresses of accounts that were invited and never used. */
  invited: string[];
}

/**
 * Ends all sessions, links and tokens in the database of a backup: they would be valid again, also those that were ended since,
 * and everybody who has seen the backup could use them.
 */
export const endSignIns = (file: string): EndedSignIns =>
  withSqlite(file, (connection) => {
    const accounts = deleteSignIns(connection);
    const invited = accounts.filter(({ isActive }) => !isActive);
    const hasLinks = invited.length < accounts.length;
    if (hasLinks) storeValue(connection, UNPRINTED, true);
    return { hasLinks, invited: invited.map(({ email }) => printable(email)) };
  });
