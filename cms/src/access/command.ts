// `node command.js EMAIL`: prints a link with which the user of an account chooses a new password. `npm run password`
// runs it, and operators in containers. It does not start Strapi, so it also works beside a running CMS.
import { existsSync } from 'node:fs';
import createDatabaseConfig from '../../config/database';
import { completeRestoreAndLock } from '../backups/stagedRestore';
import { getDatabaseFile, readDatabaseUrl } from '../environment/settings';
import { errorMessage } from '../shared/errorMessage';
import { type Database, findAccountRow, hasAccounts, storeLink, withDatabase } from '../strapi/databaseLayer';
import { createPasswordLink, LINK_LIFETIME_MS } from './passwordLink';

/** An error that the operator can fix. */
class CommandError extends Error {}

const NO_ACCOUNTS = 'There are no accounts yet: start the site first.';

/**
 * Stores a new link for an account.
 * @returns the URL
 * @throws CommandError when there is no such account, or it is not active
 */
async function storePasswordLink(database: Database, email: string): Promise<string> {
  if (!(await hasAccounts(database))) throw new CommandError(NO_ACCOUNTS);
  const account = await findAccountRow(database, email);
  if (!account) throw new CommandError(`There is no account with the e-mail address ${email}.`);
  if (!account.isActive)
    throw new CommandError(
      `The account ${email} is not active: an administrator activates it in the admin under Settings → Users.`,
    );
  const { url, ...link } = createPasswordLink(LINK_LIFETIME_MS.printed);
  await storeLink(database, account.id, link);
  return url;
}

/**
 * Creates a link for an account.
 * @returns the message for the operator
 * @throws CommandError when the operator can fix the cause
 */
async function printPasswordLink(argument = '', ...rest: string[]): Promise<string> {
  const email = argument.trim().toLowerCase();
  if (!/^\S+@\S+$/.test(email) || rest.length)
    throw new CommandError('Usage: node src/access/command.js EMAIL');
  if (!(await completeRestoreAndLock(console.log)))
    throw new CommandError('A restore is running: wait for it, and run this again.');
  // Otherwise SQLite would create the file.
  if (!readDatabaseUrl() && !existsSync(getDatabaseFile())) throw new CommandError(NO_ACCOUNTS);
  const url = await withDatabase(createDatabaseConfig().connection, '.', (database) =>
    storePasswordLink(database, email),
  );
  return `With this link, ${email} chooses a new password. It works once, within a day:\n${url}`;
}

printPasswordLink(...process.argv.slice(2)).then(console.log, (error) => {
  console.error(
    error instanceof CommandError
      ? error.message
      : `The link could not be created (${errorMessage(error)}); the password is unchanged.`,
  );
  process.exitCode = 1;
});
