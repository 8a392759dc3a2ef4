import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../support/ports.ts';
import { BROWSER_ENV, type BrowserPage, type LaunchOptions, LOCAL_HOSTS, NO_PROXY } from './browserPage.ts';
import { COMMANDS, type Command, type WebDriverConnection, WebDriverPage } from './webDriverPage.ts';

const COMMAND_TIMEOUT_MS = 30_000;

/** A session of WebKitGTK's MiniBrowser, over its driver's HTTP server, on a display that nobody sees. */
class WebKitConnection implements WebDriverConnection {
  private readonly processes: ChildProcess[] = [];
  private readonly configDir = mkdtempSync(join(tmpdir(), 'webkit-'));
  private sessionUrl = '';

  static async start(driver: string, options: LaunchOptions): Promise<WebKitConnection> {
    const connection = new WebKitConnection();
    try {
      await connection.startSession(driver, options);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  }

  async send<Value>(command: Command, parameters: object = {}): Promise<Value> {
    const [method, path = ''] = COMMANDS[command].split(' ');
    const { id } = { id: '', ...parameters };
    const response = await fetch(this.sessionUrl + path.replace('{id}', String(id)), {
      method,
      ...(method === 'POST' && { body: JSON.stringify(parameters) }),
      // A driver whose browser has not started never answers.
      signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
    });
    if (response.ok) {
      const { value }: { value: Value } = await response.json();
      return value;
    }
    throw new Error(`${command}: ${await response.text()}`);
  }

  async close(): Promise<void> {
    // Closes the browser, which the driver has started.
    if (this.sessionUrl.endsWith('/')) await fetch(this.sessionUrl.slice(0, -1), { method: 'DELETE' });
    for (const child of this.processes.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    // Its helper processes may still write for a moment.
    rmSync(this.configDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private async startSession(driver: string, { defaultFontSize = 16 }: LaunchOptions): Promise<void> {
    // With its usual toolbar, MiniBrowser's window is at least 447 px wide; a phone is narrower.
    mkdirSync(join(this.configDir, 'gtk-3.0'));
    writeFileSync(join(this.configDir, 'gtk-3.0', 'gtk.css'), 'button, entry { min-width: 0; padding: 0 }');
    const settings = join(this.configDir, 'settings');
    writeFileSync(settings, `[websettings]\ndefault-font-size=${defaultFontSize}\n`);

    const port = await freePort();
    this.spawn(driver, [`--port=${port}`], {
      ...BROWSER_ENV,
      DISPLAY: await this.startDisplay(),
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: this.configDir,
    });
    const server = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${server}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { intervals: [50] }).toBe(true);
    this.sessionUrl = `${server}/session`;
    // WebDriver has a capability for the proxy, but with it MiniBrowser sometimes crashes at its start.
    const proxy = [`--proxy=http://${NO_PROXY}`, ...LOCAL_HOSTS.map((host) => `--ignore-host=${host}`)];
    const browserOptions = { args: ['--automation', `--config=${settings}`, ...proxy] };
    const { sessionId } = await this.send<{ sessionId: string }>('NewSession', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
    });
    this.sessionUrl = `${server}/session/${sessionId}/`;
  }

  /** Starts an X server without a screen, and returns the name of its display. */
  private async startDisplay(): Promise<string> {
    // By default it resets itself when its last window closes, which a browser that is just starting does not survive.
    const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'];
    const { stdout } = this.spawn('Xvfb', args, process.env);
    const [number] = stdout ? await once(stdout, 'data') : [];
    return `:${String(number).trim()}`;
  }

  private spawn(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    this.processes.push(child);
    return child;
  }
}

export async function launchWebKit(driver: string, options: LaunchOptions): Promise<BrowserPage> {
  return WebDriverPage.create(await WebKitConnection.start(driver, options));
}
