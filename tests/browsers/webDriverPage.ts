import { expect } from '@playwright/test';
import type { BrowserPage, Point, Size } from './browserPage.ts';

/** The commands of the WebDriver standard that are used here, with their method and path over HTTP. */
export const COMMANDS = {
  NewSession: 'POST ',
  SetTimeouts: 'POST timeouts',
  Navigate: 'POST url',
  Back: 'POST back',
  Forward: 'POST forward',
  ExecuteScript: 'POST execute/sync',
  FindElement: 'POST element',
  ElementClick: 'POST element/{id}/click',
  PerformActions: 'POST actions',
  SwitchToFrame: 'POST frame',
  SetWindowRect: 'POST window/rect',
  TakeScreenshot: 'GET screenshot',
} as const;
export type Command = keyof typeof COMMANDS;

/** A session of WebDriver, over the protocol of one browser. */
export interface WebDriverConnection {
  /** Sends a command and returns its value. */
  send<Value>(command: Command, parameters?: object): Promise<Value>;
  /** Ends the browser and everything that was started for it. */
  close(): Promise<void>;
}

/** The property with which WebDriver's answers refer to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = Record<typeof ELEMENT, string>;

/** The code points that stand for keys without a character. */
const KEYS: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  ControlOrMeta: '\uE009',
  Escape: '\uE00C',
};
const FIND_TIMEOUT_MS = 10_000;

export class WebDriverPage implements BrowserPage {
  private constructor(private readonly connection: WebDriverConnection) {}

  static async create(connection: WebDriverConnection): Promise<WebDriverPage> {
    await connection.send('SetTimeouts', { implicit: FIND_TIMEOUT_MS });
    return new WebDriverPage(connection);
  }

  async open(url: string): Promise<void> {
    await this.connection.send('Navigate', { url });
  }

  async back(): Promise<void> {
    await this.connection.send('Back');
  }

  async forward(): Promise<void> {
    await this.connection.send('Forward');
  }

  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result> {
    return this.connection.send('ExecuteScript', { script: `return (${run})(...arguments)`, args });
  }

  async evaluateInFrame<Args extends unknown[], Result>(
    selector: string,
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    const element = await this.find(selector);
    // The standard has the element in `id`; Firefox's own protocol has it in `element`.
    await this.connection.send('SwitchToFrame', { id: element, element });
    try {
      return await this.evaluate(run, ...args);
    } finally {
      await this.connection.send('SwitchToFrame', { id: null });
    }
  }

  async click(selector: string): Promise<void> {
    const { [ELEMENT]: id } = await this.find(selector);
    // WebDriver refuses a click on what a message covers for a moment; Playwright waits, too.
    await expect(() => this.connection.send('ElementClick', { id })).toPass({ timeout: 10_000 });
  }

  /** WebKit's ElementClick doesn't reach what is in a frame. */
  async clickAt({ x, y }: Point): Promise<void> {
    const actions = [
      // Only whole pixels are allowed.
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport', duration: 0 },
      ...['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 })),
    ];
    await this.connection.send('PerformActions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async press(keys: string): Promise<void> {
    const values = keys.split('+').map((key) => KEYS[key] ?? key);
    await this.performKeyActions([
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.reverse().map((value) => ({ type: 'keyUp', value })),
    ]);
  }

  async type(text: string): Promise<void> {
    await this.performKeyActions(
      [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))),
    );
  }

  async resize(size: Size): Promise<void> {
    // The window is larger than the viewport by the browser's own bars. Measured before the window changes, because the viewport
    // follows it later.
    const [width, height] = await this.evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
    await this.connection.send('SetWindowRect', {
      width: size.width + (width ?? 0),
      height: size.height + (height ?? 0),
    });
    await expect.poll(() => this.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size);
  }

  async screenshot(): Promise<Buffer> {
    // Without the parameter, which is no part of the standard, Firefox takes the whole document.
    return Buffer.from(await this.connection.send<string>('TakeScreenshot', { full: false }), 'base64');
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private find(value: string): Promise<ElementReference> {
    return this.connection.send('FindElement', {
      using: value.startsWith('//') ? 'xpath' : 'css selector',
      value,
    });
  }

  private async performKeyActions(actions: object[]): Promise<void> {
    await this.connection.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
}
