import { errors } from '@strapi/utils';

/** Whether a value can be an email or a password; Postgres rejects a text with a NUL character. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('\0');

/**
 * Reads the email of a sign-in, in lowercase as Strapi compares it, and the password.
 * @throws ApplicationError when one of them is not a text: Strapi would read it from the query string, or
 *   answer 500
 */
export function readCredentials(body: unknown): { email: string; password: string } {
  const { email, password }: { email?: unknown; password?: unknown } = body ?? {};
  if (!isText(email) || !isText(password)) throw new errors.ApplicationError('Invalid credentials');
  return { email: email.toLowerCase(), password };
}
