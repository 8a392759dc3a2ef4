import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { readSecrets } from './secrets';

/** The header with which a read asks for drafts. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';

const LIFETIME_MS = 60 * 60 * 1000;
/** When it ends, in milliseconds since 1970, and the signature of that. */
const TOKEN = /^(\d{13})\.[\w-]{43}$/;

let key: Buffer | undefined;

function sign(expiry: string): string {
  key ??= Buffer.from(hkdfSync('sha256', readSecrets().adminJwt, '', 'preview token', 32));
  return `${expiry}.${createHmac('sha256', key).update(expiry).digest('base64url')}`;
}

/** A token that lets its bearer read drafts for an hour. */
export const newPreviewToken = (): string => sign(String(Date.now() + LIFETIME_MS));

/** Whether a token is one of ours that has not expired yet. */
export function isPreviewToken(token: unknown): boolean {
  if (typeof token !== 'string') return false;
  const expiry = TOKEN.exec(token)?.[1];
  if (expiry === undefined || Number(expiry) <= Date.now()) return false;
  return timingSafeEqual(Buffer.from(token), Buffer.from(sign(expiry)));
}
