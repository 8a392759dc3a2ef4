import { LARGEST } from '../src/photographs';

export default [
  'strapi::errors',
  'global::impossible-values',
  'strapi::security',
  { name: 'strapi::cors', config: { origin: [] } },
  'global::no-password-mail',
  'global::no-ai',
  'strapi::query',
  'global::upload-limit',
  // For an upload that does not say how long it is.
  { name: 'strapi::body', config: { formidable: { maxFileSize: LARGEST } } },
  'strapi::favicon',
  'strapi::public',
];
