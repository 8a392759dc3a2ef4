import { clickPublish, openAdmin } from '../support/openAdmin.ts';
import { expect, test } from '../support/stack.ts';

test('below the hours the admin says what a doubtful line can mean, and hours around the clock reach the site and search engines', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  await page.getByRole('main').getByRole('link', { name: 'Opening hours, special days' }).click();
  const hours = page.getByLabel('Opening hours');
  const expectStatus = (text: string) =>
    expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

  await hours.fill('Monday: Closed\nTue-Sun: 8-9pm');
  await expectStatus(
    'The hours in “Tue-Sun: 8-9pm” can mean “8:00 am – 9:00 pm” or “8:00 pm – 9:00 pm”. Write the one that you mean.',
  );
  await hours.fill('Daily: 5 pm – 9 pm\nWinter break');
  await expectStatus(
    'The line “Winter break” may say that you are closed for a time. Enter the dates under “Special days”, and take the line out here.',
  );
  await hours.fill('Mon\u00ad–Sun: 24 hours\u200b');
  await expectStatus('The site understands: Every day, open around the clock.');
  await clickPublish(page);
  await expect(page.getByText('Published: the site shows it in a moment')).toBeVisible();

  await stack.waitForSite('contactpage');
  await page.goto(`${stack.site}/contact`);
  const section = page.getByRole('main').locator('#contact-hours');
  await expect(section.getByText('Open', { exact: true })).toBeVisible();
  await expect(section.getByRole('definition')).toHaveText('24 hours');
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '').openingHoursSpecification).toEqual([
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      opens: '00:00',
      closes: '23:59',
    },
  ]);
});
