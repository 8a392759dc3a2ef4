// `npm run audit`: fails when a package that runs in production has a known vulnerability of high or critical severity, unless
// auditExceptions.json accepts it until a date: [{ "advisory": "GHSA-…", "until": "2027-01-31", "reason": "…" }].
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, UserError } from './shared/command.mjs';
import { npmCommand } from './shared/npmCommand.mjs';
import { createToolEnv } from './shared/processSettings.mjs';
import { ROOT } from './shared/project.mjs';

/** @typedef {{ advisory: string, until: string, reason: string }} Exception */
/** @typedef {{ name: string, title: string, url: string, severity: string }} Advisory */

const FOLDERS = ['cms', 'scripts/node', 'web'];
const SEVERITIES = ['high', 'critical'];

/**
 * Asks the registry for the vulnerabilities of a project's production packages.
 * @param {string} folder
 * @returns {Advisory[]}
 * @throws {UserError} when it gives no answer
 */
function listAdvisories(folder) {
  const [program = '', ...args] = npmCommand('audit', '--package-lock-only', '--omit=dev', '--json');
  const { stdout } = spawnSync(program, args, {
    cwd: join(ROOT, folder),
    encoding: 'utf8',
    env: createToolEnv(),
    maxBuffer: 100_000_000,
  });
  /** @type {{ vulnerabilities?: Record<string, { via: (string | Advisory)[] }>, message?: string }} */
  const { vulnerabilities, message } = JSON.parse(stdout || '{}');
  if (!vulnerabilities) throw new UserError(`${folder}: npm audit got no answer (${message}).`);
  return Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause) => typeof cause === 'object')
    .filter(({ severity }) => SEVERITIES.includes(severity));
}

await runCommand(async () => {
  /** @type {Exception[]} */
  const exceptions = JSON.parse(readFileSync(join(ROOT, 'scripts', 'auditExceptions.json'), 'utf8'));
  const today = new Date().toISOString().slice(0, 10);
  const advisories = new Map(FOLDERS.flatMap(listAdvisories).map((advisory) => [advisory.url, advisory]));
  const isAbout = (/** @type {Exception} */ { advisory }, /** @type {string} */ url) =>
    url.endsWith(`/${advisory}`);
  const problems = [
    ...[...advisories.values()]
      .filter(
        ({ url }) => !exceptions.some((exception) => isAbout(exception, url) && exception.until >= today),
      )
      .map(({ name, title, url, severity }) => `${name}: ${title} (${severity}, ${url})`),
    ...exceptions
      .filter((exception) => ![...advisories.keys()].some((url) => isAbout(exception, url)))
      .map(({ advisory }) => `${advisory} is not reported any more: remove it from auditExceptions.json.`),
  ];
  console.log(problems.length ? problems.join('\n') : 'No known vulnerability of high or critical severity.');
  return problems.length ? 1 : 0;
});
