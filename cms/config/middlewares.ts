export default [
  'strapi::errors',
  'strapi::security',
  { name: 'strapi::cors', config: { origin: [] } },
  'global::no-password-mail',
  'global::no-ai',
  'strapi::query',
  'strapi::body',
  'strapi::favicon',
  'strapi::public',
];
