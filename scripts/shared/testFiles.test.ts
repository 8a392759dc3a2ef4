import { expect, test } from 'vitest';
import { findTestFiles } from './testFiles.mjs';

/** Finds test files as `npm test -- NAME` does, relative to `tests/`. */
const find = (name: string) =>
  findTestFiles(name).map((pattern) =>
    pattern
      .replace(/^.*\/tests\//, '')
      .replaceAll('\\', '')
      .replace('$', ''),
  );

test('npm test finds the test files of a folder', () => {
  expect(find('reach').sort()).toEqual(['reach/http.spec.ts', 'reach/searchEngines.spec.ts']);
  expect(find('./tests/reach/').sort()).toEqual(find('reach').sort());
  expect(find('owner')).toContain('owner/admin.spec.ts');
});

test('npm test finds one test file by its name or path', () => {
  for (const name of ['http', 'http.spec.ts', 'reach/http', 'tests/reach/http.spec.ts'])
    expect(find(name), name).toEqual(['reach/http.spec.ts']);
});

test('npm test rejects a name that no test file has, and lists the folders', () => {
  for (const name of ['ttp', 'compose', '', '../web'])
    expect(() => findTestFiles(name), name).toThrow(
      `tests/ has no folder or test file "${name}". Name a folder (content, operations, owner, pages, reach, security) or one of its files.`,
    );
});
