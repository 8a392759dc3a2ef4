/**
 * Builds the command line for npm: the npm that runs this script, or else the npm in PATH.
 * @param {string[]} args
 * @returns {string[]}
 */
export function npmCommand(...args) {
  const script = process.env.npm_execpath;
  // Other package managers set this variable to their own path.
  return script?.endsWith('npm-cli.js') ? [process.execPath, script, ...args] : ['npm', ...args];
}
