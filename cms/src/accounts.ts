import cluster from 'node:cluster';
import { randomInt } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { isFixed } from './fixedRecords';
import { setting } from './settings';

const PASSWORD_LENGTH = 20;
const PASSWORD_MINIMUM = 12;
const ALPHABETS = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;

interface Account {
  role: 'Administrator' | 'Owner';
  email: string;
  password: string;
  generated: boolean;
}

function generatePassword(): string {
  const alphabet = ALPHABETS.join('');
  for (;;) {
    const password = Array.from({ length: PASSWORD_LENGTH }, () =>
      alphabet.charAt(randomInt(alphabet.length)),
    ).join('');
    if (isStrong(password)) return password;
  }
}

function isStrong(password: string): boolean {
  return password.length >= PASSWORD_MINIMUM && [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(password));
}

/** An account as the environment wants it, with a generated password where it names none. */
function wantedAccount(role: Account['role'], prefix: string, fallbackEmail: string): Account {
  const email = (setting(`${prefix}_EMAIL`) ?? fallbackEmail).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new Error(`${prefix}_EMAIL is "${email}", which is no e-mail address.`);
  const password = setting(`${prefix}_PASSWORD`);
  if (password === undefined) return { role, email, password: generatePassword(), generated: true };
  if (!isStrong(password)) {
    throw new Error(
      `${prefix}_PASSWORD is too weak: use at least ${PASSWORD_MINIMUM} characters with a small letter, a capital and a digit.`,
    );
  }
  return { role, email, password, generated: false };
}

/** Turns Strapi's editor role into the owner's: she edits and publishes everything, but adds and deletes dishes only. */
async function prepareOwnerRole(strapi: Core.Strapi): Promise<number> {
  const role = await strapi.db
    .query('admin::role')
    .update({ where: { code: 'strapi-editor' }, data: { name: 'Owner' } });
  const permissions = await strapi.db.query('admin::permission').findMany({ where: { role: role.id } });
  const tooMuch = permissions.filter(
    ({ action, subject }) =>
      /\.explorer\.(create|delete)$/.test(action) && subject !== null && isFixed(subject),
  );
  await strapi.db
    .query('admin::permission')
    .deleteMany({ where: { id: { $in: tooMuch.map(({ id }) => id) } } });
  return role.id;
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

/** Hands the new sign-ins to the starter, which shows them last; without one they go to the log, once. */
function announce(accounts: Account[]): void {
  const signIns = accounts.map(({ role, email, password, generated }) => ({
    role,
    email,
    password: generated ? password : null,
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
 * Creates the administrator and the owner when there is no administrator yet; runs before Strapi listens, so nobody can be first.
 * @throws Error when the environment asks for an unusable e-mail address or a weak password
 */
export async function createFirstAccounts(strapi: Core.Strapi): Promise<void> {
  const query = strapi.db.query('admin::user');
  if (await query.count({ where: { roles: { code: 'strapi-super-admin' } } })) return;
  const administrator = wantedAccount('Administrator', 'ADMIN', 'admin@sciototable.example');
  const owner = wantedAccount('Owner', 'OWNER', 'owner@sciototable.example');
  if (administrator.email === owner.email) throw new Error('ADMIN_EMAIL and OWNER_EMAIL must differ.');
  // An interrupted first start may have left an owner whose password nobody has seen. The administrator comes last.
  await query.deleteMany({});
  await createUser(strapi, owner, await prepareOwnerRole(strapi));
  await createUser(strapi, administrator, (await strapi.service('admin::role').getSuperAdmin()).id);
  announce([administrator, owner]);
}
