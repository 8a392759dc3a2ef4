import type { Browser, BrowserType, Page } from '@playwright/test';
import { chromiumSwitches } from '../support/chromiumSwitches.ts';
import {
  BROWSER_ENV,
  type BrowserPage,
  type LaunchOptions,
  LOCAL_HOSTS,
  NO_PROXY,
  type Point,
  type Size,
} from './browserPage.ts';

/** A page in a browser that Playwright starts: Chromium, or Playwright's own builds of Firefox and WebKit. */
export class PlaywrightPage implements BrowserPage {
  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
  ) {}

  /** @param executablePath by default Playwright's own build */
  static async launch(
    type: BrowserType,
    { defaultFontSize }: LaunchOptions = {},
    executablePath?: string,
  ): Promise<PlaywrightPage> {
    const isChromium = type.name() === 'chromium';
    const browser = await type.launch({
      ...(executablePath && { executablePath }),
      ...(isChromium && { args: chromiumSwitches }),
      ...(type.name() === 'firefox' &&
        defaultFontSize && { firefoxUserPrefs: { 'font.size.variable.x-western': defaultFontSize } }),
      env: BROWSER_ENV,
      proxy: { server: NO_PROXY, bypass: LOCAL_HOSTS.join() },
    });
    const page = await browser.newPage();
    if (isChromium && defaultFontSize) {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: defaultFontSize } });
    }
    return new PlaywrightPage(browser, page);
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
  }

  async back(): Promise<void> {
    await this.page.goBack();
  }

  async forward(): Promise<void> {
    await this.page.goForward();
  }

  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result> {
    return this.page.evaluate(`(${run})(...${JSON.stringify(args)})`);
  }

  async evaluateInFrame<Args extends unknown[], Result>(
    selector: string,
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    const element = await this.page.locator(selector).elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error(`${selector} is no frame`);
    return frame.evaluate(`(${run})(...${JSON.stringify(args)})`);
  }

  async click(selector: string): Promise<void> {
    await this.page.locator(selector).first().click();
  }

  async clickAt({ x, y }: Point): Promise<void> {
    await this.page.mouse.click(x, y);
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async resize(size: Size): Promise<void> {
    await this.page.setViewportSize(size);
  }

  screenshot(): Promise<Buffer> {
    return this.page.screenshot();
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
