import { printable } from './backupContents';
import { LOCK_TIMEOUT_MS, withSqlite } from './sqlite';

/** The tables with sessions and tokens; SQLite deletes the rows of other tables that refer to theirs. */
const TABLES = [
  'strapi_sessions',
  'strapi_api_tokens',
  'strapi_api_token_permissions',
  'strapi_transfer_tokens',
  'strapi_transfer_token_permissions',
];
/** The columns of accounts with the tokens of password links and invitations. */
const COLUMNS = ['reset_password_token', 'reset_password_token_expires_at', 'registration_token'];
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
  withSqlite(file, LOCK_TIMEOUT_MS, (connection) => {
    const query = (sql: string, ...values: unknown[]) => connection.prepare(sql).all(...values);
    const run = (sql: string, ...values: unknown[]) => connection.prepare(sql).run(...values);
    const existing = query("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name);
    for (const table of TABLES) if (existing.includes(table)) run(`DELETE FROM ${table}`);
    const columns = query('SELECT name FROM pragma_table_info(?)', 'admin_users').map(({ name }) => name);
    for (const column of COLUMNS)
      if (columns.includes(column)) run(`UPDATE admin_users SET ${column} = NULL`);
    if (!columns.includes('password')) return { hasLinks: false, invited: [] };

    const accounts = query('SELECT email, is_active FROM admin_users WHERE password IS NULL');
    const invited = accounts.filter((account) => !account.is_active);
    const hasLinks = invited.length < accounts.length;
    if (hasLinks) {
      run('DELETE FROM strapi_core_store_settings WHERE key = ?', UNPRINTED);
      run(
        "INSERT INTO strapi_core_store_settings (key, value, type) VALUES (?, 'true', 'boolean')",
        UNPRINTED,
      );
    }
    return { hasLinks, invited: invited.map(({ email }) => printable(String(email))) };
  });
