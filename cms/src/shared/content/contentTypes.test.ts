import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  componentFields,
  contentTypes,
  fieldsOfRecord,
  findContentType,
  isRequiredEntry,
  previewPathOf,
} from './contentTypes';

const CMS = join(__dirname, '..', '..', '..');

interface Schema {
  attributes: Record<string, { type: string; maxLength?: number; component?: string }>;
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(CMS, ...path), 'utf8'));
const readSchema = (type: string): Schema =>
  readJson('src', 'api', type, 'content-types', type, 'schema.json');
const readSeed = (type: string): { documentId: string }[] => readJson('seed', 'words', `${type}.json`);

describe.each(Object.entries(contentTypes))(
  '%s',
  (type, { title, fields, otherFields, columns, records }) => {
    const schema = readSchema(type);
    const attributes = Object.keys(schema.attributes);

    test('has a label and a help text for each field that the owner can fill in', () => {
      const places = ['place', 'position'];
      expect(Object.keys({ ...fields, ...otherFields }).sort()).toEqual(
        attributes.filter((name) => !places.includes(name)).sort(),
      );
      for (const field of [fields, otherFields ?? {}, ...Object.values(records ?? {})].flatMap((some) =>
        Object.values(some),
      ))
        expect(field).toMatchObject({
          label: expect.stringMatching(/\S/),
          help: expect.stringMatching(/\S/),
        });
    });

    test('lists and titles only fields that it has', () => {
      expect(attributes).toEqual(expect.arrayContaining(title ? [title, ...columns] : columns));
    });

    test('has labels for the fields of its components', () => {
      for (const { component } of Object.values(schema.attributes)) {
        if (!component) continue;
        const { attributes } = readJson('src', 'components', `${component.replace('.', '/')}.json`);
        const visible = Object.keys(attributes).filter((name) => attributes[name]?.visible !== false);
        expect(Object.keys(componentFields[component] ?? {}).sort()).toEqual(visible.sort());
      }
    });

    test('limits no text to more than its schema does', () => {
      for (const [name, { max = 0 }] of [fields, ...Object.values(records ?? {})].flatMap(Object.entries))
        expect(max, name).toBeLessThanOrEqual(schema.attributes[name]?.maxLength ?? 0);
    });
  },
);

/** The seed has none of these: a new site shows no sample of a holiday, and states nothing about allergens. */
const UNSEEDED: Record<string, string[]> = {
  'contact-hours': ['specialDays'],
  'menu-main': ['allergenNote'],
};

test('shows exactly the fields that the seed fills, for each fixed record, and those that it leaves empty', () => {
  for (const [type, { kind, records }] of Object.entries(contentTypes)) {
    if (!records) continue;
    const fixed = readSeed(type).filter(({ documentId }) => kind === 'fixed' || documentId in records);
    const seeded = fixed.map(({ documentId, ...values }) => [
      documentId,
      [...Object.keys(values), ...(UNSEEDED[documentId] ?? [])].sort(),
    ]);
    const placing = kind === 'fixed' ? ['place', 'position'] : [];
    const shown = Object.entries(records).map(([id, visibleFields]) => [
      id,
      [...Object.keys(visibleFields), ...placing].sort(),
    ]);
    expect(shown, type).toEqual(seeded);
  }
});

test.each(['plugin::upload.file', 'homepage', 'constructor'])(
  'knows nothing about %j, which is not one of its types',
  (uid) => {
    expect(findContentType(uid)).toBeUndefined();
    expect(isRequiredEntry(uid, 'home-main')).toBe(false);
    expect(previewPathOf(uid)).toBeUndefined();
    expect(fieldsOfRecord(uid, 'home-main')).toBeUndefined();
  },
);

test('an entry of a type of drinks has the fields of a drink, and its record those of the heading', () => {
  const uid = 'api::menu-soft-drink.menu-soft-drink';
  expect(Object.keys(fieldsOfRecord(uid, 'menu-soft-drinks') ?? {})).toEqual(['subHeading']);
  for (const id of ['cola', undefined])
    expect(Object.keys(fieldsOfRecord(uid, id) ?? {})).toEqual(['drinkName']);
  expect(['menu-soft-drinks', 'cola'].map((id) => isRequiredEntry(uid, id))).toEqual([true, false]);
});

test('the preview of a type opens its page', () => {
  expect(previewPathOf('api::homepage.homepage')).toBe('/');
  expect(previewPathOf('api::menu-alcoholic-drink.menu-alcoholic-drink')).toBe('/menu');
  expect(previewPathOf('api::contactpage.contactpage')).toBe('/contact');
});
