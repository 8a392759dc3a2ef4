import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../tests/support/documents.ts';
import { ROOT } from './shared/project.mjs';

const PROMISES = 'tests/promises.md';
const MAX_LINES = 100;

/** A row of the table with a promise; a row in bold is the heading of a group. */
const ROW = /^\| (?!promise \||---|\*\*)/;
/** The last cell of a row: a test file in backquotes, and after it a title in curly quotes. */
const TEST = /\| `([^`]+)`: “(.+)” \|$/;

/**
 * Whether a file has a title as it is in the source, with its placeholders. So that no test has to be run or listed,
 * this differs from `documentedTests.test.ts`, which compares with the titles that Playwright lists.
 */
function hasTitle(file: string, title: string): boolean {
  const text = readText(file);
  return ["'", '"', '`'].some(
    // A title may end with a tag.
    (quote) => text.includes(quote + title + quote) || text.includes(`${quote}${title} @`),
  );
}

function findProblem(row: string): string | undefined {
  const [, file, title] = TEST.exec(row) ?? [];
  if (file === undefined || title === undefined) return 'has no test';
  if (!existsSync(join(ROOT, file))) return `${file} does not exist`;
  return hasTitle(file, title) ? undefined : `${file} has no test “${title}”`;
}

const lines = readText(PROMISES).trimEnd().split('\n');

test('each promise has a test that exists', () => {
  const rows = lines.flatMap((line, index) => (ROW.test(line) ? [{ line, number: index + 1 }] : []));
  expect(rows).not.toEqual([]);
  const problems = rows.flatMap(({ line, number }) => {
    const problem = findProblem(line);
    return problem === undefined ? [] : [`${PROMISES}:${number}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

test(`the promises fit on two screens: at most ${MAX_LINES} lines`, () => {
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
});
