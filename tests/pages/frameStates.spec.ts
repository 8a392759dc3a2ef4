import { rmSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { FaultyCms } from '../support/faultyCms.ts';
import { waitForHydration } from '../support/hydration.ts';
import { waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { addStyles, findUnreadableText, TEXT_SPACING } from '../support/readableText.ts';
import { createSiteData, Site } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** The longest notice that the admin accepts. */
const NOTICE =
  'Extraordinarily well-attended neighborhood anniversary celebration: Franklintonians, reservations unfortunately unavailable, walk-ins welcome';
const LINKS = [
  'Order for pickup tonight',
  'Reserve',
  'Gift cards',
  'Jobs',
  'Instagram',
  'Private dining and events',
].map((label, index) => ({ label, address: `https://link-${index}.example/` }));
/** The longest reason of a special day. */
const REASON = 'the Scioto riverfront lantern festival 2';
const LONGEST_LINE = `Closed today for ${REASON}, opens Friday at 4:30 pm`;
/** Thanksgiving at noon in Columbus. */
const NOW = Date.parse('2026-11-26T12:00:00-05:00');
/** The viewport of a window of 1280 by 1024 px at 400 % zoom, in CSS pixels. */
const ZOOMED = { width: 320, height: 256 };
const SIZES = [320, 360, 768, 1024, 1280, 1440].map((width) => ({ width, height: 800 }));

/** Adds a notice, six links and a special day to a response of the CMS. */
function addStates(body: string): string {
  const response = JSON.parse(body);
  if (response.data?.websiteName)
    Object.assign(response.data, {
      notice: { text: NOTICE, address: 'https://party.example/', from: null, until: '2026-11-28T03:30:00Z' },
      links: LINKS,
    });
  for (const entry of Array.isArray(response.data) ? response.data : [])
    if (entry.documentId === 'contact-hours')
      entry.specialDays = [{ from: '2026-11-26', until: null, closed: true, hours: null, reason: REASON }];
  return JSON.stringify(response);
}

/** A site in all states at once, whose clock stands still; the browser's clock starts at the same instant. */
let site: Site;
let dataDir: string;
let cms: FaultyCms;

test.beforeAll(async ({ stack }) => {
  dataDir = createSiteData();
  cms = await FaultyCms.start(stack.cms);
  cms.editResponse = addStates;
  const options = { preload: `Date.now=()=>${NOW}`, env: { TIME_ZONE: 'America/New_York' } };
  site = await (await Site.start({ cms: cms.address, dataDir, ...options })).waitUntilCached();
});
test.afterAll(async () => {
  expect(site.hasCrashed, site.log).toBe(false);
  await site.stop();
  await cms.stop();
  rmSync(dataDir, { recursive: true });
});
test.beforeEach(({ page }) =>
  page.addInitScript((now) => {
    Date.now = () => now;
  }, NOW),
);

const quickLinks = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });
const notice = (page: Page) => page.getByRole('region', { name: 'Notice' });

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Lists what is wrong with the bar of quick links: links that are cut off or small, and links of the footer that it covers. */
const findBarProblems = (page: Page) =>
  quickLinks(page).evaluate((bar) => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    const atEnd = bar.getBoundingClientRect();
    const footer = [...document.querySelectorAll('footer a')].map((link) => link.getBoundingClientRect());
    const isFooterCovered = footer.some(({ bottom }) => atEnd.top > 0 && bottom > atEnd.top + 1);
    const links = [...bar.querySelectorAll('a')];
    const cut = links.filter((link) => link.scrollWidth > link.clientWidth + 1);
    const small = links.filter((link) => {
      const { width, height } = link.getBoundingClientRect();
      return height < 44 || width < 44;
    });
    window.scrollTo({ top: 0, behavior: 'instant' });
    return [
      ...(isFooterCovered ? ['the bar covers the footer'] : []),
      ...cut.map(({ textContent }) => `cut off: ${textContent}`),
      ...small.map(({ textContent }) => `small: ${textContent}`),
    ];
  });

/** Expects all text to be readable, and the bar to be whole, in viewports of these sizes. */
async function expectReadable(
  page: Page,
  variant: string,
  sizes: { width: number; height: number }[],
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const name = `${variant}, ${size.width} by ${size.height}`;
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(scrollWidth, name).toBeLessThanOrEqual(size.width);
    expect.soft(await findUnreadableText(page), name).toEqual([]);
    expect.soft(await findBarProblems(page), name).toEqual([]);
  }
}

