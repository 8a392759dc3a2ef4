import { createServer } from 'node:http';
import AxeBuilder from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import type { AdminMessage, PageMessage } from '../../cms/src/shared/requests/editMessages.ts';
import { PREVIEW_STATE_PATH, PREVIEW_TOKEN_HEADER } from '../../cms/src/shared/requests/siteRequests.ts';

import { waitForHydration } from '../support/hydration.ts';
import { PHONE } from '../support/phoneScreen.ts';
import { listenOnFreePort } from '../support/ports.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { test as base, expect, type Site } from '../support/site.ts';

const STORY = { type: 'homepage', documentId: 'home-story-1', field: 'description' };
const HEADING = { ...STORY, field: 'subHeadings' };
const STORY_TEXT = seedRecord('homepage', STORY.documentId).description ?? '';
const HEADING_TEXT = seedRecord('homepage', STORY.documentId).subHeadings ?? '';

const START: AdminMessage = {
  type: 'words-start',
  texts: {
    homepage: {
      description: { maxLength: 2000, isOneLine: false, canChange: true },
      subHeadings: { maxLength: 80, isOneLine: true, canChange: true },
    },
  },
};

const ADMIN_PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><title>Admin</title>
  <style>body { margin: 0 } iframe { display: block; border: 0; inline-size: 100vw; block-size: 100vh }</style>
  <iframe></iframe><script>window.received = []; onmessage = ({ data }) => received.push(data);</script>`;

/** The admin: a page that frames the site, collects its messages and sends those of the test. */
class Admin {
  /** The drafts, which differ from what the site shows. */
  private readonly edits: [from: string, to: string][] = [];
  token = 'token';

  private constructor(
    readonly page: Page,
    private readonly site: Site,
  ) {}

  static async open(page: Page, site: Site, origin: string, path: string): Promise<Admin> {
    const admin = new Admin(page, site);
    await page.route(
      (url) => url.origin === site.address && url.pathname.startsWith('/api/'),
      async (route) => {
        const { [PREVIEW_TOKEN_HEADER]: token, ...headers } = route.request().headers();
        const { pathname } = new URL(route.request().url());
        if (!token) return route.continue();
        if (token !== admin.token) return route.fulfill({ status: 403 });
        if (pathname === PREVIEW_STATE_PATH) return route.fulfill({ body: `${admin.edits.length}` });
        const response = await route.fetch({ headers });
        const edited = admin.edits.reduce(
          (body, [from, to]) => body.replace(JSON.stringify(from), JSON.stringify(to)),
          await response.text(),
        );
        return route.fulfill({ response, body: edited });
      },
    );
    await page.goto(origin);
    await page.evaluate(
      (url) => document.querySelector('iframe')?.setAttribute('src', url),
      `${site.address}${path}#${new URLSearchParams({ preview: 'token', at: '', edit: origin })}`,
    );
    await admin.next('words-ready');
    return admin;
  }

  get frame(): Frame {
    const frame = this.page.frames().find((candidate) => candidate.url().startsWith(this.site.address));
    if (!frame) throw new Error('the site is not framed');
    return frame;
  }

  endToken(): void {
    this.token = 'renewed';
  }

  /** Types another text, and leaves it. */
  async leaveWith(text: string): Promise<Extract<PageMessage, { type: 'words-left' }>> {
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
    await this.send({ type: 'words-save' });
    return this.next('words-left');
  }

  /** Saves a draft. */
  edit(from: string, to: string): void {
    this.edits.push([from, to]);
  }

  async send(message: AdminMessage): Promise<void> {
    await this.page.evaluate(([sent, origin]) => window.frames[0]?.postMessage(sent, origin), [
      message,
      this.site.address,
    ] as const);
  }

  /** Waits for the first message of a type, and takes it. */
  async next<Type extends PageMessage['type']>(type: Type): Promise<Extract<PageMessage, { type: Type }>> {
    const handle = await this.page.waitForFunction((wanted) => {
      const received = Reflect.get(window, 'received') as PageMessage[];
      const index = received.findIndex((message) => message.type === wanted);
      return index < 0 ? undefined : received.splice(index, 1)[0];
    }, type);
    return (await handle.jsonValue()) as Extract<PageMessage, { type: Type }>;
  }
}

