import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Core } from '../../cms/node_modules/@strapi/strapi';
import { COMPILE_CACHE } from '../../scripts/shared/settings.mjs';
import type { DataLocation } from './snapshot.ts';

/** What a task in the process of a CMS works with. */
export interface Cms {
  strapi: Core.Strapi;
  publishChangeBesideDraft: typeof import('../../cms/src/publishing/publishBesideDraft.ts').publishChangeBesideDraft;
  /** The functions of `cms/src/strapi`. */
  door: Door;
}

type Door = typeof import('../../cms/src/strapi/accounts.ts') &
  typeof import('../../cms/src/strapi/contentState.ts') &
  typeof import('../../cms/src/strapi/coreStore.ts') &
  typeof import('../../cms/src/strapi/database.ts') &
  typeof import('../../cms/src/strapi/databaseFile.ts') &
  typeof import('../../cms/src/strapi/databaseLayer.ts') &
  typeof import('../../cms/src/strapi/databaseObjects.ts') &
  typeof import('../../cms/src/strapi/entries.ts') &
  typeof import('../../cms/src/strapi/forms.ts') &
  typeof import('../../cms/src/strapi/permissions.ts') &
  typeof import('../../cms/src/strapi/routes.ts') &
  typeof import('../../cms/src/strapi/rows.ts') &
  typeof import('../../cms/src/strapi/server.ts') &
  typeof import('../../cms/src/strapi/services.ts') &
  typeof import('../../cms/src/strapi/sessions.ts') &
  typeof import('../../cms/src/strapi/storedSchema.ts') &
  typeof import('../../cms/src/strapi/uploads.ts') &
  typeof import('../../cms/src/environment/sqlite.ts');

/** Loads Strapi, and runs the tasks that it receives. */
const SCRIPT = `
  const { createStrapi } = require('@strapi/strapi');
  const { publishChangeBesideDraft } = require('./dist/src/publishing/publishBesideDraft.js');
  const files = require('node:fs').readdirSync('dist/src/strapi').filter((file) => file.endsWith('.js'));
  const door = Object.assign({}, require('./dist/src/environment/sqlite.js'), ...files.map((file) => require('./dist/src/strapi/' + file)));
  createStrapi({ appDir: process.cwd(), distDir: process.cwd() + '/dist' }).load().then((strapi) => {
    process.on('message', async ({ task, argument }) => {
      try {
        process.send({ result: await eval('(' + task + ')')({ strapi, publishChangeBesideDraft, door }, argument) });
      } catch (error) {
        process.send({ error: error.message });
      }
    });
    process.send({});
  });`;

/** A process in which Strapi is loaded without listening, for tests of functions that no request calls directly. */
export class CmsProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly output: string[],
  ) {}

  /** @throws Error with the process's output when it exits before Strapi is loaded */
  static async start({ dataDir, databaseUrl }: DataLocation): Promise<CmsProcess> {
    const child = spawn(process.execPath, ['-e', SCRIPT], {
      cwd: fileURLToPath(new URL('../../cms', import.meta.url)),
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
    const cms = new CmsProcess(child, output);
    await cms.waitForMessage();
    return cms;
  }

  /** @throws Error with the process's output when it exits before that */
  private waitForMessage(): Promise<{ result?: unknown; error?: string }> {
    return new Promise((resolve, reject) => {
      const rejectWithOutput = () => reject(new Error(`the CMS has exited:\n${this.output.join('')}`));
      if (this.child.exitCode !== null || this.child.signalCode !== null) return rejectWithOutput();
      this.child.once('exit', rejectWithOutput);
      this.child.once('message', (message: { result?: unknown; error?: string }) => {
        this.child.off('exit', rejectWithOutput);
        resolve(message);
      });
    });
  }

  /**
   * Runs a function in the process, one at a time. It can use only its parameters, and its argument and result are JSON.
   * @throws Error with the message of the error that the function throws, or with the process's output when it exits
   */
  async run<Argument, Result>(
    task: (cms: Cms, argument: Argument) => Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    const response = this.waitForMessage();
    // Without a callback, the error of a channel that has closed ends the test run; `waitForMessage` reports the exit.
    this.child.send({ task: String(task), argument }, () => {});
    const { result, error } = await response;
    if (error !== undefined) throw new Error(error);
    // Cast: the process returns the result of the task.
    return result as Result;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}
