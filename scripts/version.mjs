// The version is in package.json, and docker-compose.yml has a copy of it. `npm version X` runs this twice: before it changes
// anything, to require a section in CHANGELOG.md, and afterwards, to update the copy. `npm run check` fails when they differ.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, UserError } from './shared/command.mjs';
import { ROOT, readVersion } from './shared/settings.mjs';

const COMPOSE = join(ROOT, 'docker-compose.yml');
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const COPY = /^x-version: &version (.*)$/m;

/** @param {string} version */
function requireChanges(version) {
  const text = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, 'utf8') : '';
  const sections = [...text.matchAll(/^## \[?([^\s\]]+)/gm)].map(([, name]) => name);
  if (!sections.includes(version))
    throw new UserError(`CHANGELOG.md has no section "## ${version}": write it first.`);
}

await runCommand(async () => {
  const { npm_lifecycle_event: event, npm_new_version: wanted } = process.env;
  if (event === 'preversion') requireChanges(wanted ?? '');
  const version = readVersion();
  const compose = readFileSync(COMPOSE, 'utf8');
  if (event === 'version') writeFileSync(COMPOSE, compose.replace(COPY, `x-version: &version ${version}`));
  else if (COPY.exec(compose)?.[1] !== version) {
    throw new UserError(
      `docker-compose.yml does not have version ${version} of package.json: change it with npm version.`,
    );
  }
  return 0;
});