const test = base.extend<{ origin: string; openAdmin: (path: string) => Promise<Admin> }>({
  origin: async ({}, use) => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(ADMIN_PAGE),
    );
    await use(`http://localhost:${await listenOnFreePort(server)}`);
    server.closeAllConnections();
    server.close();
  },
  site: async ({ startSite, origin }, use) =>
    use(await (await startSite({ env: { ADMIN_URL: origin } })).waitUntilCached()),
  openAdmin: async ({ page, site, origin }, use) => {
    await use((path) => Admin.open(page, site, origin, path));
    // Before the site ends, which would break the requests that are under way.
    await page.unrouteAll({ behavior: 'wait' });
  },
});

/** Returns where the elements of the page are. */
const listPlaces = (frame: Frame) =>
  frame.evaluate(() =>
    [...document.querySelectorAll(':is(header, main, footer) :is(h1, h2, h3, p, img, a)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.tagName, x, y, width, height].join(' ');
    }),
  );

for (const viewport of [PHONE, { width: 1440, height: 900 }])
  test(`a pressed text is typed in its place, and the page does not move (${viewport.width} px)`, async ({
    page,
    openAdmin,
  }) => {
    await page.setViewportSize(viewport);
    const admin = await openAdmin('/');
    const { frame } = admin;
    const text = frame.getByText(STORY_TEXT.slice(0, 30));
    const field = frame.getByRole('textbox');
    await admin.send(START);
    await expect(text).toHaveAttribute('tabindex', '0');
    await text.scrollIntoViewIfNeeded();
    const places = await listPlaces(frame);
    const box = await text.boundingBox();
    await text.click();
    await expect(field).toBeFocused();
    expect(await listPlaces(frame)).toEqual(places);
    expect(await field.boundingBox()).toEqual(box);
    expect(await admin.next('words-opened')).toEqual({ type: 'words-opened', place: STORY });
    await expect(field).toHaveAccessibleName('Text');
    await field.press('Control+End');
    await field.pressSequentially(' Closed on Tuesdays.\n\nBut not for long.');
    // The page makes room for a text that becomes longer.
    expect(await text.boundingBox()).toEqual(await field.boundingBox());
    await page.keyboard.press('Tab');
    const left = await admin.next('words-left');
    const typed = `${STORY_TEXT} Closed on Tuesdays.\n\nBut not for long.`;
    const seen = [STORY_TEXT, STORY_TEXT];
    expect(left).toEqual({ type: 'words-left', id: left.id, place: STORY, seen, text: typed });
    admin.edit(STORY_TEXT, typed);
    await admin.send({ type: 'words-saved', id: left.id, text: typed });
    await expect(field).toHaveCount(0);
    await expect(frame.getByText('But not for long.')).toBeVisible();
  });

