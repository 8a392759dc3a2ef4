export default [
  'strapi::errors',
  'strapi::security',
  { name: 'strapi::cors', config: { origin: [] } },
  'global::no-password-mail',
  'strapi::query',
  'strapi::body',
  'strapi::favicon',
  'strapi::public',
];
