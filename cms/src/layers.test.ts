import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(__dirname, '../..');
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

const FORBIDDEN = [
  ['environment', '../strapi/rows'],
  ['environment', '../menu/readMenu'],
  ['strapi', '../content/entryContent'],
  ['strapi', '../menu/readMenu'],
  ['auditLog', '../versions/storedVersions'],
  ['content', '../auditLog/auditLog'],
  ['content', '../publishing/publishBesideDraft'],
  ['content', '../versions/readVersions'],
  ['permissions', '../versions/storedVersions'],
  ['validation', '../permissions/entryPermissions'],
  ['publishing', '../dishes/dishes'],
  ['publishing', '../versions/recordVersions'],
  ['dishes', '../versions/readVersions'],
  ['dishes', '../menu/readMenu'],
  ['dishes', '../drinks/drinkKeys'],
  ['drinks', '../menu/readMenu'],
  ['versions', '../menu/readMenu'],
  ['versions', '../conflicts/conflict'],
  ['conflicts', '../versions/readVersions'],
  ['seed', '../menu/readMenu'],
  ['schedule', '../menu/readMenu'],
  ['versions', '../schedule/storedChanges'],
  ['menu', '../today/replaceDay'],
  ['today', '../menu/readMenu'],
  ['preview', '../seed/seed'],
  ['warnings', '../backups/folders'],
  ['access', '../backups/restore'],
  ['backups', '../content/entryContent'],
  ['backups', '../offsite/offsiteStatus'],
  ['offsite', '../versions/readVersions'],
  ['doctor', '../access/firstAccounts'],
  ['metrics', '../warnings/listWarnings'],
  ['updates', '../seed/seed'],
  ['admin/strapi', '../menu/menuStyles'],
  ['admin/strapi', '../../menu/menuAnswers'],
  ['admin/menu', '../../menu/readMenu'],
  ['admin/today', '../../today/replaceDay'],
  ['admin/components', '../../environment/settings'],
] as const;

const ALLOWED = [
  ['environment', '../shared/isRecord'],
  ['strapi', '../environment/settings'],
  ['content', '../strapi/entries'],
  ['publishing', '../content/entryContent'],
  ['dishes', '../publishing/publishBesideDraft'],
  ['auditLog', '../strapi/rows'],
  ['versions', '../auditLog/accountName'],
  ['versions', '../permissions/entryPermissions'],
  ['schedule', '../versions/recordVersions'],
  ['menu', '../schedule/schedule'],
  ['seed', '../drinks/drinkKeys'],
  ['menu', '../drinks/drinkKeys'],
  ['menu', '../versions/readVersions'],
  ['warnings', '../menu/newDishes'],
  ['warnings', '../doctor/dataChecks'],
  ['access', '../backups/stagedRestore'],
  ['access', '../../config/database'],
  ['backups', '../strapi/databaseFile'],
  ['backups', '../auditLog/auditLog'],
  ['backups', '../../config/database'],
  ['offsite', '../backups/folders'],
  ['admin/strapi', '../../shared/content/contentTypes'],
  ['admin/menu', '../../menu/menuAnswers'],
  ['admin/menu', '../components/styles'],
  ['admin/menu', '../strapi/requests'],
] as const;

const IMPORTS = [...FORBIDDEN, ...ALLOWED];
const fileOf = (index: number, folder: string) => `cms/src/${folder}/layer${index}.ts`;

let folder = '';
let output = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of ['biome.jsonc', 'cms/biome.jsonc']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, file));
  }
  for (const [index, [name, specifier]] of IMPORTS.entries())
    write(fileOf(index, name), `import ${JSON.stringify(specifier)};\n`);
  write('cms/src/menu/circle1.ts', "import { b } from './circle2';\nexport const a = () => b;\n");
  write(
    'cms/src/menu/circle2.ts',
    "import type { a } from './circle1';\nexport const b = (value: typeof a) => value;\n",
  );
  const rules = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles'];
  const options = ['--vcs-enabled=false', ...rules, '--reporter=github', '--max-diagnostics=none'];
  const result = spawnSync(process.execPath, [BIOME, 'lint', ...options, 'cms'], {
    cwd: folder,
    encoding: 'utf8',
  });
  output = result.stdout + result.stderr;
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(FORBIDDEN.map((row, index) => [...row, index] as const))(
  '%s must not import %s',
  (name, _specifier, index) => {
    expect(output).toContain(fileOf(index, name));
  },
);

test.each(ALLOWED.map((row, index) => [...row, index + FORBIDDEN.length] as const))(
  '%s may import %s',
  (name, _specifier, index) => {
    expect(output).not.toContain(fileOf(index, name));
  },
);

test('two files must not import each other, not even their types', () => {
  expect(output).toContain('cms/src/menu/circle1.ts');
});