test('what is typed is readable for all, and stays in its place when the token ends', async ({
  page,
  openAdmin,
}) => {
  const admin = await openAdmin('/');
  const { frame } = admin;
  const [text, field] = [
    frame.getByText(STORY_TEXT.slice(0, 30)),
    frame.getByRole('textbox', { name: 'Text' }),
  ];
  await admin.send(START);
  await expect(text).toHaveAttribute('tabindex', '0');
  await text.click();
  const { id, ...left } = await admin.leaveWith('Closed on Tuesdays.');
  await admin.send({ type: 'words-failed', id, message: 'There is no connection.' });
  await expect(frame.getByRole('alert')).toHaveText('There is no connection.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).include(['iframe', 'body']).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }

  const place = await frame.evaluate(() => window.scrollY);
  admin.endToken();
  await admin.next('words-ended');
  await admin.send({ type: 'words-token', token: admin.token });
  admin.edit(HEADING_TEXT, 'Another heading');
  await expect(frame.getByRole('heading', { name: 'Another heading' })).toBeVisible();
  expect(await frame.evaluate(() => window.scrollY)).toBe(place);
  await expect(field).toHaveValue(left.text);
});

test('with the keyboard alone, a heading is changed and the focus goes on from there', async ({
  page,
  openAdmin,
}) => {
  const admin = await openAdmin('/');
  const { frame } = admin;
  const heading = frame.getByRole('heading', { name: HEADING_TEXT });
  await admin.send(START);
  await expect(heading).toHaveAccessibleDescription(/change/);
  await heading.focus();
  await page.keyboard.press('Space');
  expect(await admin.next('words-opened')).toEqual({ type: 'words-opened', place: HEADING });
  await expect(frame.getByRole('textbox', { name: 'Heading' })).toBeFocused();
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  expect(await admin.next('words-left')).toMatchObject({
    text: `${HEADING_TEXT}!`,
    seen: [HEADING_TEXT, HEADING_TEXT],
  });
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(frame.getByText(STORY_TEXT.slice(0, 30))).toBeFocused();
});

test('opening a text moves nothing: in the line of its name, in a list, in bars of the window, in the footer', async ({
  page,
  openAdmin,
}) => {
  for (const width of [PHONE.width, 768, 1440]) {
    await page.setViewportSize({ ...PHONE, width });
    const admin = await openAdmin('/menu');
    const { frame } = admin;
    const field = frame.getByRole('textbox');
    await admin.send(START);
    for (const selector of [
      '#menu-entrees li:nth-child(2) h3',
      '#menu-sides li:nth-child(2) p',
      '#menu-drinks li',
      'nav[aria-label="On this page"] a:nth-child(2)',
      'nav[aria-label="Quick links"] a[href="/menu"]',
      'footer nav a',
    ])
      await test.step(`${selector}, ${width} px`, async () => {
        const text = frame.locator(selector).first();
        // Each part of the page is pressable once its own drafts are there.
        const isPressable = () =>
          text.evaluate((element) =>
            Boolean(element.closest('[data-field]') ?? element.querySelector('[data-field]')),
          );
        await expect.poll(isPressable).toBe(true);
        await text.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
        const { x = 0, y = 0 } = (await text.boundingBox()) ?? {};
        const places = await listPlaces(frame);
        // A press of Playwright's would scroll to what is in a bar of the window.
        await page.mouse.click(x + 5, y + 10);
        await expect(field).toBeFocused();
        await expect(field).toBeInViewport({ ratio: 1 });
        expect(await listPlaces(frame)).toEqual(places);
        await field.press('Escape');
        await expect(field).toHaveCount(0);
      });
  }
});

test('a text that is typed follows its place when a phone is turned', async ({ page, openAdmin }) => {
  await page.setViewportSize(PHONE);
  const admin = await openAdmin('/');
  const { frame } = admin;
  const text = frame.getByText(STORY_TEXT.slice(0, 30));
  const field = frame.getByRole('textbox');
  await admin.send(START);
  await expect(text).toHaveAttribute('tabindex', '0');
  await text.click();
  await field.press('Control+End');
  await field.pressSequentially('\n\nClosed on Tuesdays.');
  for (const turned of [{ width: PHONE.height, height: PHONE.width }, PHONE]) {
    await page.setViewportSize(turned);
    await expect(async () => expect(await field.boundingBox()).toEqual(await text.boundingBox())).toPass();
    await expect(field).toBeFocused();
  }
});

test('a text that waits to be saved stays in its place when another one becomes longer', async ({
  page,
  openAdmin,
}) => {
  const admin = await openAdmin('/');
  const { frame } = admin;
  const text = frame.getByText(STORY_TEXT.slice(0, 30));
  await admin.send(START);
  await expect(text).toHaveAttribute('tabindex', '0');
  await text.click();
  await page.keyboard.type('Typed ');
  await frame.getByRole('heading', { name: HEADING_TEXT }).click();
  await page.keyboard.type(' long'.repeat(11));
  const box = await frame.getByRole('textbox', { name: 'Text' }).boundingBox();
  expect(box).toEqual(await text.boundingBox());
});

test('line breaks pasted into a heading become spaces, the caret stays behind them, and the browser can undo it', async ({
  page,
  context,
  openAdmin,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const admin = await openAdmin('/');
  const { frame } = admin;
  const field = frame.getByRole('textbox');
  await admin.send(START);
  await frame.getByRole('heading', { name: HEADING_TEXT }).click();
  await page.evaluate(() => navigator.clipboard.writeText('At our\nhouse,\n'));
  await field.press('Home');
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue(`At our house, ${HEADING_TEXT}`);
  await field.pressSequentially('long ago: ');
  await expect(field).toHaveValue(`At our house, long ago: ${HEADING_TEXT}`);
  await field.press('ControlOrMeta+z');
  await expect(field).toHaveValue(HEADING_TEXT);
});

test('a visitor loads no part of it, and neither the address nor a window of its own makes the page editable', async ({
  page,
  site,
  origin,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(site.address);
  await waitForHydration(page);
  expect(scripts.filter((path) => /preview|press/i.test(path))).toEqual([]);
  await page.goto(`${site.address}/menu#${new URLSearchParams({ preview: 'token', at: '', edit: origin })}`);
  await waitForHydration(page);
  await expect.poll(() => scripts.filter((path) => path.includes('preview-')).length).toBeGreaterThan(0);
  expect(scripts.filter((path) => /press/i.test(path))).toEqual([]);
});
