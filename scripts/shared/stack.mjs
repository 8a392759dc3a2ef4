import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CMS, WEB } from './prepare.mjs';
import { createProcessEnv } from './settings.mjs';
import { Supervisor } from './supervisor.mjs';

/** @typedef {import('./settings.mjs').Settings} Settings */
/** @typedef {import('../../cms/src/shared/requests/signInMessages.ts').SignInsMessage} SignInsMessage */
/** @typedef {import('../../cms/src/shared/requests/signInMessages.ts').SignInsPrintedMessage} SignInsPrintedMessage */
/** @typedef {SignInsMessage['signIns'][number]} SignIn */

/** @type {SignInsMessage['type']} */
const SIGN_INS = 'sign-ins';
/** @type {SignInsPrintedMessage} */
const PRINTED = { type: 'sign-ins printed' };
/** @typedef {'stop requested' | 'CMS failed' | 'site failed'} EndReason */

/** The longest time the site waits for the CMS before it starts with cached content. */
const CMS_HEAD_START_MS = 15_000;

/** The CMS and the site, from their start until a stop request or until one of them can't start. */
export class Stack {
  #settings;
  #cms;
  #web;
  /** Stores the daily backups off-site; its failure never ends the stack. */
  #offsite;
  /** The services that have been started. @type {Supervisor[]} */
  #startedServices = [];
  /** The first sign-ins, from the CMS's message until they are printed. @type {SignIn[]} */
  #unprintedSignIns = [];
  #isServing = false;
  /** @type {EndReason | undefined} */
  #endReason;
  /** Resolves once `#endReason` is set. @type {PromiseWithResolvers<void>} */
  #ended = Promise.withResolvers();

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
    this.#cms = new Supervisor(
      {
        name: 'cms',
        folder: CMS.folder,
        args: ['dist/src/start.js'],
        env: createProcessEnv(settings, 'cms'),
        health: { url: `${settings.admin.localUrl}/_health`, status: 204 },
      },
      (message) => {
        if (!isSignInsMessage(message)) return;
        this.#unprintedSignIns = message.signIns;
        // After a restart, the CMS sends new ones unless it knows that the first ones were printed.
        if (this.#isServing) this.#printSignIns();
      },
    );
    this.#web = new Supervisor({
      name: 'web',
      folder: WEB.folder,
      args: ['dist/server/main.js'],
      env: createProcessEnv(settings, 'web'),
      health: { url: `${settings.site.localUrl}/healthz`, status: 200 },
    });
    this.#offsite = new Supervisor({
      name: 'offsite',
      folder: CMS.folder,
      args: ['dist/src/offsite/command.js'],
      env: createProcessEnv(settings, 'offsite'),
    });
  }

  /**
   * Runs both services until the stack ends, then stops them.
   * @returns {Promise<number>} the exit code
   */
  async run() {
    this.#startService(this.#cms, 'CMS failed');
    await Promise.race([this.#ended.promise, this.#waitForCms()]);
    if (!this.#endReason) {
      this.#startService(this.#web, 'site failed');
      await Promise.race([this.#ended.promise, Promise.all([this.#cms.ready, this.#web.ready])]);
    }
    if (!this.#endReason) {
      this.#printSummary();
      if (this.#settings.hasOffsiteBackups) {
        this.#startedServices.push(this.#offsite);
        this.#offsite.start();
      }
    }
    await this.#ended.promise;
    return this.#shutDown();
  }

  /**
   * Ends the stack; only the first reason counts.
   * @param {EndReason} reason
   */
  end(reason) {
    this.#endReason ??= reason;
    this.#ended.resolve();
  }

  /**
   * @param {Supervisor} service
   * @param {EndReason} failure the reason with which the stack ends when the service can't start
   */
  #startService(service, failure) {
    this.#startedServices.push(service);
    void service.unrecoverable.then(() => this.end(failure));
    service.start();
  }

  /** Waits until the CMS can answer the site's first queries; not longer than its head start when the site has cached content. */
  async #waitForCms() {
    const hasCachedContent = existsSync(join(this.#settings.dataDir, 'web'));
    if (!hasCachedContent) return this.#cms.ready;
    await Promise.race([this.#cms.ready, sleep(CMS_HEAD_START_MS, undefined, { ref: false })]);
  }

  #printSummary() {
    const { version, site, admin } = this.#settings;
    console.log(`\nScioto Table ${version}\nSite   ${site.url}\nAdmin  ${admin.url}/admin\n`);
    this.#printSignIns();
    console.log('Ctrl-C stops both.\n');
    this.#isServing = true;
  }

  #printSignIns() {
    if (!this.#unprintedSignIns.length) return;
    console.log(formatSignIns(this.#unprintedSignIns));
    this.#unprintedSignIns = [];
    this.#cms.send(PRINTED);
  }

  /** @returns {Promise<number>} the exit code */
  async #shutDown() {
    const isStopRequested = this.#endReason === 'stop requested';
    if (isStopRequested) console.log('\nStopping');
    const exitedInTime = await Promise.all(this.#startedServices.map((service) => service.stop()));
    if (isStopRequested) return exitedInTime.every(Boolean) ? 0 : 1;
    const failedService = this.#endReason === 'CMS failed' ? 'CMS' : 'site';
    console.error(
      `\nThe ${failedService} could not start: see its error above. Fix it, then run npm start again.`,
    );
    return 1;
  }
}

/**
 * @param {unknown} message
 * @returns {message is SignInsMessage}
 */
function isSignInsMessage(message) {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === SIGN_INS;
}

/** @param {SignIn[]} signIns */
function formatSignIns(signIns) {
  const roleWidth = Math.max(...signIns.map(({ role }) => role.length));
  const emailWidth = Math.max(...signIns.map(({ email }) => email.length));
  return [
    ...signIns.map(
      ({ role, email, link }) =>
        `${role.padEnd(roleWidth)}  ${email.padEnd(emailWidth)}  ${link ?? 'has a password'}`,
    ),
    'Shown once: each link works once, within a day. `npm run password EMAIL` prints a new one.',
    '',
  ].join('\n');
}
