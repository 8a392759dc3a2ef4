import AxeBuilder from '@axe-core/playwright';
import { waitForHydration } from '../support/hydration.ts';
import { waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { addStyles, findUnreadableText, TEXT_SPACING } from '../support/readableText.ts';
import { expect, type Site, test as siteTest } from '../support/site.ts';
import type { Page } from '../support/stack.ts';

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
const test = siteTest.extend<{ site: Site }>({
  site: async ({ cms, startSite, page }, use) => {
    cms.editResponse = addStates;
    await page.addInitScript((now) => {
      Date.now = () => now;
    }, NOW);
    const options = { preload: `Date.now=()=>${NOW}`, env: { TIME_ZONE: 'America/New_York' } };
    await use(await (await startSite(options)).waitUntilCached());
  },
});

const quickLinks = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });
const notice = (page: Page) => page.getByRole('region', { name: 'Notice' });

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

// Without JavaScript, the line is longer by its date.
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('the longest notice, line and links are readable at every width, zoomed, enlarged and with wide text spacing', async ({
      page,
      site,
    }) => {
      if (javaScriptEnabled) await open(page, site.address);
      else await page.goto(site.address);
      await expect(quickLinks(page).getByRole('link').first()).toContainText(
        javaScriptEnabled ? LONGEST_LINE : `${LONGEST_LINE} (Thursday, November 26)`,
        { useInnerText: true },
      );
      const browser = await page.context().newCDPSession(page);
      const expectReadableText = async (variant: string, sizes: { width: number; height: number }[]) => {
        for (const size of sizes) {
          await page.setViewportSize(size);
          const name = `${variant}, ${size.width} by ${size.height}`;
          expect
            .soft(await page.evaluate(() => document.documentElement.scrollWidth), name)
            .toBeLessThanOrEqual(size.width);
          expect.soft(await findUnreadableText(page), name).toEqual([]);
          const problems = await quickLinks(page).evaluate((bar) => {
            window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
            const atEnd = bar.getBoundingClientRect();
            const links = [...document.querySelectorAll('footer a')].map((link) =>
              link.getBoundingClientRect(),
            );
            const isFooterCovered = links.some(({ bottom }) => atEnd.top > 0 && bottom > atEnd.top + 1);
            const cut = [...bar.querySelectorAll('a')].filter(
              (link) => link.scrollWidth > link.clientWidth + 1,
            );
            const small = [...bar.querySelectorAll('a')].filter(
              (link) => link.getBoundingClientRect().height < 44 || link.getBoundingClientRect().width < 44,
            );
            window.scrollTo({ top: 0, behavior: 'instant' });
            return [
              ...(isFooterCovered ? ['the bar covers the footer'] : []),
              ...cut.map(({ textContent }) => `cut off: ${textContent}`),
              ...small.map(({ textContent }) => `small: ${textContent}`),
            ];
          });
          expect.soft(problems, name).toEqual([]);
        }
      };
      await expectReadableText('default text', [...SIZES, ZOOMED]);
      await page.setViewportSize({ width: 320, height: 740 });
      const countLines = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          });
      expect(await countLines('nav[data-kinds] a p')).toBeLessThanOrEqual(javaScriptEnabled ? 3 : 4);
      expect(await countLines('section[aria-label="Notice"] a')).toBeLessThanOrEqual(5);
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      await expectReadableText('text at 200 %', [
        { width: 1280, height: 1024 },
        { width: 360, height: 740 },
      ]);
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
      await addStyles(page, TEXT_SPACING);
      await expectReadableText('text spacing', [
        ZOOMED,
        { width: 320, height: 740 },
        { width: 1440, height: 900 },
      ]);
    });
  });

test('axe finds no violation in the notice, the line and the links, and the notice is first after the skip link', async ({
  page,
  site,
}) => {
  await open(page, `${site.address}/contact`);
  for (const size of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      const axe = new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'], iframes: false });
      const { violations } = await axe.analyze();
      expect
        .soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`))
        .toEqual([]);
    }
  await page.keyboard.press('Tab');
  await expect(page.locator('a[href="#main"]')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(notice(page).getByRole('link', { name: NOTICE })).toBeFocused();
  await expect(notice(page)).toBeInViewport({ ratio: 1 });
  const links = page
    .getByRole('contentinfo')
    .getByRole('navigation', { name: 'Other sites' })
    .getByRole('link');
  await expect(links).toHaveText(LINKS.map(({ label }) => label));
  await expect(quickLinks(page).getByRole('link').last()).toHaveAttribute('href', LINKS[0]?.address ?? '');
});

test('paper has the notice with its end, and no links to other sites', async ({ page, site }) => {
  await open(page, `${site.address}/menu`);
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

for (const width of [360, 1440]) {
  test(`the line changes at a boundary and nothing shifts at ${width} px`, async ({ page, site }) => {
    const layoutShift = await watchLayoutShifts(page);
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
}