/** Counts the lines of text of the first element that a selector finds. */
const countLines = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });

// Without JavaScript, the line is longer by its date.
for (const [scripts, javaScriptEnabled, line, maxLines] of [
  ['with JavaScript', true, LONGEST_LINE, 3],
  ['without JavaScript', false, `${LONGEST_LINE} (Thursday, November 26)`, 4],
] as const)
  test.describe(scripts, () => {
    test.use({ javaScriptEnabled });

    test('the longest notice, line and links are readable', async ({ page }) => {
      await page.goto(site.address);
      if (javaScriptEnabled) await waitForHydration(page);
      const status = quickLinks(page).getByRole('link').first();
      await expect(status).toContainText(line, { useInnerText: true });
      const browser = await page.context().newCDPSession(page);

      await test.step('at every width and at 400 % zoom', () =>
        expectReadable(page, 'default text', [...SIZES, ZOOMED]));

      await test.step('on few lines of the narrowest phone', async () => {
        await page.setViewportSize({ width: 320, height: 740 });
        expect(await countLines(page, 'nav[data-kinds] a p')).toBeLessThanOrEqual(maxLines);
        expect(await countLines(page, 'section[aria-label="Notice"] a')).toBeLessThanOrEqual(5);
      });

      await test.step('with text at 200 %', async () => {
        await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
        await expectReadable(page, 'text at 200 %', [
          { width: 1280, height: 1024 },
          { width: 360, height: 740 },
        ]);
        await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
      });

      await test.step('with wide text spacing', async () => {
        await addStyles(page, TEXT_SPACING);
        await expectReadable(page, 'text spacing', [
          ZOOMED,
          { width: 320, height: 740 },
          { width: 1440, height: 900 },
        ]);
      });
    });
  });

test('axe finds no violation in the notice, the line and the links', async ({ page }) => {
  await open(page, `${site.address}/contact`);
  for (const [size, colorScheme] of [
    [{ width: 360, height: 740 }, 'light'],
    [{ width: 1440, height: 900 }, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'], iframes: false });
    const { violations } = await axe.analyze();
    expect
      .soft(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        colorScheme,
      )
      .toEqual([]);
  }
});

test('the notice is first after the skip link', async ({ page }) => {
  await open(page, `${site.address}/contact`);
  await page.keyboard.press('Tab');
  await expect(page.locator('a[href="#main"]')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(notice(page).getByRole('link', { name: NOTICE })).toBeFocused();
  await expect(notice(page)).toBeInViewport({ ratio: 1 });
});

test('the footer has the links to other sites, and the bar the first of them', async ({ page }) => {
  await page.goto(`${site.address}/contact`);
  const links = page
    .getByRole('contentinfo')
    .getByRole('navigation', { name: 'Other sites' })
    .getByRole('link');
  await expect(links).toHaveText(LINKS.map(({ label }) => label));
  await expect(quickLinks(page).getByRole('link').last()).toHaveAttribute('href', LINKS[0]?.address ?? '');
});

test('paper has the notice with its end, and no links to other sites', async ({ page }) => {
  await page.goto(`${site.address}/menu`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(notice(page)).toHaveText(`${NOTICE} (until Friday, November 27, 10:30 pm)`);
  await expect(notice(page).getByText('until Friday')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(
    await notice(page).evaluate((band) => {
      const { color, backgroundColor } = getComputedStyle(band);
      return [color, backgroundColor];
    }),
  ).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']);
});

test('nothing shifts when the line changes at a boundary', async ({ page }) => {
  const layoutShift = await watchLayoutShifts(page);
  for (const width of [360, 1440])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, site.address);
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      const before = await layoutShift();
      await page.evaluate((later) => {
        Date.now = () => later;
        document.dispatchEvent(new Event('visibilitychange'));
      }, Date.parse('2026-11-27T18:00:00-05:00'));
      await expect(quickLinks(page).getByRole('link').first()).toContainText('Open until 10:30 pm');
      await waitForPaint(page);
      expect(await layoutShift()).toBe(before);
    });
});
