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
  // Strapi uses these keys with default texts in its code and does not list them in its translations.
  strapiKeys.push('content-manager.plugin.name', 'upload.form.input.label.folder-location-default-label');
  expect(strapiKeys).toEqual(expect.arrayContaining(Object.keys(englishTranslations)));
});
