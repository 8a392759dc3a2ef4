import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { prefixOutput } from './processOutput.mjs';
import { signalProcessGroup } from './steps.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const STOP_WITH_PARENT = new URL('stopWithParent.mjs', import.meta.url).href;
/** The exit code of a service that would fail again after a restart, such as with a wrong setting (sysexits.h). */
const EX_CONFIG = 78;
const MIN_RESTART_DELAY_MS = 1_000;
const MAX_RESTART_DELAY_MS = 30_000;
/** A service that was ready for this long is stable: the delay before its next restart is the shortest again. */
const STABLE_AFTER_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const HEALTH_CHECK_INTERVAL_MS = 200;
const HEALTH_CHECK_TIMEOUT_MS = 2_000;
const PROGRESS_INTERVAL_MS = 15_000;

/**
 * @typedef {object} Service
 * @property {string} name the prefix of its log lines
 * @property {string} folder its working directory
 * @property {string[]} args the arguments for Node
 * @property {NodeJS.ProcessEnv} env
 * @property {{ url: string, status: number }} [health] the URL of its health check and the HTTP status of a successful one; a
 *   service without it is ready when it is started
 */

/** Runs a service as a child process and restarts it when it exits, with exponential backoff. */
export class Supervisor {
  #service;
  #onMessage;
  /** @type {ChildProcess | undefined} */
  #child;
  /** @type {NodeJS.Timeout | undefined} */
  #restartTimer;
  #restartDelayMs = MIN_RESTART_DELAY_MS;
  #readySince = Number.POSITIVE_INFINITY;
  #isStopping = false;
  /** @type {PromiseWithResolvers<void>} */
  #ready = Promise.withResolvers();
  /** @type {PromiseWithResolvers<void>} */
  #unrecoverable = Promise.withResolvers();

  /**
   * @param {Service} service
   * @param {(message: unknown) => void} [onMessage] receives the messages that the service sends to its parent process
   */
  constructor(service, onMessage = () => {}) {
    this.#service = service;
    this.#onMessage = onMessage;
  }

  /** Resolves after the first successful health check. */
  get ready() {
    return this.#ready.promise;
  }

  /** Resolves when the service exits with EX_CONFIG, so that a restart would not help. */
  get unrecoverable() {
    return this.#unrecoverable.promise;
  }

  /** Starts the service. */
  start() {
    const { name, folder, args, env } = this.#service;
    const child = spawn(process.execPath, ['--import', STOP_WITH_PARENT, ...args], {
      cwd: folder,
      env,
      // Its own process group does not receive Ctrl-C: the supervisor stops it instead.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#readySince = Number.POSITIVE_INFINITY;
    this.#log(`started (process ${child.pid})`);
    prefixOutput(child, name);
    child.on('message', this.#onMessage);
    child.on('error', (error) => this.#log(error.message));
    // "close" follows only when the child's own children are gone too, because they share its output pipes.
    child.on('exit', () => signalProcessGroup(child, 'SIGKILL'));
    child.on('close', (code, signal) => this.#handleClose(code, signal));
    void this.#waitUntilReady(child);
  }

  /**
   * Sends a message to the service, if it runs.
   * @param {import('node:child_process').Serializable} message
   */
  send(message) {
    if (this.#child?.connected) this.#child.send(message);
  }

  /**
   * Stops the service and kills it after a timeout.
   * @returns {Promise<boolean>} whether it exited before the timeout
   */
  async stop() {
    this.#isStopping = true;
    clearTimeout(this.#restartTimer);
    const child = this.#child;
    if (!child) return true;
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGTERM');
    const exitedInTime = await Promise.race([
      closed.then(() => true),
      sleep(STOP_TIMEOUT_MS, false, { ref: false }),
    ]);
    if (!exitedInTime) {
      this.#log(`did not stop within ${STOP_TIMEOUT_MS / 1_000} s; killing it`);
      signalProcessGroup(child, 'SIGKILL');
      await closed;
    }
    return exitedInTime;
  }

  /**
   * @param {number | null} code
   * @param {NodeJS.Signals | null} signal
   */
  #handleClose(code, signal) {
    this.#child = undefined;
    if (this.#isStopping) return;
    if (code === EX_CONFIG) this.#unrecoverable.resolve();
    else this.#scheduleRestart(signal ?? `exit code ${code}`);
  }

  /** @param {string} exitReason */
  #scheduleRestart(exitReason) {
    if (Date.now() - this.#readySince >= STABLE_AFTER_MS) this.#restartDelayMs = MIN_RESTART_DELAY_MS;
    this.#log(`exited (${exitReason}); restarting in ${this.#restartDelayMs / 1_000} s`);
    this.#restartTimer = setTimeout(() => this.start(), this.#restartDelayMs);
    this.#restartDelayMs = Math.min(this.#restartDelayMs * 2, MAX_RESTART_DELAY_MS);
  }

  /**
   * Repeats the health check until it succeeds, or until the child exits or is to stop.
   * @param {ChildProcess} child
   */
  async #waitUntilReady(child) {
    const { health } = this.#service;
    if (!health) return this.#handleReady();
    let nextProgressTime = Date.now() + PROGRESS_INTERVAL_MS;
    while (this.#isCurrent(child)) {
      const isHealthy = await checkHealth(health);
      if (isHealthy && this.#isCurrent(child)) return this.#handleReady();
      if (Date.now() >= nextProgressTime) {
        this.#log('is still starting');
        nextProgressTime += PROGRESS_INTERVAL_MS;
      }
      await sleep(HEALTH_CHECK_INTERVAL_MS);
    }
  }

  #handleReady() {
    this.#readySince = Date.now();
    this.#log('is ready');
    this.#ready.resolve();
  }

  /** @param {ChildProcess} child */
  #isCurrent(child) {
    return this.#child === child && !this.#isStopping;
  }

  /** @param {string} text */
  #log(text) {
    console.log(`${this.#service.name} ${text}`);
  }
}

/**
 * @param {{ url: string, status: number }} health
 * @returns {Promise<boolean>} whether the response has the status
 */
function checkHealth({ url, status }) {
  return new Promise((resolve) => {
    // Without an agent, because a connection that is kept alive would delay the service's shutdown.
    const request = get(url, { agent: false, timeout: HEALTH_CHECK_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === status);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
