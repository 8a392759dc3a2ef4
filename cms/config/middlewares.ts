/**
 * What the admin needs, as tried in a browser, and nothing of Strapi's own servers; the preview adds the site to `frame-src`.
 * Text, because Strapi fills up lists that are shorter than its own.
 */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  // The admin writes its styles while it runs.
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
  'strapi::errors',
  'global::impossible-values',
  // Before all that takes time: a refusal must be cheap.
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
  'global::no-password-mail',
  'global::no-ai',
  'strapi::query',
  // Files are read elsewhere, once it is known who sends them: src/media/photographs.ts.
  { name: 'strapi::body', config: { multipart: false } },
  'strapi::favicon',
  'strapi::public',
];
