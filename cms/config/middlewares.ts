import { MAX_BODY_BYTES } from '../src/middlewares/body-limits';

/**
 * The Content-Security-Policy of the admin: what it needs, without Strapi's servers. The preview adds the
 * site to `frame-src`. Strings, because Strapi merges arrays with its own defaults.
 */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  // The admin inserts its styles at run time.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': null,
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

export default [
  'global::metrics',
  'strapi::errors',
  'global::storage-errors',
  'global::record-site-requests',
  // Before everything that uses the client's address.
  'global::forwarded-headers',
  'global::body-limits',
  'global::invalid-query-values',
  // Before everything that takes time, because rejecting a query must be cheap.
  'global::query-limit',
  {
    name: 'strapi::security',
    config: {
      contentSecurityPolicy: { useDefaults: false, directives },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
    },
  },
  { name: 'strapi::cors', config: { origin: [] } },
  'global::no-ai',
  'global::conditional-requests',
  'strapi::query',
  // Uploads are parsed after authentication: src/media/validateUploads.ts.
  { name: 'strapi::body', config: { multipart: false, jsonLimit: MAX_BODY_BYTES } },
  'strapi::favicon',
  'strapi::public',
];
