// `npm run release 1.10.0`: makes the commit of a release, whose section is at the top of CHANGELOG.md. The workflow tags and
// publishes it when it is pushed to main.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodeForSignal, onStopRequest, runCommand, UserError } from './shared/command.mjs';
import { npmCommand } from './shared/npmCommand.mjs';
import { ROOT, readVersion } from './shared/project.mjs';
import {
  CHANGELOG,
  findSection,
  IMAGE_FILES,
  parseChangelog,
  readText,
  replaceVersions,
} from './shared/releaseFiles.mjs';
import { runStep, stopSteps } from './shared/steps.mjs';

/**
 * Runs git and returns its trimmed output.
 * @param {string[]} args
 * @throws {UserError} when it fails
 */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new UserError(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout.trim();
}

/** @throws {UserError} when files other than CHANGELOG.md have changes, which would become part of the release */
function requireCleanFiles() {
  const changed = git('status', '--porcelain', '--', `:!${CHANGELOG}`);
  if (changed) throw new UserError(`Commit these changes first:\n${changed}`);
}

/**
 * Finds the release commit of a version: the one that set it in package.json, and that its tag names.
 * @param {string} version
 */
function findReleaseCommit(version) {
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    throw new UserError('This clone does not have the whole history: run git fetch --unshallow first.');
  const change = `"version": "${version}"`;
  const commits = git(
    'log',
    '--first-parent',
    '--reverse',
    '--format=%h',
    `-S${change}`,
    '--',
    'package.json',
  );
  const [commit] = commits.split('\n');
  if (!commit) throw new UserError(`No commit sets version ${version}.`);
  return commit;
}

const write = (/** @type {string} */ name, /** @type {string} */ text) =>
  writeFileSync(join(ROOT, name), text);

/** @param {string[]} command */
async function run(command) {
  if (await runStep(command, { cwd: ROOT })) throw new UserError(`${command.join(' ')} failed.`);
}

await runCommand(async () => {
  let restore = () => {};
  onStopRequest(
    (signal) =>
      void stopSteps().then(() => {
        restore();
        process.exit(exitCodeForSignal(signal));
      }),
  );
  const [version = ''] = process.argv.slice(2);
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new UserError('Use: npm run release 1.10.0');
  const previous = readVersion();
  requireCleanFiles();
  const changelog = readText(CHANGELOG);
  const sections = parseChangelog(changelog);
  findSection(sections, version);
  const { heading, commit = findReleaseCommit(previous) } = findSection(sections, previous);
  if (sections.findIndex((section) => section.version === version) !== 0 || sections[1]?.heading !== heading)
    throw new UserError(`${CHANGELOG} must begin with the sections of ${version} and ${previous}.`);

  const names = [CHANGELOG, 'package.json', 'package-lock.json', ...IMAGE_FILES.map(({ name }) => name)];
  const before = names.map(readText);
  restore = () => {
    for (const [index, name] of names.entries()) write(name, before[index] ?? '');
  };
  try {
    await run(npmCommand('version', version, '--no-git-tag-version'));
    const date = / – (\S+)/.exec(heading)?.[1];
    write(CHANGELOG, changelog.replace(heading, `## ${previous} – ${date} · ${commit}`));
    // A port can't be given to two containers, so nothing answers while Caddy is replaced: not by every release.
    const caddy = git('diff', '--name-only', commit, '--', 'caddy') ? version : undefined;
    for (const { name } of IMAGE_FILES)
      write(name, replaceVersions(readText(name), { project: version, caddy }));
    await run(npmCommand('run', 'fixture'));
    await run(npmCommand('run', 'pictures'));
  } catch (error) {
    restore();
    throw error;
  }

  git('add', '--all');
  git('commit', '--message', `release: version ${version}`);
  console.log(
    `Committed version ${version}. Push this commit to main, as the last one: the workflow publishes it.`,
  );
  return 0;
});
