import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { exitCodeOf, onStop, runCommand } from './command.mjs';
import { checkPorts } from './ports.mjs';
import { build, CMS, countSteps, install, WEB } from './prepare.mjs';
import { cmsEnv, readSettings, webEnv } from './settings.mjs';
import { stopSteps } from './steps.mjs';
import { supervise } from './supervise.mjs';

/** @typedef {import('./settings.mjs').Settings} Settings */
/** @typedef {{ role: string, email: string, password: string | null }} SignIn */

/** The site goes up without a CMS that takes longer than this, if it has the last good words on disk. */
const CMS_HEAD_START = 15_000;

/** Installs, builds and serves the whole stack until it is told to stop. */
export const start = () =>
  runCommand(async () => {
    /** @type {(signal: import('./command.mjs').StopSignal) => void} */
    let stop = (signal) => void stopSteps().then(() => process.exit(exitCodeOf(signal)));
    onStop((signal) => stop(signal));

    const settings = readSettings();
    await checkPorts(settings);
    const say = countSteps(5);
    await install(CMS, say);
    await install(WEB, say);
    await build(CMS, say);
    await build(WEB, say);
    say('Starting the CMS and the site');
    const asked = new Promise((resolve) => {
      stop = () => resolve(undefined);
    });
    return serve(settings, asked);
  });

/**
 * @param {Settings} settings
 * @param {Promise<unknown>} asked resolves when the stack is to stop
 * @returns {Promise<number>} the exit code
 */
async function serve(settings, asked) {
  /** @type {SignIn[]} */
  let unseen = [];
  const cms = supervise(
    {
      name: 'cms',
      folder: CMS.folder,
      args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
      env: cmsEnv(settings),
      healthUrl: `${settings.admin.localUrl}/_health`,
      healthStatus: 204,
    },
    (message) => {
      if (carriesSignIns(message)) unseen = message.signIns;
    },
  );
  const parts = [cms];
  const ending = Promise.race([asked.then(() => 'asked'), cms.hopeless.then(() => 'CMS')]);

  // The CMS goes first so that the site's very first pages have its words.
  const hasWords = existsSync(join(settings.dataDir, 'web'));
  const headStart = hasWords ? [after(CMS_HEAD_START, undefined, { ref: false })] : [];
  let reason = await Promise.race([ending, cms.ready, ...headStart]);
  if (!reason) {
    const web = supervise(
      {
        name: 'web',
        folder: WEB.folder,
        args: ['dist/server/main.js'],
        env: webEnv(settings),
        healthUrl: `${settings.site.localUrl}/healthz`,
        healthStatus: 200,
      },
      () => {},
    );
    parts.push(web);
    const anyEnding = Promise.race([ending, web.hopeless.then(() => 'site')]);
    reason = await Promise.race([anyEnding, Promise.all([cms.ready, web.ready]).then(() => undefined)]);
    if (!reason) {
      console.log(summary(settings, unseen));
      unseen = [];
      reason = await anyEnding;
    }
  }

  if (reason === 'asked') console.log('\nStopping');
  const gentle = await Promise.all(parts.map((part) => part.stop()));
  // Accounts are made once: their passwords must be seen even when the start was cut short.
  if (unseen.length) console.log(signInLines(unseen).join('\n'));
  if (reason === 'asked') return gentle.every(Boolean) ? 0 : 1;
  console.error(
    `\nThe ${reason} could not start and says why above. Put that right, then run npm start again.`,
  );
  return 1;
}

/**
 * @param {unknown} message
 * @returns {message is { signIns: SignIn[] }}
 */
function carriesSignIns(message) {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'sign-ins';
}

/**
 * @param {Settings} settings
 * @param {SignIn[]} signIns
 */
function summary({ version, site, admin }, signIns) {
  return [
    '',
    `Scioto Table ${version}`,
    `Site   ${site.url}`,
    `Admin  ${admin.url}/admin`,
    '',
    ...signInLines(signIns),
    'Ctrl-C stops both.',
    '',
  ].join('\n');
}

/** @param {SignIn[]} signIns */
function signInLines(signIns) {
  if (!signIns.length) return [];
  const roleWidth = Math.max(...signIns.map(({ role }) => role.length));
  const emailWidth = Math.max(...signIns.map(({ email }) => email.length));
  return [
    ...signIns.map(({ role, email, password }) => {
      return `${role.padEnd(roleWidth)}  ${email.padEnd(emailWidth)}  ${password ?? 'from the environment'}`;
    }),
    'Shown once. `npm run password EMAIL` makes a new one.',
    '',
  ];
}
