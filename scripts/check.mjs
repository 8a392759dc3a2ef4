// `npm run check`: runs everything that needs no server, two checks at a time.
import { exitCodeForSignal, onStopRequest, runCommand } from './shared/command.mjs';
import { npmCommand } from './shared/npmCommand.mjs';
import { CMS, prepareProjects, TOOLS, WEB } from './shared/prepare.mjs';
import { ROOT } from './shared/project.mjs';
import { runStep, stopSteps } from './shared/steps.mjs';

/**
 * The command that checks types, but only what has changed since the last time.
 * @param {string} project configuration file
 * @param {string[]} options
 */
const createTypeCheck = (project, ...options) => [
  process.execPath,
  'node_modules/typescript/bin/tsc',
  ...['--project', project, '--noEmit', ...options],
  ...['--incremental', '--tsBuildInfoFile', `node_modules/.types/${project}.tsbuildinfo`],
  // More would check the types of the packages once each, and two checks run at a time already.
  ...['--checkers', '1'],
];

/** The build checks the CMS, too, with the TypeScript that Strapi needs, which takes four times as long. */
const CMS_OPTIONS = ['--module', 'esnext', '--moduleResolution', 'bundler'];

/** The longest ones first. */
const CHECKS = [
  {
    name: 'units',
    command: npmCommand('run', '--silent', 'units', '--', '--project=!slow', '--project=!in the CMS*'),
  },
  { name: 'CMS types', command: createTypeCheck('cms/tsconfig.json', ...CMS_OPTIONS) },
  { name: 'admin types', command: createTypeCheck('cms/tsconfig.test.json') },
  { name: 'site types', command: createTypeCheck('web/tsconfig.json') },
  { name: 'test types', command: createTypeCheck('tsconfig.json') },
  { name: 'format', command: ['biome', 'ci', '--colors=off', '.'] },
  { name: 'version', command: [process.execPath, 'scripts/checkVersion.mjs'] },
];

await runCommand(async () => {
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));
  // With packages of another commit, the checks would report errors that are not there.
  await prepareProjects([TOOLS, CMS, WEB], { builds: false });
  /** @type {string[]} */
  const failed = [];
  const remaining = CHECKS.values();
  const runRemaining = async () => {
    for (const { name, command } of remaining)
      if (await runStep(command, { cwd: ROOT, name })) failed.push(name);
  };
  await Promise.all([runRemaining(), runRemaining()]);
  console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'All checks passed');
  return failed.length ? 1 : 0;
});
