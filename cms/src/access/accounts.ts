import cluster from 'node:cluster';
import type { Core } from '@strapi/strapi';
import { isFixed } from '../admin-layout/adminLayout';
import { setting } from '../environment/settings';
import { generatePassword, isStrong, PASSWORD_MINIMUM } from './passwords';

interface Account {
  role: 'Administrator' | 'Owner';
  email: string;
  password: string;
  generated: boolean;
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

interface Permission {
  action: string;
  subject: string | null;
  properties: { fields?: string[] };
  conditions: string[];
}

/** Whether the owner may do what Strapi lets an editor do: not add or delete what has a fixed place, not rearrange the desk. */
function isForOwner({ action, subject }: Permission): boolean {
  if (action.endsWith('.configure-view')) return false;
  return !(/\.explorer\.(create|delete)$/.test(action) && subject !== null && isFixed(subject));
}

/** Leaves the fields out that say where a fixed record shows: they are read, but not changed. */
function withoutPlace({ action, subject, properties, conditions }: Permission): Permission {
  const fields =
    action.endsWith('.explorer.update') && subject !== null && isFixed(subject)
      ? properties.fields?.filter((name) => !['place', 'position'].includes(name))
      : properties.fields;
  return { action, subject, properties: fields ? { fields } : properties, conditions };
}

/** Turns Strapi's editor role into the owner's: she edits and publishes words, adds and deletes dishes, keeps the photographs. */
async function prepareOwnerRole(strapi: Core.Strapi): Promise<number> {
  const role = await strapi.db.query('admin::role').update({
    where: { code: 'strapi-editor' },
    data: { name: 'Owner', description: 'Changes words, dishes and photographs, and publishes them.' },
  });
  const permissions: Permission[] = await strapi.db
    .query('admin::permission')
    .findMany({ where: { role: role.id } });
  await strapi
    .service('admin::role')
    .assignPermissions(role.id, permissions.filter(isForOwner).map(withoutPlace));
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
