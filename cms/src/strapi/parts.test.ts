import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { PARTS as ADMIN_PARTS } from '../admin/strapi/parts';
import { applyConvenience, PARTS, requireParts } from './parts';

const ROOT = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The files of a folder without its tests and without the list of parts. */
const listFiles = (folder: string) =>
  readdirSync(join(ROOT, folder)).filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== 'parts.ts');

/** What a file exports that is not only a type. */
const listExports = (text: string): string[] => [
  ...[...text.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(([, name = '']) => name),
  ...[...text.matchAll(/^export const \{ (\w+) \}/gm)].map(([, name = '']) => name),
];

const DOORS = [
  ['cms/src/strapi', PARTS, /^tests\/strapi\/(?!admin)/],
  ['cms/src/admin/strapi', ADMIN_PARTS, /^tests\/strapi\/admin/],
] as const;

/** What the files export beside the functions that rely on Strapi: values of the project, and what two of them share. */
const OTHER_EXPORTS = [
  'INTERNAL_TABLES',
  'formStyles',
  'phoneStyles',
  'hidingStyles',
  'markPage',
  'createFormError',
];

test.each(DOORS)('%s lists what each of its functions relies on, and nothing else', (folder, parts) => {
  const names = listFiles(folder)
    .flatMap((file) => listExports(read(`${folder}/${file}`)))
    // A function that creates the component of this name.
    .map((name) => (name === 'createEntryUploadWait' ? 'WaitBeforeEntryUpload' : name))
    .filter((name) => !OTHER_EXPORTS.includes(name));
  expect(names.sort()).toEqual(Object.keys(parts).sort());
});

test.each(DOORS)('the contract of %s has a test for each function', (_folder, parts, tests) => {
  const files = readdirSync(join(ROOT, 'tests/strapi')).map((file) => `tests/strapi/${file}`);
  const text = files
    .filter((file) => tests.test(file))
    .map(read)
    .join('');
  // Their titles, and in the browser also what names each expectation.
  const texts = text.match(/'[^'\n]*'|`[^`\n]*`/g)?.join(' ') ?? '';
  const missing = Object.keys(parts).filter((name) => !new RegExp(`\\b${name}\\b`).test(texts));
  expect(missing).toEqual([]);
});

test('docs/strapi.md names functions of these lists', () => {
  // The rows of its table, and the functions that a request would remove.
  const texts = read('docs/strapi.md').match(/^\| `.*|\bRemoves .*/gm) ?? [];
  const names = texts.flatMap((text) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(names.length).toBeGreaterThan(20);
  const parts = DOORS.flatMap(([, list]) => Object.keys(list));
  expect(names.filter((name) => name !== '_status' && !parts.includes(name ?? ''))).toEqual([]);
});

/** What is written in the code of the CMS where it uses something of Strapi that no document promises. */
const UNDOCUMENTED =
  /strapi\.get\(|sessionManager|queryBuilder|getConnection|db\.connection|\.service\('(?:admin|plugin)::|strapi\.admin\b|strapi\.server\b|strapi\.middleware\(|updateComponents|'(?:admin_users|strapi_\w+)'|@strapi\/database|adminApi|future-global|registerHook|addRBACMiddleware|localStorage|setMutationDefaults/;

test('no other file of the CMS uses what Strapi does not document', () => {
  const files = readdirSync(join(ROOT, 'cms/src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !/^(?:admin\/)?strapi\//.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => UNDOCUMENTED.test(read(`cms/src/${file}`)))).toEqual([]);
});

test('the start ends with a sentence about a guard that this version of Strapi lacks', () => {
  const strapi = fakeStrapi({ server: {} });
  expect(() => requireParts(strapi)).toThrow(
    'this version of Strapi lacks what addAdminRoute relies on: strapi.server.routes with the type admin',
  );
});

test('a convenience that this version of Strapi lacks is left out with one log line', async () => {
  const warn = vi.fn();
  await applyConvenience(fakeStrapi({ log: { warn } }), 'configureForm', async () => {
    throw new TypeError('no service');
  });
  expect(warn).toHaveBeenCalledExactlyOnceWith('configureForm is left out (no service): docs/strapi.md.');
});
