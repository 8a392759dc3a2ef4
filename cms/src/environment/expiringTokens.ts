import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isInFuture } from './clock';
import { readSecrets } from './secrets';

/** The expiry in milliseconds since 1970, and the signature of the expiry and the subject. */
const TOKEN = /^(\d{13})\.[\w-]{43}$/;

/** Creates and verifies signed, expiring tokens. A token is valid for one purpose and one subject. */
export class ExpiringTokens {
  private key: Buffer | undefined;

  constructor(
    private readonly purpose: string,
    private readonly lifetimeMs: number,
  ) {}

  /** Creates a token for a subject. */
  create(subject = ''): string {
    return this.sign(String(Date.now() + this.lifetimeMs), subject);
  }

  /** Whether a token was created by this CMS for this subject and has not expired. */
  isValid(token: unknown, subject = ''): boolean {
    if (typeof token !== 'string') return false;
    const expiry = TOKEN.exec(token)?.[1];
    if (expiry === undefined || Number(expiry) <= Date.now()) return false;
    // Created while the clock was ahead.
    if (isInFuture(Number(expiry) - this.lifetimeMs)) return false;
    return timingSafeEqual(Buffer.from(token), Buffer.from(this.sign(expiry, subject)));
  }

  private sign(expiry: string, subject: string): string {
    this.key ??= Buffer.from(hkdfSync('sha256', readSecrets().adminJwt, '', this.purpose, 32));
    const signature = createHmac('sha256', this.key).update(`${expiry}${subject}`).digest('base64url');
    return `${expiry}.${signature}`;
  }
}
