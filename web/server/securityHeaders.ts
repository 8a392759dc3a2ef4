import { createHash } from 'node:crypto';
import type { Settings } from './settings.ts';

/**
 * Creates the Content-Security-Policy of a response.
 * @param styles the text of the document's `<style>`
 */
export function createContentSecurityPolicy({ adminUrl }: Pick<Settings, 'adminUrl'>, styles = ''): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    'frame-src https://www.openstreetmap.org',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${adminUrl.origin}`,
  ].join('; ');
}

/** Creates the security headers, which every response has. */
export const createSecurityHeaders = (settings: Pick<Settings, 'adminUrl'>): Record<string, string> => ({
  'content-security-policy': createContentSecurityPolicy(settings),
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
});
