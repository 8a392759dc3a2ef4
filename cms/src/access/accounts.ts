import cluster from 'node:cluster';
import type { Core } from '@strapi/strapi';
import { readSetting } from '../environment/settings';
import { configureOwnerRole } from './ownerPermissions';
import { generatePassword, isStrong, MIN_PASSWORD_LENGTH } from './passwords';

interface Account {
  role: 'Administrator' | 'Owner';
  email: string;
  password: string;
  isPasswordGenerated: boolean;
}

/**
 * Reads an account from the environment variables `${prefix}_EMAIL` and `${prefix}_PASSWORD`, with a
 * generated password when none is set.
 * @throws Error when the email is invalid or the password is weak
 */
function readAccount(role: Account['role'], prefix: string, defaultEmail: string): Account {
  const email = (readSetting(`${prefix}_EMAIL`) ?? defaultEmail).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new Error(`${prefix}_EMAIL is "${email}", which is not an e-mail address.`);
  const password = readSetting(`${prefix}_PASSWORD`);
  if (password === undefined) return { role, email, password: generatePassword(), isPasswordGenerated: true };
  if (!isStrong(password)) {
    throw new Error(
      `${prefix}_PASSWORD is too weak: use at least ${MIN_PASSWORD_LENGTH} characters with a lowercase letter, an uppercase letter and a digit.`,
    );
  }
  return { role, email, password, isPasswordGenerated: false };
}

async function createUser(
  strapi: Core.Strapi,
  { role, email, password }: Account,
  roleId: number,
): Promise<void> {
  await strapi
    .service('admin::user')
    .create({ email, firstname: role, password, isActive: true, registrationToken: null, roles: [roleId] });
}

/** Sends the first sign-ins to the supervisor, which prints them at the end of the start; without one, prints them. */
function reportSignIns(accounts: Account[]): void {
  const signIns = accounts.map(({ role, email, password, isPasswordGenerated }) => ({
    role,
    email,
    password: isPasswordGenerated ? password : null,
  }));
  if (process.send && cluster.isPrimary) {
    process.send({ type: 'sign-ins', signIns });
    return;
  }
  const lines = signIns.map(
    ({ role, email, password }) => `  ${role}: ${email}  ${password ?? '(password from the environment)'}`,
  );
  console.log(['First sign-ins, shown once:', ...lines].join('\n'));
}

/**
 * Creates the administrator and the owner unless there is an administrator. Runs before Strapi listens, so
 * that nobody else can register first.
 * @throws Error when the environment has an invalid email or a weak password
 */
export async function createFirstAccounts(strapi: Core.Strapi): Promise<void> {
  const users = strapi.db.query('admin::user');
  if (await users.count({ where: { roles: { code: 'strapi-super-admin' } } })) return;
  const administrator = readAccount('Administrator', 'ADMIN', 'admin@sciototable.example');
  const owner = readAccount('Owner', 'OWNER', 'owner@sciototable.example');
  if (administrator.email === owner.email) throw new Error('ADMIN_EMAIL and OWNER_EMAIL must differ.');
  // An interrupted first start may have created an owner without reporting the password. The administrator is
  // created last, because the check above looks for the administrator.
  await users.deleteMany({});
  await createUser(strapi, owner, await configureOwnerRole(strapi));
  await createUser(strapi, administrator, (await strapi.service('admin::role').getSuperAdmin()).id);
  reportSignIns([administrator, owner]);
}
