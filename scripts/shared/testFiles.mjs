import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './command.mjs';
import { ROOT } from './settings.mjs';

const TESTS = join(ROOT, 'tests');

/**
 * Finds the test files of a folder or file in `tests/`, named as "owner", "owner/admin", "admin.spec.ts" or "tests/owner".
 * @param {string} name
 * @returns {string[]} the absolute path of each file, as a regular expression for Playwright
 * @throws {UserError} when no test file has that name
 */
export function findTestFiles(name) {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.spec.ts'),
  );
  const wanted = name.replace(/^(\.\/)?(tests\/)?/, '').replace(/(\/|\.spec\.ts)$/, '');
  const inFolder = files.filter((file) => file.startsWith(`${wanted}/`));
  const found = inFolder.length
    ? inFolder
    : files.filter((file) => `/${file}`.endsWith(`/${wanted}.spec.ts`));
  if (found.length === 0) {
    const folders = [...new Set(files.map((file) => file.split('/')[0]))].sort();
    throw new UserError(
      `tests/ has no folder or test file "${name}". Name a folder (${folders.join(', ')}) or one of its files.`,
    );
  }
  return found.map((file) => `^${join(TESTS, file).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}
