// Leaves in node_modules what the serving CMS can load. Strapi's packages depend on all that their part of the admin is made of,
// which is built ahead, and on bundlers: three quarters of all files, which no code of the server names.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = process.cwd();
/** What the server's code names, but loads only to build or to write code. */
const NEVER_SERVING = ['@strapi/generators', 'prettier', 'vite', 'webpack'];
const isPackage = (/** @type {string} */ folder) => existsSync(join(folder, 'package.json'));

/** @returns {string[]} the files of a folder, without those of the packages in its node_modules */
function listFiles(/** @type {string} */ folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : listFiles(path);
  });
}

/** @returns {string[]} the folders of all packages in the node_modules of a folder, and in theirs */
function listPackages(/** @type {string} */ folder) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((own) => join(name, own)) : [name],
    )
    .map((name) => join(modules, name))
    .filter(isPackage)
    .flatMap((path) => [path, ...listPackages(path)]);
}

/** @returns {string | undefined} the folder from which a package gets another */
function resolvePackage(/** @type {string} */ folder, /** @type {string} */ name) {
  for (let from = folder; from.startsWith(ROOT); from = dirname(from)) {
    const path = join(from, 'node_modules', name);
    if (isPackage(path)) return path;
  }
}

/** @returns {string[]} the names of what a package may load */
function listNeeds(/** @type {string} */ folder) {
  const { name, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (folder === ROOT) return Object.keys(manifest.dependencies);
  const needs = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });
  if (!name.startsWith('@strapi/')) return needs.filter((need) => !need.startsWith('@types/'));
  const code = listFiles(folder)
    .filter((path) => path.endsWith('.js') && !path.includes('/dist/admin/'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  // A provider's name is put together when it is loaded.
  return needs.filter(
    (need) =>
      need.startsWith('@strapi/provider-') || [`'${need}'`, `'${need}/`].some((text) => code.includes(text)),
  );
}

const kept = new Set([ROOT]);
// A set that grows while it is gone through is gone through to its end.
for (const folder of kept)
  for (const name of listNeeds(folder)) {
    const path = NEVER_SERVING.includes(name) ? undefined : resolvePackage(folder, name);
    if (path) kept.add(path);
  }
// A package inside one that goes may stay: only what is the package's own is removed.
const gone = listPackages(ROOT).filter((path) => !kept.has(path));
for (const path of gone.flatMap(listFiles)) rmSync(path);
console.log(`${kept.size - 1} packages stay, ${gone.length} go`);
