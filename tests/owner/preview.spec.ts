import { uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import { type EntryId, pathOf, saveDraft } from '../support/entries.ts';
import { publishEntry, submitSignInForm } from '../support/openAdmin.ts';
import { PHONE } from '../support/phoneScreen.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { expect, test } from '../support/stack.ts';

const FRIES: EntryId = { uid: uidOf('menu-side'), documentId: 'hand-cut-fries' };
const CORN: EntryId = { ...FRIES, documentId: 'sweet-corn' };
const SERVICES: EntryId = { uid: uidOf('servicespage'), documentId: 'services-main' };
const PUBLISHED = seedRecord('menu-side', FRIES.documentId).description ?? '';
const DRAFT = 'a soup that is not ready yet';

test('the preview in the admin shows the owner her saved draft on its page', async ({
  page: admin,
  editableStack: stack,
}) => {
  await saveDraft(stack, SERVICES, { mainHeading: 'Services of tomorrow' });
  // Collects the messages that each window receives.
  await admin.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    window.addEventListener('message', ({ data }) => messages.push(data?.type));
  });
  await admin.goto(`${stack.cms}/admin${pathOf(FRIES)}`);
  await submitSignInForm(admin);
  const field = admin.locator('textarea[name="description"]');
  await expect(field).toHaveValue(PUBLISHED);
  await field.fill(DRAFT);
  await admin.getByRole('button', { name: 'Save and preview' }).click();

  const preview = admin.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByText(DRAFT)).toBeInViewport();
  await expect(preview.getByRole('heading', { level: 3, name: 'Hand-Cut Fries' })).toBeInViewport();
  await expect(preview.getByRole('status')).toHaveText(/^Preview with /);
  const visited = await (await fetch(`${stack.site}/menu`)).text();
  expect(visited).toContain(PUBLISHED);
  expect(visited).not.toContain(DRAFT);

  await admin.setViewportSize(PHONE);
  for (const name of ['Save', 'Publish'])
    await expect(admin.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });

  // In place of an incomplete draft, it shows what is published, and says so.
  await saveDraft(stack, CORN, { sideName: null });
  await expect(preview.getByRole('status')).toHaveText(/^Preview\. Some .*can’t be shown/);
  const corn = seedRecord('menu-side', CORN.documentId).sideName ?? '';
  await expect(preview.getByRole('heading', { name: corn })).toBeAttached();

  // The next page shows its drafts, too.
  await preview.getByRole('button', { name: 'Pages' }).click();
  await preview.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Services' }).click();
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Services of tomorrow');

  // The admin tells it when the draft is published.
  const listMessages = () =>
    preview.getByRole('main').evaluate(() => Reflect.get(window, 'messages') as unknown[]);
  expect(await listMessages()).not.toContain('strapiUpdate');
  await publishEntry(admin);
  await expect.poll(listMessages).toContain('strapiUpdate');
});
