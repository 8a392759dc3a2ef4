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
  ['content/example.ts', '../routes.ts'],
  ['content/example.ts', '../../server/site.ts'],
  ['components/Example.tsx', 'swr'],
  ['components/Example.tsx', '../content/queries.ts'],
  ['components/Example.tsx', '../pages/Home.tsx'],
  ['pages/Example.tsx', '../content/parseResponses.ts'],
  ['pages/Example.tsx', '../routes.ts'],
  ['example.ts', '../server/site.ts'],
  // A change of this file would not make `npm start` build the site again.
  ['example.ts', `../../${CMS_FILE}`],
  ['components/Example.tsx', `../../../${CMS_FILE}`],
  ['../server/example.ts', `../../${CMS_FILE}`],
  [`${SHARED}/hours/example.ts`, 'node:net'],
  [`${SHARED}/hours/example.ts`, 'react'],
  [`${SHARED}/hours/example.ts`, '../../environment/settings'],
  [`${SHARED}/example.ts`, '../environment/settings'],
] as const;

/** What only Node has. */
const GLOBALS = ['process.exit()', "Buffer.from('')", 'undefined as NodeJS.Timeout | undefined'];

const ALLOWED = [
  ['content/example.ts', './pages.ts'],
  ['content/example.ts', 'swr'],
  ['components/Example.tsx', './Page.tsx'],
  ['components/Example.tsx', '../content/pages.ts'],
  ['components/Example.tsx', '../../../cms/src/shared/contact/telephone.ts'],
  ['pages/Example.tsx', '../content/useContent.ts'],
  ['example.ts', './pages/Home.tsx'],
  ['../server/example.ts', '../../cms/src/shared/hours/openingHours.ts'],
  [`${SHARED}/hours/example.ts`, '../contact/plainText'],
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
