import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { printLines } from './printLines.mjs';
import { signalGroup } from './steps.mjs';

const STOP_WITH_PARENT = new URL('stopWithParent.mjs', import.meta.url).href;
/** The exit code of a part that starting again will not help (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const LONG_ENOUGH_UP = 60_000;
const STOP_GRACE = 10_000;
const POLL = 200;
const STILL_WAITING = 15_000;

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} folder
 * @property {string[]} args what Node runs
 * @property {NodeJS.ProcessEnv} env
 * @property {string} healthUrl
 * @property {number} healthStatus
 */

/**
 * @typedef {object} Supervised
 * @property {Promise<void>} ready resolves when the part answers for the first time
 * @property {Promise<void>} hopeless resolves when the part says that starting it again will not help
 * @property {() => Promise<boolean>} stop resolves when the part is gone, to whether it went by itself
 */

/**
 * Keeps a part running: when it dies it is started again, after pauses that grow while it keeps dying.
 * @param {Part} part
 * @param {(message: unknown) => void} onMessage gets what the part sends to its parent
 * @returns {Supervised}
 */
export function supervise({ name, folder, args, env, healthUrl, healthStatus }, onMessage) {
  const say = (/** @type {string} */ text) => console.log(`${name} ${text}`);
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {NodeJS.Timeout | undefined} */
  let restart;
  let pause = FIRST_PAUSE;
  let stopping = false;
  let markReady = () => {};
  let markHopeless = () => {};
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => (markReady = resolve));
  /** @type {Promise<void>} */
  const hopeless = new Promise((resolve) => (markHopeless = resolve));

  const start = () => {
    // In a process group of its own Ctrl-C does not reach it: it is stopped by us, in order.
    const current = spawn(process.execPath, ['--import', STOP_WITH_PARENT, ...args], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = current;
    let readyAt = Number.POSITIVE_INFINITY;
    say(`started (process ${current.pid})`);
    printLines(current, name);
    current.on('message', onMessage);
    current.on('error', (error) => say(error.message));
    // What it may have started goes with it, and lets go of the pipes, so that "close" comes.
    current.on('exit', () => signalGroup(current, 'SIGKILL'));
    current.on('close', (code, signal) => {
      child = undefined;
      if (stopping) return;
      if (code === EX_CONFIG) return markHopeless();
      if (Date.now() - readyAt >= LONG_ENOUGH_UP) pause = FIRST_PAUSE;
      say(`died (${signal ?? `exit code ${code}`}); starting it again in ${pause / 1_000} s`);
      restart = setTimeout(start, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    });
    void waitForAnswer(current).then((answered) => {
      if (!answered) return;
      readyAt = Date.now();
      say('is up');
      markReady();
    });
  };

  const waitForAnswer = async (/** @type {import('node:child_process').ChildProcess} */ current) => {
    let sayNext = Date.now() + STILL_WAITING;
    while (child === current && !stopping) {
      if (await answers(healthUrl, healthStatus)) return child === current && !stopping;
      if (Date.now() >= sayNext) {
        say('is still starting');
        sayNext += STILL_WAITING;
      }
      await after(POLL);
    }
    return false;
  };

  const stop = async () => {
    stopping = true;
    clearTimeout(restart);
    const last = child;
    if (!last) return true;
    const closed = new Promise((resolve) => last.on('close', resolve));
    last.kill('SIGTERM');
    const inTime = await Promise.race([closed.then(() => true), after(STOP_GRACE, false, { ref: false })]);
    if (!inTime) {
      say(`did not stop within ${STOP_GRACE / 1_000} s and is killed`);
      signalGroup(last, 'SIGKILL');
      await closed;
    }
    return inTime;
  };

  start();
  return { ready, hopeless, stop };
}

/**
 * @param {string} url
 * @param {number} status
 * @returns {Promise<boolean>}
 */
function answers(url, status) {
  return new Promise((resolve) => {
    // Without an agent: a connection kept open would hold up the part's own stopping.
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === status);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
