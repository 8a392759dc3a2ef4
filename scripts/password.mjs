// `npm run password EMAIL`: a new password for an account, whether the stack is running or not.
import './shared/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, UserError } from './shared/command.mjs';
import { CMS } from './shared/prepare.mjs';
import { cmsEnv, readSettings } from './shared/settings.mjs';

const NO_ACCOUNT = 3;

/** From the packages and the build of the CMS. */
const fromCms = createRequire(join(CMS.folder, 'package.json'));

/** Asks for a new password, and has a second process set it: Strapi's own words stay out of sight while all is well. */
async function changePassword() {
  const email = process.argv[2]?.trim().toLowerCase();
  if (!email || process.argv.length > 3 || !/^\S+@\S+$/.test(email))
    throw new UserError('Usage: npm run password EMAIL');
  const settings = readSettings();
  // With Postgres it is the secrets that are here from the first start on.
  const firstMade = settings.env.DATABASE_URL ? 'secrets.json' : 'strapi.db';
  if (!existsSync(join(settings.dataDir, 'cms', firstMade))) {
    throw new UserError(`There are no accounts in ${settings.dataDir} yet: npm start makes them.`);
  }
  if (!existsSync(join(CMS.folder, 'dist', 'src', 'access', 'passwords.js')))
    throw new UserError('The CMS is not built yet: npm start does that.');
  /** @type {string} */
  const password = fromCms('./dist/src/access/passwords.js').generatePassword();
  // By way of the environment: unlike arguments, it does not show in the list of processes.
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    cwd: CMS.folder,
    encoding: 'utf8',
    env: { ...cmsEnv(settings), NEW_PASSWORD_EMAIL: email, NEW_PASSWORD: password },
  });
  if (status === NO_ACCOUNT) throw new UserError(`There is no account with the e-mail address ${email}.`);
  if (status !== 0)
    throw new UserError(`${stdout}${stderr}\nThe password could not be changed: Strapi says why above.`);
  console.log(`The new password of ${email}, shown once:\n${password}`);
  return 0;
}

/**
 * Sets the password with Strapi's own service, from the build that is there: Strapi's command would compile the CMS
 * again, under the feet of one that is running.
 * @param {string} email
 * @param {string} password
 */
async function setPassword(email, password) {
  const { createStrapi } = fromCms('@strapi/strapi');
  const strapi = await createStrapi({ appDir: CMS.folder, distDir: join(CMS.folder, 'dist') }).load();
  if (!(await strapi.db.query('admin::user').count({ where: { email } }))) return NO_ACCOUNT;
  await strapi.service('admin::user').resetPasswordByEmail(email, password);
  return 0;
}

const { NEW_PASSWORD_EMAIL, NEW_PASSWORD } = process.env;
await runCommand(() => {
  return NEW_PASSWORD_EMAIL && NEW_PASSWORD
    ? setPassword(NEW_PASSWORD_EMAIL, NEW_PASSWORD)
    : changePassword();
});
