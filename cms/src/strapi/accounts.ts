import type { Core } from '@strapi/strapi';

interface NewAccount {
  email: string;
  firstname: string;
  /** Without a password nobody can sign in to the account, until its user has chosen one. */
  password: string | undefined;
  roleId: number;
}

/** Creates an active account of the admin. */
export async function createAccount(
  strapi: Core.Strapi,
  { email, firstname, password, roleId }: NewAccount,
): Promise<void> {
  await strapi.service('admin::user').create({
    email,
    firstname,
    // Strapi would hash `undefined` too.
    ...(password !== undefined && { password }),
    isActive: true,
    registrationToken: null,
    roles: [roleId],
  });
}

/** Returns the id of the role that may do everything. */
export const findAdministratorRole = async (strapi: Core.Strapi): Promise<number> =>
  (await strapi.service('admin::role').getSuperAdmin()).id;

/** Whether a text is the password with this hash. */
export const isRightPassword = (strapi: Core.Strapi, password: string, hash: string): Promise<boolean> =>
  strapi.service('admin::auth').validatePassword(password, hash);

/** Hashes a password, which takes as long as `isRightPassword`. */
export const hashPassword = (strapi: Core.Strapi, password: string): Promise<string> =>
  strapi.service('admin::auth').hashPassword(password);

/** Whether an error is the answer to a sign-in with a wrong email or password. */
export const isWrongCredentials = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Invalid credentials';

/** Whether an error is the answer to a password link that was used or is too old; its subclasses are those of the form's fields. */
export const isUsedLink = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ApplicationError';
