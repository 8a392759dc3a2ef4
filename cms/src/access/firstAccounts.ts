import cluster from 'node:cluster';
import type { Core } from '@strapi/strapi';
import { recordLine } from '../auditLog/auditLog';
import { readSetting } from '../environment/settings';
import { ADMINISTRATOR_ROLE, configureOwnerRole } from '../permissions/ownerPermissions';
import { isRecord } from '../shared/isRecord';
import type { SignIn, SignInsMessage, SignInsPrintedMessage } from '../shared/requests/signInMessages';
import { createAccount, findAdministratorRole } from '../strapi/accounts';
import { issuePasswordLink, LINK_LIFETIME_MS } from './passwordLink';
import { isStrong, PASSWORD_RULE } from './passwords';

const PRINTED: SignInsPrintedMessage = { type: 'sign-ins printed' };

interface Account {
  role: 'Administrator' | 'Owner';
  email: string;
  /** Without a password nobody can sign in to the account, until its user has chosen one. */
  password: string | undefined;
}

/**
 * Reads an account from the environment variables `${prefix}_EMAIL` and `${prefix}_PASSWORD`.
 * @throws Error when the email is invalid or the password is weak
 */
function readAccount(role: Account['role'], prefix: string, defaultEmail: string): Account {
  const email = (readSetting(`${prefix}_EMAIL`) ?? defaultEmail).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new Error(`${prefix}_EMAIL is "${email}", which is not an e-mail address.`);
  const password = readSetting(`${prefix}_PASSWORD`);
  if (password !== undefined && !isStrong(password))
    throw new Error(`${prefix}_PASSWORD is too weak: ${PASSWORD_RULE}`);
  return { role, email, password };
}

/** Whether links of the first accounts still have to be printed; `null` on sites older than this entry. */
const openUnprinted = (strapi: Core.Strapi) =>
  strapi.store({ type: 'app', name: 'first_sign_ins', key: 'unprinted' });

/**
 * Creates the administrator and the owner unless there is an administrator. Runs before Strapi listens, so
 * that nobody else can register first.
 * @throws Error when the environment has an invalid email or a weak password
 */
export async function createFirstAccounts(strapi: Core.Strapi): Promise<void> {
  const users = strapi.db.query('admin::user');
  if (await users.count({ where: { roles: ADMINISTRATOR_ROLE } })) return;
  const administrator = readAccount('Administrator', 'ADMIN', 'admin@sciototable.example');
  const owner = readAccount('Owner', 'OWNER', 'owner@sciototable.example');
  if (administrator.email === owner.email) throw new Error('ADMIN_EMAIL and OWNER_EMAIL must differ.');
  const hasLinks = administrator.password === undefined || owner.password === undefined;
  await openUnprinted(strapi).set({ value: hasLinks });
  // An interrupted first start may have created an owner. The administrator is created last, because the check above
  // looks for the administrator.
  await users.deleteMany({});
  await createAccount(strapi, { ...owner, firstname: owner.role, roleId: await configureOwnerRole(strapi) });
  await createAccount(strapi, {
    ...administrator,
    firstname: administrator.role,
    roleId: await findAdministratorRole(strapi),
  });
  await recordLine(strapi, `created the accounts ${administrator.email} and ${owner.email}`);
}

/** Creates a link for each account without a password; the administrator is first. */
async function createSignIns(strapi: Core.Strapi): Promise<SignIn[]> {
  const users = await strapi.db
    .query('admin::user')
    .findMany({ where: { isActive: true }, orderBy: { id: 'desc' } });
  return Promise.all(
    users.map(async ({ id, firstname, email, password }) => ({
      role: firstname,
      email,
      link: password ? null : await issuePasswordLink(strapi, id, LINK_LIFETIME_MS.printed),
    })),
  );
}

/**
 * Prints the first sign-ins once, if one of them needs a link: with `npm start` the supervisor prints them at the end of
 * the start. A start that ends before that does not count, so the next one prints new links.
 */
export async function reportFirstSignIns(strapi: Core.Strapi): Promise<void> {
  const unprinted = openUnprinted(strapi);
  if (!(await unprinted.get())) return;
  const signIns = await createSignIns(strapi);
  if (process.send && cluster.isPrimary) {
    process.on('message', (message) => {
      if (isRecord(message) && message.type === PRINTED.type)
        unprinted.set({ value: false }).catch((error: unknown) => strapi.log.error(error));
    });
    process.send({ type: 'sign-ins', signIns } satisfies SignInsMessage);
    return;
  }
  const lines = signIns.map(({ role, email, link }) => `  ${role}: ${email}  ${link ?? '(has a password)'}`);
  const heading =
    'First sign-ins, shown once. Each link works once, within a day; README.md tells how to get a new one.';
  console.log([heading, ...lines].join('\n'));
  await unprinted.set({ value: false });
}
