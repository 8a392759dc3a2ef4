import { randomInt } from 'node:crypto';

/** The fewest characters of a password. */
export const PASSWORD_MINIMUM = 12;
const LENGTH = 20;
// Without the letters and digits that are taken for one another.
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Whether a password is long enough and has a small letter, a capital and a digit, as Strapi's own form wants it. */
export function isStrong(password: string): boolean {
  return password.length >= PASSWORD_MINIMUM && [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(password));
}

/** A strong password that nobody has had before. */
export function generatePassword(): string {
  for (;;) {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
    const password = characters.join('');
    if (isStrong(password)) return password;
  }
}
