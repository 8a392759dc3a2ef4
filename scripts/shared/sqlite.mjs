import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from './command.mjs';

/**
 * better-sqlite3 13, on which the CMS depends, contains its binaries and needs Node 22. On Node 20, version 12 takes its place
 * (`cms/node20`), which is compiled here. It is not used on newer versions: it aborts on Node 24.19 and later (nodejs/node#65446).
 */
export const NEEDS_SQLITE_12 = Number.parseInt(process.versions.node, 10) < 22;

/** The folder in which Node is installed, with its headers. */
export const NODE_FOLDER = process.env.npm_config_nodedir ?? dirname(dirname(process.execPath));

/**
 * Checks that better-sqlite3 12 can be compiled, before it is downloaded.
 * @throws {UserError} when a program or Node's headers are missing
 */
export function requireCompiler() {
  const { env, platform } = process;
  // The compiler that make calls, such as "ccache g++".
  const [compiler = ''] = (env.CXX || (platform === 'darwin' ? 'c++' : 'g++')).split(' ');
  const headers = join(NODE_FOLDER, 'include', 'node', 'node.h');
  const missing = [
    ...['python3', 'make', compiler].filter((program) => !isWorking(program)),
    ...(existsSync(headers) ? [] : [`Node's headers (${headers})`]),
  ];
  if (missing.length)
    throw new UserError(
      `On Node 20 the SQLite driver is compiled, and ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing. Use Node 22 or newer, which needs no compiler, or install what is missing: on Debian "apt-get install python3 make g++", on macOS "xcode-select --install"; Node's own archives (nodejs.org) contain its headers, Debian has them in libnode-dev.`,
    );
}

/** On macOS, a program may exist and only print how to install it. */
function isWorking(/** @type {string} */ program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Makes better-sqlite3 12 the package that Knex finds by the name "better-sqlite3".
 * @param {string} cmsFolder
 */
export function linkSqlite12(cmsFolder) {
  const link = join(cmsFolder, 'node_modules', 'better-sqlite3');
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  rmSync(link, { recursive: true, force: true });
  symlinkSync(join('..', 'node20', 'node_modules', 'better-sqlite3'), link);
}
