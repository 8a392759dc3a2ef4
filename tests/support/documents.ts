import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/shared/project.mjs';

export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Runs a program in the folder of the repository, and returns what it prints. */
export const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });

/** The files of the repository, also those that are not committed yet. */
export const FILES = run('git', 'ls-files', '--cached', '--others', '--exclude-standard')
  .split('\n')
  .filter((path) => path && existsSync(join(ROOT, path)));

/** All documents but the changelog, which is about former versions, too. */
export const DOCUMENTS = FILES.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');
