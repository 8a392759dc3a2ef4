const MIN_PASSWORD_LENGTH = 12;

/** What a password needs, as the end of a sentence. */
export const PASSWORD_RULE = `use at least ${MIN_PASSWORD_LENGTH} characters with a lowercase letter, an uppercase letter and a digit.`;

/**
 * Whether a password is long enough and has a lowercase letter, an uppercase letter and a digit, as Strapi's
 * forms require.
 */
export function isStrong(password: string): boolean {
  return (
    password.length >= MIN_PASSWORD_LENGTH &&
    [/[a-z]/, /[A-Z]/, /\d/].every((characterClass) => characterClass.test(password))
  );
}
