import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository, editSite, runScript } from '../support/backups.ts';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import { signInWithCode } from '../support/newBrowser.ts';
import { clickPublish, openAdmin, PUBLISHED } from '../support/openAdmin.ts';
import { expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { pagePaths } from '../support/site.ts';
import type { Page, Stack } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

// docs/security.md has these lists in words, under “What it sends to others”. A connection to another machine is refused, and fails the
// test; these tests also name those between the processes on this machine, and the programs that could connect by themselves.

const START = 'scripts/start.mjs';
const CMS = 'cms/dist/src/start.js';
const SITE = 'web/dist/server/main.js';
const OFFSITE = 'cms/dist/src/offsite/command.js';
const BACKUP = ['scripts/backup.mjs', 'cms/dist/src/backups/command.js'] as const;
const PASSWORD = ['scripts/password.mjs', 'cms/dist/src/access/command.js'] as const;
const HOME = '/content-manager/collection-types/api::homepage.homepage/home-main';
/** The pages of the admin on which Strapi tells of its newer versions, its shop and its services. */
const SETTINGS = [
  '/',
  '/plugins/upload',
  '/settings/application-infos',
  '/settings/users',
  '/settings/api-tokens',
  '/marketplace',
  '/me',
];
const MAP = 'https://www.openstreetmap.org';
const POLL = { timeout: 60_000 };

interface Day {
  scratch: string;
  startStack: typeof Stack.start;
  databaseUrl?: string;
  settings?: Record<string, string>;
  mailServer?: MailServer;
  /** What the ports of other servers are called in the list. */
  servers?: Record<string, string>;
  /** What happens between the start and midnight, besides what happens every day. */
  spend: (stack: Stack) => Promise<void>;
}

/** Runs a site for a day until after midnight, and lists what its processes connect to and start. */
async function listConnections({
  scratch,
  startStack,
  databaseUrl = '',
  settings,
  mailServer,
  servers,
  spend,
}: Day) {
  const dataDir = join(scratch, 'data');
  // Postgres is empty, so with it the day begins with the first start.
  if (!databaseUrl) rmSync(join(copySeededData(dataDir), 'backups'), { recursive: true });
  const log = join(scratch, 'connections');
  const now = new Date();
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 0, 0, 1);
  const clock = new TestClock(scratch, now.toISOString());
  const env = { ...settings, ...clock.env, TEST_CONNECTION_LOG: log };
  const names = new Map(Object.entries(servers ?? {}));
  const stack = await startStack(dataDir, databaseUrl, env);
  names.set(new URL(stack.cms).port, 'the CMS').set(new URL(stack.site).port, 'the site');
  if (mailServer) stack.withToken(await signInWithCode(stack.cms, mailServer));
  for (const path of pagePaths) expect((await fetch(stack.site + path)).status, path).toBe(200);
  await spend(stack);
  await editSite(stack);
  const { status } = runScript('backup', { ...stack.settings, ...env }, [join(scratch, 'by-hand.tar.gz')]);
  expect(status).toBe(0);
  expect((await runPassword({ ...stack.settings, ...env }, accounts.OWNER_EMAIL)).status).toBe(0);
  const daily = join(dataDir, 'backups', 'daily');
  const listDays = () => (existsSync(daily) ? readdirSync(daily).map((name) => name.slice(0, 10)) : []);
  await expect.poll(listDays, POLL).toEqual([now.toLocaleDateString('sv')]);
  clock.skipTo(tomorrow.toISOString(), Object.values(stack.processes));
  await expect.poll(listDays, POLL).toContain(tomorrow.toLocaleDateString('sv'));
  await stack.stop();

  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const connections = lines.map((line) => {
    const { script, target }: { script: string; target: string } = JSON.parse(line);
    const port = /:(\d+)$/.exec(target)?.[1] ?? '';
    return `${script} → ${target === process.execPath ? 'Node' : (names.get(port) ?? target)}`;
  });
  return [...new Set(connections)].sort();
}

/** What the processes connect to and start in each installation. */
const ALWAYS = [
  ...['Node', 'the CMS', 'the site'].map((target) => `${START} → ${target}`),
  `${SITE} → the CMS`,
  `${BACKUP[0]} → Node`,
  `${PASSWORD[0]} → Node`,
];

