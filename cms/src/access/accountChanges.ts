import type { Core } from '@strapi/strapi';
import { readSmtpUrl } from '../environment/settings';
import { endSessions } from '../strapi/sessions';
import { sendMail } from './sendMail';

interface Account {
  id: number;
  email: string;
  password: string | null;
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
  /** Passed on from before to after. */
  state: { before?: Account | null };
}

const REPORTED_FIELDS = [
  ['email', 'e-mail address'],
  ['password', 'password'],
] as const;

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
 * the CMS sends e-mail, the user is told at the previous address.
 */
export function followAccountChanges(strapi: Core.Strapi): void {
  strapi.db.lifecycles.subscribe({
    models: ['admin::user'],
    async beforeUpdate({ params: { where, data }, state }: AccountUpdate) {
      if (data?.email === undefined && data?.password === undefined && data?.isActive !== false) return;
      state.before = await strapi.db.query('admin::user').findOne({ where });
      // In the same statement, so that no link outlives the change.
      if (data.password !== undefined || (data.email !== undefined && data.email !== state.before?.email))
        Object.assign(data, { resetPasswordToken: null, resetPasswordTokenExpiresAt: null });
    },
    async afterUpdate({ params: { data = {} }, state: { before } }: AccountUpdate) {
      if (!before) return;
      if (data.password !== undefined || data.isActive === false) await endSessions(strapi, before.id);
      const changed = REPORTED_FIELDS.filter(
        // The first password of an account replaces none.
        ([name]) => data[name] !== undefined && before[name] && data[name] !== before[name],
      ).map(([, label]) => label);
      // Not awaited: the change is made, and a mail server can be slow.
      if (changed.length && readSmtpUrl()) void mailChange(strapi, before, changed);
    },
  });
}
