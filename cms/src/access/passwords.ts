import { randomInt } from 'node:crypto';

export const MIN_PASSWORD_LENGTH = 12;
const GENERATED_LENGTH = 20;
// Without characters that look alike, such as l, 1 and I.
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

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

/** Generates a strong random password. */
export function generatePassword(): string {
  for (;;) {
    const characters = Array.from({ length: GENERATED_LENGTH }, () =>
      ALPHABET.charAt(randomInt(ALPHABET.length)),
    );
    const password = characters.join('');
    if (isStrong(password)) return password;
  }
}
