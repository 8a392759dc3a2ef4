import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
const BIOME = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
/** The shared folder, relative to web/src. */
const SHARED = join('..', packageJson.sharedFolder);

const CMS_FILE = 'cms/src/media/validateImage.ts';
const FORBIDDEN = [
  ...['../routes.ts', '../pages/Home.tsx', '../components/Page.tsx', '../../server/site.ts'].map(
    (specifier) => ['content/example.ts', specifier] as const,
  ),
  ...[
    ...['swr', 'swr/infinite', '../content/useContent.ts', '../content/fetchQuery.ts', '../prefetch.ts'],
    ...['../content/queries.ts', '../routes.ts', '../pages/Home.tsx', '../../server/site.ts'],
  ].map((specifier) => ['components/Example.tsx', specifier] as const),
  ...['swr', '../content/strapi.ts', '../content/fetchQuery.ts', '../routes.ts', '../../server/site.ts'].map(
    (specifier) => ['pages/Example.tsx', specifier] as const,
  ),
  ['example.ts', '../server/site.ts'],
  ['Example.tsx', '../server/site.ts'],
  // A change of this file would not make `npm start` build the site again.
  ['example.ts', `../../${CMS_FILE}`],
  ['pages/Example.tsx', `../../../${CMS_FILE}`],
  ['content/example.ts', `../../../${CMS_FILE}`],
  ['components/Example.tsx', `../../../${CMS_FILE}`],
  ['../server/example.ts', `../../${CMS_FILE}`],
  ...['node:net', 'fs', 'react', '../../environment/settings', '../../../config/server'].map(
    (specifier) => [`${SHARED}/hours/example.ts`, specifier] as const,
  ),
  ...['@strapi/strapi', '../environment/settings'].map(
    (specifier) => [`${SHARED}/example.ts`, specifier] as const,
  ),
] as const;

/** What only Node has. */
const GLOBALS = [
  'process.exit()',
  "Buffer.from('')",
  'setImmediate(() => undefined)',
  'undefined as NodeJS.Timeout | undefined',
];

const ALLOWED = [
  ['content/example.ts', './pages.ts'],
  ['content/example.ts', '../../../cms/src/shared/hours/openingHours.ts'],
  ['content/example.ts', 'swr'],
  ['content/example.ts', '../importWithRetry.ts'],
  ['components/Example.tsx', './Page.tsx'],
  ['components/Example.tsx', '../content/pages.ts'],
  ['components/Example.tsx', '../../../cms/src/shared/contact/telephone.ts'],
  ['components/Example.tsx', '../art/empty-plate.svg'],
  ['components/Example.tsx', '../importWithRetry.ts'],
  ['pages/Example.tsx', '../content/useContent.ts'],
  ['pages/Example.tsx', '../components/Page.tsx'],
  ['example.ts', './pages/Home.tsx'],
  ['example.ts', '../../cms/src/shared/hours/openingHours.ts'],
  ['pages/Example.tsx', '../../../cms/src/shared/hours/openingHours.ts'],
  ['../server/example.ts', '../../cms/src/shared/hours/openingHours.ts'],
  [`${SHARED}/hours/example.ts`, './hours'],
  [`${SHARED}/hours/example.ts`, '../contact/plainText'],
  [`${SHARED}/example.ts`, './requests/trustedProxies'],
  [`${SHARED}/hours/example.test.ts`, 'node:net'],
] as const;

const IMPORTS = [...FORBIDDEN, ...ALLOWED];
const fileOf = (index: number, file: string) => join('web/src', file.replace('ample', `ample${index}`));
const fileWithGlobal = (index: number) => join('web/src', SHARED, `requests/global${index}.ts`);

let folder = '';
let output = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  for (const file of ['biome.jsonc', 'cms/biome.jsonc']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, file));
  }
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [index, [file, specifier]] of IMPORTS.entries())
    write(fileOf(index, file), `import ${JSON.stringify(specifier)};\n`);
  for (const [index, expression] of GLOBALS.entries())
    write(fileWithGlobal(index), `export const value = ${expression};\n`);
  const rules = ['--only=style/noRestrictedImports', '--only=style/noRestrictedGlobals'];
  const options = ['--vcs-enabled=false', ...rules, '--reporter=github', '--max-diagnostics=none'];
  const args = [BIOME, 'lint', ...options, 'web', 'cms'];
  const result = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  output = result.stdout + result.stderr;
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(FORBIDDEN.map((row, index) => [...row, index] as const))(
  '%s must not import %s',
  (file, _specifier, index) => {
    expect(output).toContain(fileOf(index, file));
  },
);

test.each(GLOBALS.map((expression, index) => [expression, index] as const))(
  'the shared folder must not use %s',
  (_expression, index) => {
    expect(output).toContain(fileWithGlobal(index));
  },
);

test.each(ALLOWED.map((row, index) => [...row, index + FORBIDDEN.length] as const))(
  '%s may import %s',
  (file, _specifier, index) => {
    expect(output).not.toContain(fileOf(index, file));
  },
);
