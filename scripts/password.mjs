// `npm run password EMAIL`: sets a new password for an account. The stack may be running or stopped.
import './shared/requireNode.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, UserError } from './shared/command.mjs';
import { CMS } from './shared/prepare.mjs';
import { createCmsEnv, readSettings } from './shared/settings.mjs';

/** The exit code of the child process when no account has the e-mail address. */
const NO_ACCOUNT = 3;

/** Loads the packages and the build of the CMS. */
const requireFromCms = createRequire(join(CMS.folder, 'package.json'));

/**
 * Generates a password and sets it in a child process, so that Strapi's output can be hidden; prints it when the child fails.
 * @returns {Promise<number>} the exit code
 * @throws {UserError} when the arguments are wrong, the CMS is not set up, or the account does not exist
 */
async function changePassword() {
  const email = process.argv[2]?.trim().toLowerCase();
  if (!email || process.argv.length > 3 || !/^\S+@\S+$/.test(email))
    throw new UserError('Usage: npm run password EMAIL');
  const settings = readSettings();
  // With SQLite, the database file exists after the first start; with Postgres there is none, but there are secrets.
  const firstStartFile = settings.env.DATABASE_URL ? 'secrets.json' : 'strapi.db';
  if (!existsSync(join(settings.dataDir, 'cms', firstStartFile))) {
    throw new UserError(`There are no accounts in ${settings.dataDir} yet: run npm start first.`);
  }
  if (!existsSync(join(CMS.folder, 'dist', 'src', 'access', 'passwords.js')))
    throw new UserError('The CMS is not built yet: run npm start first.');
  /** @type {string} */
  const password = requireFromCms('./dist/src/access/passwords.js').generatePassword();
  // Passed in the environment because other users can see arguments in the process list.
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    cwd: CMS.folder,
    encoding: 'utf8',
    env: { ...createCmsEnv(settings), NEW_PASSWORD_EMAIL: email, NEW_PASSWORD: password },
  });
  if (status === NO_ACCOUNT) throw new UserError(`There is no account with the e-mail address ${email}.`);
  if (status !== 0)
    throw new UserError(`${stdout}${stderr}\nThe password could not be changed: see Strapi's error above.`);
  console.log(`The new password of ${email}, shown once:\n${password}`);
  return 0;
}

/**
 * Sets the password through Strapi's own service and the existing build. Strapi's command line would compile the CMS again,
 * and so overwrite the build of a CMS that is running.
 * @param {string} email
 * @param {string} password
 * @returns {Promise<number>} the exit code
 */
async function setPassword(email, password) {
  const { createStrapi } = requireFromCms('@strapi/strapi');
  const strapi = await createStrapi({ appDir: CMS.folder, distDir: join(CMS.folder, 'dist') }).load();
  if (!(await strapi.db.query('admin::user').count({ where: { email } }))) return NO_ACCOUNT;
  await strapi.service('admin::user').resetPasswordByEmail(email, password);
  return 0;
}

// `changePassword` runs this file again in a child process with these two variables; the child sets the password.
const { NEW_PASSWORD_EMAIL, NEW_PASSWORD } = process.env;
await runCommand(() => {
  return NEW_PASSWORD_EMAIL && NEW_PASSWORD
    ? setPassword(NEW_PASSWORD_EMAIL, NEW_PASSWORD)
    : changePassword();
});
