// Deletes from node_modules all packages that the running CMS can't load. Strapi's packages also depend on
// bundlers and on the packages of the admin, which is built in advance: three quarters of all files, which no
// server code requires.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = process.cwd();
/** Packages that the server's code requires only to build the admin or to generate code. */
const BUILD_PACKAGES = ['@strapi/generators', 'prettier', 'vite', 'webpack'];
const isPackage = (/** @type {string} */ folder) => existsSync(join(folder, 'package.json'));

/** @returns {string[]} the paths of the files in a folder, without its node_modules */
function listFiles(/** @type {string} */ folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : listFiles(path);
  });
}

/** @returns {string[]} the folders of all packages in a folder's node_modules, including nested ones */
function listPackages(/** @type {string} */ folder) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((scoped) => join(name, scoped)) : [name],
    )
    .map((name) => join(modules, name))
    .filter(isPackage)
    .flatMap((path) => [path, ...listPackages(path)]);
}

/**
 * @returns {string | undefined} the folder of a package, resolved by name from another package's folder as
 * Node does
 */
function resolvePackage(/** @type {string} */ folder, /** @type {string} */ name) {
  for (let from = folder; from.startsWith(ROOT); from = dirname(from)) {
    const path = join(from, 'node_modules', name);
    if (isPackage(path)) return path;
  }
}

/** @returns {string[]} the names of the packages that a package may load */
function listDependencies(/** @type {string} */ folder) {
  const { name, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (folder === ROOT) return Object.keys(manifest.dependencies);
  const names = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });
  if (!name.startsWith('@strapi/')) return names.filter((dependency) => !dependency.startsWith('@types/'));
  const code = listFiles(folder)
    .filter((path) => path.endsWith('.js') && !path.includes('/dist/admin/'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  // The code contains no literal name of a provider: it is concatenated at run time.
  return names.filter(
    (dependency) =>
      dependency.startsWith('@strapi/provider-') ||
      [`'${dependency}'`, `'${dependency}/`].some((text) => code.includes(text)),
  );
}

const kept = new Set([ROOT]);
// The loop also visits the folders that it adds to the set.
for (const folder of kept)
  for (const name of listDependencies(folder)) {
    const path = BUILD_PACKAGES.includes(name) ? undefined : resolvePackage(folder, name);
    if (path) kept.add(path);
  }
// Deletes files, not whole folders, because a removed package may contain a nested one that is kept.
const removed = listPackages(ROOT).filter((path) => !kept.has(path));
for (const path of removed.flatMap(listFiles)) rmSync(path);
console.log(`${kept.size - 1} packages kept, ${removed.length} removed`);
