import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdmin } from '../support/openAdmin.ts';
import { accounts, expect, freePort, Stack, signIn, test } from '../support/stack.ts';
import { expectVersionOneSite } from '../support/versionOne.ts';
import { ADMIN_HOST, CaddyClient, type Visits } from './caddyClient.ts';
import { compose, composeUp, containerId, inspectContainers, PROJECT, VERSION } from './containers.ts';
import { statusOf } from './expectContent.ts';
import { createVersionOneVolumes } from './versionOneVolumes.ts';

const NAME = `${PROJECT}-update`;
const NEXT_VERSION = '99.0.0';

interface Installation {
  project: string;
  https: true;
  env: { SITE_PORT: string; ADMIN_PORT: string; HTTP_PORT: string; HTTPS_PORT: string };
}

let folder: string;
let options: Installation;

/** Returns the options for another version of the sources, which differs from the present one by a Compose file. */
function withVersion(services: object): Installation & { override: string } {
  const override = join(folder, 'next.json');
  writeFileSync(override, JSON.stringify({ services }));
  return { ...options, override };
}

const nextBuild = { build: { args: { VERSION: NEXT_VERSION } } };

/** The command of docs/updates.md that builds and starts a version. */
const update = (version: Installation) => compose(version, 'up', '--build', '--detach');

const versionOf = async (service: string) =>
  (await inspectContainers(service, options))[0]?.Config.Labels['org.opencontainers.image.version'];

/** Eight visitors who load pages in a loop. */
const VISITORS = {
  count: 8,
  paths: ['/', '/menu', '/services', '/contact'],
  isComplete: (text: string) => text.includes('<h1>') && text.endsWith('</html>'),
};

/** Expects that every visit got a complete page, and logs how many there were and the longest wait. */
function expectNoFailedVisit(when: string, visits: Visits | undefined): void {
  console.log(`Visits during ${when}: ${JSON.stringify(visits)}`);
  expect(Object.keys(visits?.outcomes ?? {})).toEqual(['200']);
}

const removeAll = () =>
  compose({ project: NAME, https: true }, 'down', '--volumes', '--rmi', 'local', '--timeout', '5');

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'update-'));
  options = {
    project: NAME,
    https: true,
    env: {
      SITE_PORT: await freePort(),
      ADMIN_PORT: await freePort(),
      HTTP_PORT: await freePort(),
      HTTPS_PORT: await freePort(),
    },
  };
  await removeAll();
  await compose(options, 'build');
});

test.afterEach(async () => {
  await removeAll();
  rmSync(folder, { recursive: true });
});

test.use({ ignoreHTTPSErrors: true });

test('an update replaces the site and the CMS while visitors load every page, and the owner stays signed in', async ({
  page,
}) => {
  const caddy = await CaddyClient.start(options);
  await openAdmin(page, { cms: `https://${ADMIN_HOST}:${options.env.HTTPS_PORT}` });
  const caddyContainer = await containerId('caddy', options);

  const next = withVersion({ web: nextBuild, cms: nextBuild });
  const owner = { count: 1, paths: ['/admin/init'], host: ADMIN_HOST, isComplete: (text: string) => !!text };
  const [visits, ownerVisits] = await caddy.visitDuring(async () => {
    await update(next);
    await composeUp(next);
  }, [VISITORS, owner]);

  expectNoFailedVisit('an update, to the admin', ownerVisits);
  expectNoFailedVisit('an update', visits);
  expect([await versionOf('web'), await versionOf('cms')]).toEqual([NEXT_VERSION, NEXT_VERSION]);
  expect(await containerId('caddy', options)).toBe(caddyContainer);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
});

test('an update from the volumes of version 1.0.0 serves every page from its cached content while the CMS starts', async () => {
  await createVersionOneVolumes(options);
  // The CMS has not run since version 1.0.0: all content of the site is from its cache.
  await compose(options, 'up', '--detach', '--wait', 'web', 'caddy');
  const caddy = await CaddyClient.connect(options);
  const next = withVersion({ web: nextBuild, cms: nextBuild });
  const [visits] = await caddy.visitDuring(async () => {
    await update(next);
    await composeUp(next);
  }, [VISITORS]);
  expectNoFailedVisit('an update from 1.0.0', visits);

  const cms = `http://127.0.0.1:${options.env.ADMIN_PORT}`;
  const token = await signIn(cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  await expectVersionOneSite(Stack.at(`http://127.0.0.1:${options.env.SITE_PORT}`, cms, token));
});

test('a version whose CMS can’t start leaves the site whole, and the commands of docs/updates.md bring the old one back', async () => {
  await createVersionOneVolumes(options);
  const caddy = await CaddyClient.start(options);
  const cms = `http://127.0.0.1:${options.env.ADMIN_PORT}`;
  const readContent = () => fetch(`${cms}/api/homepages`).then((response) => response.text(), String);
  const before = await readContent();
  const backup = '/data/backups/before-next.tar.gz';
  await compose(options, 'exec', '-T', 'cms', 'node', 'src/backups/command.js', 'backup', backup);

  const refuse = "console.error('The CMS can’t start.'); process.exit(78)";
  const broken = withVersion({ web: nextBuild, cms: { ...nextBuild, command: ['node', '-e', refuse] } });
  const [visits] = await caddy.visitDuring(async () => {
    await update(broken);
    await expect.poll(() => compose(options, 'logs', 'cms')).toContain('The CMS can’t start.');
    await expect.poll(() => statusOf(`http://127.0.0.1:${options.env.SITE_PORT}/healthz`)).toBe(200);
  }, [VISITORS]);
  expectNoFailedVisit('an update whose CMS can’t start', visits);
  expect(await versionOf('web')).toBe(NEXT_VERSION);

  const [returnVisits] = await caddy.visitDuring(async () => {
    await compose(options, 'stop', 'cms');
    await compose(options, 'build');
    const restore = `node src/backups/command.js restore ${backup} replace`;
    await compose(options, 'run', '--rm', '-T', 'cms', ...restore.split(' '));
    await compose(options, 'up', '--detach');
    await composeUp(options);
  }, [VISITORS]);
  expectNoFailedVisit('the return to the old version', returnVisits);
  expect([await versionOf('web'), await versionOf('cms')]).toEqual([VERSION, VERSION]);
  expect(await readContent()).toBe(before);
});
