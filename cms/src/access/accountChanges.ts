import type { Core } from '@strapi/strapi';
import { recordLine } from '../auditLog/auditLog';
import { readSmtpUrl } from '../environment/settings';
import { quote } from '../shared/shortenTexts';
import { hasStarted } from '../strapi/server';
import { endSessions } from '../strapi/sessions';
import { endKnownBrowsers } from './knownBrowser';
import { sendMail } from './sendMail';

export interface Account {
  id: number;
  email: string;
  password: string | null;
  isActive: boolean;
  firstname: string | null;
  lastname: string | null;
  roles?: { name: string }[];
}

interface AccountData {
  email?: string;
  password?: string;
  isActive?: boolean;
  resetPasswordToken?: null;
  resetPasswordTokenExpiresAt?: null;
}

/** An update of an account, as Strapi's database layer reports it before and after. */
interface AccountUpdate {
  params: { where?: object; data?: AccountData };
  /** The account afterwards, with its roles where they were changed. */
  result?: Account | null;
  /** Passed on from before to after. */
  state: { before?: Account | null };
}

const REPORTED_FIELDS = [
  ['email', 'e-mail address'],
  ['password', 'password'],
] as const;

const rolesOf = ({ roles = [] }: Account) =>
  roles
    .map(({ name }) => quote(name))
    .sort()
    .join(' and ');

/** Describes what was changed of an account, in one line each. */
export function describeChanges(before: Account, after: Account): string[] {
  const { email } = before;
  const changes = [
    ['e-mail address', email, after.email],
    ['role', rolesOf(before), rolesOf(after)],
  ]
    .filter(([, was, is]) => was !== is)
    .map(([label, was, is]) => `changed the ${label} of ${email} from ${was} to ${is}`);
  // Without the names, which the user can change again and again: each would be another line.
  if (before.firstname !== after.firstname || before.lastname !== after.lastname)
    changes.push(`changed the name of ${email}`);
  if (before.password !== after.password)
    changes.push(`${before.password ? 'changed' : 'set'} the password of ${email}`);
  if (before.isActive !== after.isActive)
    changes.push(`${after.isActive ? 'activated' : 'blocked'} the account ${email}`);
  return changes;
}

/** Tells the user of an account, at the address that it had before, what was changed. */
function mailChange(strapi: Core.Strapi, before: Account, changed: string[]): Promise<boolean> {
  const verb = changed.length > 1 ? 'were' : 'was';
  return sendMail(strapi, 'about a changed account', () => ({
    to: before.email,
    subject: `Your ${changed.join(' and your ')} for the website ${verb} changed`,
    text: `The ${changed.join(' and the ')} of your account for the website's admin ${verb} changed just now.

If you know about this, there is nothing to do. If not, tell whoever looks after the site at once.
`,
  }));
}

/**
 * Ends what an account's email, password or activation has allowed, however it is changed: links to choose a password, and
 * sessions, with which previews end. Strapi ends sessions only when the own password is changed or an account is deleted. If
 * the CMS sends e-mail, the user is told at the previous address. The audit log gets each change.
 */
export function followAccountChanges(strapi: Core.Strapi): void {
  strapi.db.lifecycles.subscribe({
    models: ['admin::user'],
    async afterCreate({ result }: Pick<AccountUpdate, 'result'>) {
      // The start itself creates the first ones.
      if (!result || !hasStarted(strapi)) return;
      // The address may have been that of another account.
      await endKnownBrowsers(strapi, result.email);
      await recordLine(strapi, `created the account ${result.email} with the role ${rolesOf(result)}`);
    },
    async afterDelete({ result }: Pick<AccountUpdate, 'result'>) {
      if (result) await recordLine(strapi, `deleted the account ${result.email}`);
    },
    async beforeUpdate({ params: { where, data = {} }, state }: AccountUpdate) {
      state.before = await strapi.db.query('admin::user').findOne({ where, populate: ['roles'] });
      // In the same statement, so that no link outlives the change.
      if (data.password !== undefined || (data.email !== undefined && data.email !== state.before?.email))
        Object.assign(data, { resetPasswordToken: null, resetPasswordTokenExpiresAt: null });
    },
    async afterUpdate({ params: { data = {} }, result, state: { before } }: AccountUpdate) {
      if (!before) return;
      if (data.password !== undefined || data.isActive === false) await endSessions(strapi, before.id);
      if (data.email !== undefined && data.email !== before.email) await endKnownBrowsers(strapi, data.email);
      for (const line of describeChanges(before, { ...before, ...result })) await recordLine(strapi, line);
      const changed = REPORTED_FIELDS.filter(
        // The first password of an account replaces none.
        ([name]) => data[name] !== undefined && before[name] && data[name] !== before[name],
      ).map(([, label]) => label);
      // Not awaited: the change is made, and a mail server can be slow.
      if (changed.length && readSmtpUrl()) void mailChange(strapi, before, changed);
    },
  });
}
