import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER_ENV, type BrowserPage, type LaunchOptions, LOCAL_HOSTS, NO_PROXY } from './browserPage.ts';
import { type Command, type WebDriverConnection, WebDriverPage } from './webDriverPage.ts';

/** An answer: 1, the number of its command, an error, and the result. */
type Answer = [1, number, { message: string } | null, { value: unknown }];

/** Firefox's own protocol, WebDriver as JSON over TCP: Debian has no package of geckodriver, which translates it to HTTP. */
class MarionetteConnection implements WebDriverConnection {
  private readonly pending = new Map<number, (answer: Answer | undefined) => void>();
  private received = Buffer.alloc(0);
  private commands = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly browser: ChildProcess,
    private readonly profile: string,
  ) {
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, Buffer.from(bytes)]);
      while (this.readMessage()) {}
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const answer of this.pending.values()) answer(undefined);
    });
  }

  static async start(path: string, { defaultFontSize }: LaunchOptions): Promise<MarionetteConnection> {
    const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
    const preferences = {
      // Any free port.
      'marionette.port': 0,
      'marionette.log.level': 'Info',
      // As on a phone, a scroll bar takes no width from the page.
      'ui.useOverlayScrollbars': 1,
      // For the style sheet below.
      'toolkit.legacyUserProfileCustomizations.stylesheets': true,
      ...(defaultFontSize && { 'font.size.variable.x-western': defaultFontSize }),
    };
    writeFileSync(
      join(profile, 'user.js'),
      Object.entries(preferences)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
        .join(''),
    );
    mkdirSync(join(profile, 'chrome'));
    // Firefox's windows are at least 450 px wide, a phone is narrower.
    writeFileSync(join(profile, 'chrome', 'userChrome.css'), ':root { min-width: 0 !important }');
    const browser = spawn(path, ['--marionette', '--headless', '--no-remote', '--profile', profile], {
      env: BROWSER_ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const port = await readPort(browser);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const connection = new MarionetteConnection(socket, browser, profile);
    await connection.send('NewSession', {
      proxy: { proxyType: 'manual', httpProxy: NO_PROXY, sslProxy: NO_PROXY, noProxy: LOCAL_HOSTS },
    });
    return connection;
  }

  async send<Value>(command: Command, parameters: object = {}): Promise<Value> {
    this.commands += 1;
    const number = this.commands;
    const message = JSON.stringify([0, number, `WebDriver:${command}`, parameters]);
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.pending.set(number, resolve);
      this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
    this.pending.delete(number);
    if (!answer) throw new Error(`${command}: Firefox has closed the connection`);
    const [, , error, result] = answer;
    if (error) throw new Error(`${command}: ${error.message}`);
    // The standard names the value of each command; the caller knows which one it has sent.
    return result.value as Value;
  }

  async close(): Promise<void> {
    this.socket.destroy();
    if (this.browser.exitCode === null && this.browser.signalCode === null) {
      this.browser.kill();
      await once(this.browser, 'exit');
    }
    // Its helper processes may still write for a moment.
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** Reads a message that has arrived completely; returns whether there was one. */
  private readMessage(): boolean {
    const start = this.received.indexOf(':') + 1;
    const end = start + Number(this.received.toString('utf8', 0, start - 1));
    if (start === 0 || this.received.length < end) return false;
    const message: Answer | { marionetteProtocol: number } = JSON.parse(
      this.received.toString('utf8', start, end),
    );
    this.received = this.received.subarray(end);
    // The first message is no answer: it introduces Firefox.
    if (!('marionetteProtocol' in message)) this.pending.get(message[1])?.(message);
    return true;
  }
}

/** Waits until Firefox listens, and returns its port. */
function readPort(browser: ChildProcess): Promise<number> {
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [browser.stdout, browser.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, port] = /Marionette\s+INFO\s+Listening on port (\d+)/.exec(output) ?? [];
        if (port) resolve(Number(port));
      });
    browser.once('error', reject);
    browser.once('exit', () => reject(new Error(`Firefox did not start:\n${output}`)));
  });
}

export async function launchFirefox(path: string, options: LaunchOptions): Promise<BrowserPage> {
  return WebDriverPage.create(await MarionetteConnection.start(path, options));
}
