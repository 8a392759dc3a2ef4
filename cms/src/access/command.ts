// `node command.js EMAIL`: prints a link with which the user of an account chooses a new password. `npm run password`
// runs it, and operators in containers. It does not start Strapi, so it also works beside a running CMS.
import { existsSync } from 'node:fs';
import createDatabaseConfig from '../../config/database';
import { insertLine } from '../auditLog/insertLine';
import { completeRestoreAndLock } from '../backups/stagedRestore';
import { getDatabaseFile, readDatabaseUrl, readMailFrom, readSmtpUrl } from '../environment/settings';
import { errorMessage } from '../shared/errorMessage';
import { type Database, findAccountRow, hasAccounts, storeLink, withDatabase } from '../strapi/databaseLayer';
import { createPasswordLink, LINK_LIFETIME_MS } from './passwordLink';
import { describeMailError, sendBySmtp } from './sendMail';

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
  await insertLine(database.connection, `made a link to choose a password for ${email}, on the server`).catch(
    (error) => console.error(`The audit log lacks this link (${errorMessage(error)}).`),
  );
  return url;
}

const NOTICE = `On the server of the website, a link was made with which you choose a new password for the website's admin. It works once, within a day. Your password is still the same until somebody opens the link and chooses another one.

If nobody of the restaurant asked for it, press “Forgot your password?” where you sign in, and choose a new password with the link that you get: the other link then no longer works. And tell whoever looks after the site at once.
`;

/** Tells the user of an account that a link was made, if possible, and returns the message for the operator. */
async function tellUser(to: string, smtpUrl: URL | undefined): Promise<string> {
  if (!smtpUrl) return `${to} is not told by e-mail that this link was made, because SMTP_URL is not set.`;
  try {
    await sendBySmtp(smtpUrl, { to, subject: 'A link to choose a new password was made', text: NOTICE });
    return `${to} was told by e-mail that this link was made.`;
  } catch (error) {
    return `${to} could not be told by e-mail that this link was made (${describeMailError(error)}).`;
  }
}

/**
 * Creates a link for an account, and prints it before the mail server is reached, which can take a while.
 * @throws CommandError when the operator can fix the cause
 */
async function printPasswordLink(argument = '', ...rest: string[]): Promise<void> {
  const email = argument.trim().toLowerCase();
  if (!/^\S+@\S+$/.test(email) || rest.length)
    throw new CommandError('Usage: node src/access/command.js EMAIL');
  if (!(await completeRestoreAndLock(console.log)))
    throw new CommandError('A restore is running: wait for it, and run this again.');
  // Otherwise SQLite would create the file.
  if (!readDatabaseUrl() && !existsSync(getDatabaseFile())) throw new CommandError(NO_ACCOUNTS);
  // An invalid setting ends the command here, before anything is changed.
  const smtpUrl = readSmtpUrl();
  if (smtpUrl) readMailFrom();
  const url = await withDatabase(createDatabaseConfig().connection, (database) =>
    storePasswordLink(database, email),
  );
  console.log(
    `With this link, ${email} chooses a new password, and is signed in, also in a new browser without a code. It works once, within a day:\n${url}`,
  );
  console.log(await tellUser(email, smtpUrl));
}

printPasswordLink(...process.argv.slice(2)).catch((error) => {
  console.error(
    error instanceof CommandError
      ? error.message
      : `The link could not be created (${errorMessage(error)}); the password is unchanged.`,
  );
  process.exitCode = 1;
});
