import { createHash } from 'node:crypto';
import { FILTER_RULES } from '../src/components/filterRules.ts';
import { FOCAL_RULES } from '../src/components/focalRules.ts';
import type { PageAssets } from '../src/entry-server.tsx';
import type { Settings } from './settings.ts';

/** Returns the source by which a policy allows exactly this text. */
const toHashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Creates the security headers, which every response has. */
export function createSecurityHeaders(
  { styles }: Pick<PageAssets, 'styles'>,
  { adminUrl }: Pick<Settings, 'adminUrl'>,
): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${[styles, FILTER_RULES, FOCAL_RULES].map(toHashSource).join(' ')}`,
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      'frame-src https://www.openstreetmap.org',
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${adminUrl.origin}`,
    ].join('; '),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
}
