import { randomInt } from 'node:crypto';

const CODES = 1_000_000;
const LIFETIME_MS = 10 * 60 * 1000;
const MAX_TRIES = 5;

interface OpenCode {
  code: string;
  /** In milliseconds of `now()`. */
  expiresAt: number;
  tries: number;
}

/** The codes that were mailed and not used yet, in the memory of this process: no backup contains them. */
export class SignInCodes {
  /** By what a code is bound to. */
  private readonly open = new Map<string, OpenCode>();

  /** @param now a monotonic clock in milliseconds, which nobody sets */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Returns a code of six digits, which works for ten minutes from now. It is the same as long as one is open, because a phone may
   * load the sign-in again while its user reads the mail.
   * @param key what the code is bound to
   */
  issue(key: string): string {
    for (const [other, { expiresAt }] of this.open) if (expiresAt <= this.now()) this.open.delete(other);
    const { code, tries } = this.open.get(key) ?? {
      code: String(randomInt(CODES)).padStart(String(CODES - 1).length, '0'),
      tries: 0,
    };
    this.open.set(key, { code, tries, expiresAt: this.now() + LIFETIME_MS });
    return code;
  }

  /** Uses a code up if it is right; the fifth wrong one ends the code. */
  redeem(key: string, code: string): 'right' | 'wrong' | 'none' {
    const open = this.open.get(key);
    if (!open || open.expiresAt <= this.now()) return 'none';
    open.tries += 1;
    const isRight = open.code === code;
    if (isRight || open.tries >= MAX_TRIES) this.open.delete(key);
    return isRight ? 'right' : 'wrong';
  }
}
