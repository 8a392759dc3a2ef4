import { type BrowserContext, expect, type Page } from '@playwright/test';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { openAdmin } from '../support/openAdmin.ts';
import { PHONE } from '../support/phoneScreen.ts';
import { copyToNewFolder } from '../support/seededCopy.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { test as base, type Stack, withStack } from '../support/stack.ts';

const FOLDER = new URL('../../docs/pictures/', import.meta.url).pathname;
const WEBP = { quality: 75, effort: 6 };
/** How long the animation shows a step. */
const STEP_MS = 1_800;
const GAP_PX = 20;
const DISH = 'Duck Leg and Sour Cherries';

/** Finds a time zone in which it is about six in the evening, when the restaurant is open. */
function findEveningTimeZone(): string {
  const hoursAhead = ((18 - new Date().getUTCHours() + 36) % 24) - 12;
  // In these names the sign is the opposite of the usual one.
  return hoursAhead > 0 ? `Etc/GMT-${hoursAhead}` : `Etc/GMT+${-hoursAhead}`;
}

const test = base.extend<object, { evening: Stack }>({
  evening: [
    async ({}, use) =>
      withStack({ dataDir: copyToNewFolder(), databaseUrl: '' }, use, { TIME_ZONE: findEveningTimeZone() }),
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.use({ viewport: PHONE, hasTouch: true, deviceScaleFactor: 1.5, reducedMotion: 'reduce' });

const save = async (picture: Promise<Buffer>, name: string) =>
  sharp(await picture)
    .webp(WEBP)
    .toFile(`${FOLDER}${name}.webp`);

async function openSite(context: BrowserContext, { site }: Stack, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site + path, { waitUntil: 'networkidle' });
  return page;
}

test('the site on a phone', async ({ context, evening }) => {
  const page = await openSite(context, evening, '/');
  await save(page.screenshot(), 'site');
});

test('words that are pressed on the page', async ({ page, evening }) => {
  await openAdmin(page, evening);
  const site = page.frameLocator('iframe');
  const text = site.getByText(String(seedRecord('homepage', 'home-story-1').description).slice(0, 30));
  await expect(text).toHaveAttribute('tabindex', '0');
  await text.tap();
  await page.keyboard.press('End');
  await page.keyboard.type(' Closed on Tuesdays.');
  await save(page.screenshot(), 'words');
  await page.keyboard.press('Escape');
});

test('what the site will show next Friday', async ({ page, evening }) => {
  const days = (5 - new Date().getUTCDay() + 7) % 7 || 7;
  const friday = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await openAdmin(page, evening);
  const site = page.frameLocator('iframe');
  const heading = site.getByRole('heading', { level: 1 });
  await expect(heading).toHaveAttribute('tabindex', '0');
  await heading.tap();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Fish on Friday, out of the fire');
  await page.getByRole('button', { name: 'At…' }).tap();
  await page.getByLabel('Day and time').fill(`${friday}T17:00`);
  await page.getByRole('button', { name: 'Publish at this time' }).tap();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'View' }).first().tap();
  const preview = await opened;
  await expect(preview.getByText(/^This is how it will be from Friday/)).toBeVisible();
  await save(preview.screenshot(), 'friday');
});

test('a dish that is switched off', async ({ context, page, evening }) => {
  const site = await openSite(context, evening, '/menu');
  const dish = site.getByRole('heading', { name: DISH });
  await dish.evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  await openAdmin(page, evening);
  await page.getByRole('main').getByRole('link', { name: /^Menu/ }).tap();
  const search = page.getByRole('searchbox', { name: 'Find on the menu' });
  await expect(search).toBeEnabled();

  const frames: Buffer[] = [];
  const addFrame = async () => {
    const options = { scale: 'css' } as const;
    const [admin, visitor] = [await page.screenshot(options), await site.screenshot(options)];
    const size = { width: 2 * PHONE.width + GAP_PX, height: PHONE.height, channels: 3 as const };
    frames.push(
      await sharp({ create: { ...size, background: '#888' } })
        .composite([
          { input: admin, left: 0, top: 0 },
          { input: visitor, left: PHONE.width + GAP_PX, top: 0 },
        ])
        .png()
        .toBuffer(),
    );
  };
  await addFrame();
  await search.tap();
  await page.keyboard.type('duck');
  await addFrame();
  await page.getByRole('switch', { name: `On the menu: ${DISH}` }).tap();
  await expect(page.getByText(/is off the menu/)).toBeVisible();
  await site.reload({ waitUntil: 'networkidle' });
  await addFrame();
  await page
    .getByRole('button', { name: /^Until (?!a day|I put)/ })
    .first()
    .tap();
  await expect(page.getByRole('listitem', { name: DISH })).toContainText(/Off, back .+ at /);
  await addFrame();
  await sharp(frames, { join: { animated: true } })
    .webp({ ...WEBP, delay: frames.map(() => STEP_MS), loop: 0 })
    .toFile(`${FOLDER}dish-off.webp`);
});
