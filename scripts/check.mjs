// `npm run check`: runs everything that needs no server, two checks at a time.
import './shared/requireNode.mjs';
import { exitCodeForSignal, onStopRequest, runCommand } from './shared/command.mjs';
import { CMS, prepareProjects, TOOLS, WEB } from './shared/prepare.mjs';
import { ROOT } from './shared/settings.mjs';
import { npmCommand, runStep, stopSteps } from './shared/steps.mjs';

/**
 * The command that checks types, but only what has changed since the last time.
 * @param {string} name of the file with what was checked, which belongs to the packages
 * @param {string[]} args
 */
const createTypeCheck = (name, ...args) => [
  process.execPath,
  'node_modules/typescript/bin/tsc',
  ...['--noEmit', '--incremental', '--tsBuildInfoFile', `node_modules/.${name}.tsbuildinfo`],
  ...args,
];

/** The longest ones first. */
const CHECKS = [
  { name: 'units', command: npmCommand('run', '--silent', 'units', '--', '--project=!slow'), cwd: ROOT },
  { name: 'CMS types', command: createTypeCheck('types'), cwd: CMS.folder },
  { name: 'admin types', command: createTypeCheck('admin-types', '-p', 'cms/tsconfig.test.json'), cwd: ROOT },
  { name: 'site types', command: createTypeCheck('types'), cwd: WEB.folder },
  { name: 'test types', command: createTypeCheck('types'), cwd: ROOT },
  { name: 'format', command: ['biome', 'ci', '.'], cwd: ROOT },
  { name: 'version', command: [process.execPath, 'scripts/checkVersion.mjs'], cwd: ROOT },
];

await runCommand(async () => {
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));
  // With packages of another commit, the checks would report errors that are not there.
  await prepareProjects([TOOLS, CMS, WEB], { builds: false });
  /** @type {string[]} */
  const failed = [];
  const remaining = CHECKS.values();
  const runRemaining = async () => {
    for (const { name, command, cwd } of remaining)
      if (await runStep(command, { cwd, name })) failed.push(name);
  };
  await Promise.all([runRemaining(), runRemaining()]);
  console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'All checks passed');
  return failed.length ? 1 : 0;
});
