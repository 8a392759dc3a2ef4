import { chromium, firefox, webkit } from '@playwright/test';
import { test as base } from '../support/site.ts';
import type { BrowserPage, LaunchOptions } from './browserPage.ts';
import { launchFirefox } from './firefox.ts';
import { PlaywrightPage } from './playwrightPage.ts';
import { launchWebKit } from './webKit.ts';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** Opens a page in a new browser; the browsers of this machine are in the environment, or else Playwright's are used. */
function launch(engine: EngineName, options: LaunchOptions): Promise<BrowserPage> {
  const { CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_DRIVER_PATH } = process.env;
  if (engine === 'firefox' && FIREFOX_PATH) return launchFirefox(FIREFOX_PATH, options);
  if (engine === 'webkit' && WEBKIT_DRIVER_PATH) return launchWebKit(WEBKIT_DRIVER_PATH, options);
  const type = { chromium, firefox, webkit }[engine];
  return PlaywrightPage.launch(type, options, engine === 'chromium' ? CHROMIUM_PATH : undefined);
}

interface Fixtures {
  /** Opens a page in a browser of its own, which is closed after the test. */
  launchBrowser: (options?: LaunchOptions) => Promise<BrowserPage>;
  visitor: BrowserPage;
}

/** Tests of one engine: every test has a browser of its own. */
export const test = base.extend<Fixtures, { engine: EngineName }>({
  engine: ['chromium', { scope: 'worker', option: true }],
  launchBrowser: async ({ engine }, use) => {
    const launched: BrowserPage[] = [];
    await use(async (options = {}) => {
      const page = await launch(engine, options);
      launched.push(page);
      return page;
    });
    for (const page of launched) await page.close();
  },
  visitor: async ({ launchBrowser }, use) => use(await launchBrowser()),
});

export { expect } from '../support/site.ts';