/** Collects the origins of all requests of a page and its frames. */
function collectOrigins(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:') origins.add(origin);
  });
  return origins;
}

test('in a day without optional settings, the site connects to the CMS, browsers to both and the map', async ({
  scratch,
  startStack,
  page,
  browser,
  context,
}) => {
  const useBrowsers = async (stack: Stack) => {
    const own = [stack.cms, stack.site].map((address) => new URL(address).port);
    const isOwn = (origin: string) => own.includes(new URL(origin).port);

    await test.step('the owner’s browser', async () => {
      const origins = collectOrigins(page);
      await openAdmin(page, stack);
      await page.goto(`${stack.cms}/admin${HOME}`);
      const heading = page.getByRole('textbox', { name: 'Heading' });
      // Before that, the loaded entry would replace what is typed.
      await expect(heading).toHaveValue(seedRecord('homepage', 'home-main').mainHeading ?? '');
      await heading.fill('A day of use');
      await clickPublish(page);
      await expect(page.getByText(PUBLISHED)).toBeVisible();
      await page.getByRole('link', { name: 'Open preview' }).click();
      const preview = page.frameLocator('iframe[title="Preview"]');
      await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A day of use');
      expect([...origins].filter((origin) => !isOwn(origin))).toEqual([]);
    });

    await test.step('an administrator’s browser', async () => {
      const administrator = await browser.newPage();
      const origins = collectOrigins(administrator);
      await openAdmin(administrator, stack, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
      for (const path of SETTINGS) {
        await administrator.goto(`${stack.cms}/admin${path}`);
        await expect(administrator.getByRole('heading', { level: 1 })).toBeVisible();
      }
      expect([...origins].filter((origin) => !isOwn(origin))).toEqual([]);
      await administrator.context().close();
    });

    await test.step('a visitor’s browser', async () => {
      const visitor = await context.newPage();
      const origins = collectOrigins(visitor);
      for (const path of pagePaths.filter((path) => path !== '/contact'))
        await visitor.goto(stack.site + path);
      expect([...origins]).toEqual([stack.site]);
      await visitor.goto(`${stack.site}/contact`);
      await visitor.locator('iframe').scrollIntoViewIfNeeded();
      await expect(visitor.frameLocator('iframe').getByText('The map')).toBeVisible();
      expect([...origins]).toEqual([stack.site, MAP]);
    });
  };
  expect(await listConnections({ scratch, startStack, spend: useBrowsers })).toEqual(ALWAYS.sort());
});

test('in a day with Postgres, e-mail and off-site backups, the CMS also connects to both servers, and restic runs', async ({
  scratch,
  startStack,
  postgres,
}) => {
  const mailServer = await startMailServer();
  await postgres.run('CREATE DATABASE day');
  const databaseUrl = postgres.address('day');
  const repository = createRepository(scratch);
  const useSettings = async (stack: Stack) => {
    await fetch(`${stack.cms}/admin/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: accounts.OWNER_EMAIL }),
    });
    const findLink = () => linksIn(mailServer.mails.map(({ text }) => text).join('\n'))[0];
    await expect.poll(findLink, POLL).toBeDefined();
    expect((await resetPassword(stack.cms, findLink() ?? '', 'Oak-Fire-1798-owner')).status).toBe(200);
    await expect.poll(() => existsSync(join(repository.BACKUP_REPOSITORY, 'calls')), POLL).toBe(true);
  };
  const connections = await listConnections({
    scratch,
    startStack,
    databaseUrl,
    settings: { ...repository, SMTP_URL: mailServer.url },
    mailServer,
    servers: { [new URL(databaseUrl).port]: 'Postgres', [new URL(mailServer.url).port]: 'the mail server' },
    spend: useSettings,
  });
  expect(connections).toEqual(
    [
      ...ALWAYS,
      `${CMS} → Postgres`,
      `${CMS} → the mail server`,
      `${BACKUP[1]} → Postgres`,
      `${PASSWORD[1]} → Postgres`,
      `${PASSWORD[1]} → the mail server`,
      `${OFFSITE} → restic`,
    ].sort(),
  );
  await mailServer.close();
});
