// docker-compose.yml has a copy of the version in package.json. `npm version X` runs this script twice: before the change, to
// require a section in CHANGELOG.md, and after it, to update the copy. `npm run check` fails when the two versions differ.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, UserError } from './shared/command.mjs';
import { ROOT, readVersion } from './shared/settings.mjs';

const COMPOSE_FILE = join(ROOT, 'docker-compose.yml');
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const COMPOSE_VERSION = /^x-version: &version (.*)$/m;

/**
 * @param {string} version
 * @throws {UserError} when CHANGELOG.md has no section for the version
 */
function requireChangelogSection(version) {
  const text = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, 'utf8') : '';
  const sections = [...text.matchAll(/^## \[?([^\s\]]+)/gm)].map(([, name]) => name);
  if (!sections.includes(version))
    throw new UserError(`CHANGELOG.md has no section "## ${version}": write it first.`);
}

await runCommand(async () => {
  const { npm_lifecycle_event: event, npm_new_version: newVersion } = process.env;
  if (event === 'preversion') requireChangelogSection(newVersion ?? '');
  const version = readVersion();
  const compose = readFileSync(COMPOSE_FILE, 'utf8');
  if (event === 'version') {
    writeFileSync(COMPOSE_FILE, compose.replace(COMPOSE_VERSION, `x-version: &version ${version}`));
  } else if (COMPOSE_VERSION.exec(compose)?.[1] !== version) {
    throw new UserError(
      `docker-compose.yml does not have version ${version} of package.json: change it with npm version.`,
    );
  }
  return 0;
});
