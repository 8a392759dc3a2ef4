// Part of `npm run check`: docker-compose.yml and stack.yml name the images of the version in package.json, and CHANGELOG.md has
// the commit of each older version. `npm run release` writes both.
import { runCommand, UserError } from './shared/command.mjs';
import { readVersion } from './shared/project.mjs';
import {
  CHANGELOG,
  findSection,
  findVersions,
  IMAGE_FILES,
  parseChangelog,
  readText,
} from './shared/releaseFiles.mjs';

await runCommand(async () => {
  const version = readVersion();
  const sections = parseChangelog(readText(CHANGELOG));
  const current = sections.indexOf(findSection(sections, version));
  const unnamed = sections.find(({ commit }, index) => index > current && !commit);
  if (unnamed) throw new UserError(`${CHANGELOG} has no commit in "${unnamed.heading}".`);

  const caddyVersions = new Set();
  for (const { name, versions } of IMAGE_FILES) {
    const { project, caddy } = findVersions(readText(name));
    if (project.length !== versions || project.some((each) => each !== version))
      throw new UserError(
        `${name} has the versions ${project.join(', ')} instead of ${versions} × ${version}.`,
      );
    if (caddy.length !== 1)
      throw new UserError(`${name} has ${caddy.length} versions of Caddy instead of one.`);
    caddyVersions.add(caddy[0]);
  }
  const [caddyVersion] = caddyVersions;
  if (caddyVersions.size > 1)
    throw new UserError(`Caddy has several versions: ${[...caddyVersions].join(', ')}.`);
  if (!sections.slice(current).some((section) => section.version === caddyVersion))
    throw new UserError(`Caddy's version ${caddyVersion} is not a version of ${CHANGELOG} up to ${version}.`);
  return 0;
});
