import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { englishTranslations } from './englishTranslations';

test('every translation key that the admin overrides exists in Strapi', () => {
  const load = createRequire(__filename);
  const strapiKeys = [
    ['', 'admin/dist/admin/admin/src'],
    ['content-manager.', 'content-manager/dist/admin'],
    ['upload.', 'upload/dist/admin'],
  ].flatMap(([prefix, folder]) => {
    const english = load(`../../../node_modules/@strapi/${folder}/translations/en.json.js`);
    return Object.keys(english.default ?? english).map((key) => prefix + key);
  });
  // Strapi uses this key with a default text in its code and does not list it in its translations.
  strapiKeys.push('content-manager.plugin.name');
  expect(strapiKeys).toEqual(expect.arrayContaining(Object.keys(englishTranslations)));
});
