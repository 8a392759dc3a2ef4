import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(__dirname, '../..');
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

/** What the files of a folder must not import, and what they may. */
const RULES: Record<string, { forbidden: string[]; allowed?: string[] }> = {
  environment: { forbidden: ['../strapi/rows'], allowed: ['../shared/isRecord'] },
  strapi: { forbidden: ['../content/entryContent'], allowed: ['../environment/settings'] },
  validation: { forbidden: ['../site/entryContent'], allowed: ['../strapi/entries'] },
  site: { forbidden: ['../menu/readMenu'], allowed: ['../permissions/entryPermissions'] },
  seed: { forbidden: ['../menu/readMenu'], allowed: ['../site/storedPlans'] },
  menu: { forbidden: ['../today/describeToday'], allowed: ['../site/planChange'] },
  warnings: { forbidden: ['../backups/folders'], allowed: ['../menu/items', '../doctor/dataChecks'] },
  notifications: { forbidden: ['../access/signIns'], allowed: ['../access/sendMail'] },
  access: { forbidden: ['../backups/restore'], allowed: ['../../config/database'] },
  backups: { forbidden: ['../offsite/offsiteStatus'], allowed: ['../strapi/databaseFile'] },
  offsite: { forbidden: ['../site/readVersions'], allowed: ['../backups/folders'] },
  'admin/strapi': { forbidden: ['../menu/menuStyles'], allowed: ['../../shared/content/contentTypes'] },
  'admin/menu': { forbidden: ['../../menu/readMenu'], allowed: ['../../menu/menuAnswers'] },
};
const list = (rule: 'forbidden' | 'allowed') =>
  Object.entries(RULES).flatMap(([name, rules]) =>
    (rules[rule] ?? []).map((specifier) => [name, specifier] as const),
  );
const [FORBIDDEN, ALLOWED] = [list('forbidden'), list('allowed')];

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
