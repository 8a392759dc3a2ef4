// Prints the section of the present version in CHANGELOG.md, for the release on GitHub.
import { runCommand } from './shared/command.mjs';
import { readVersion } from './shared/project.mjs';
import { CHANGELOG, findSection, parseChangelog, readText } from './shared/releaseFiles.mjs';

await runCommand(async () => {
  console.log(findSection(parseChangelog(readText(CHANGELOG)), readVersion()).text);
  return 0;
});
