import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectFixture } from '../support/expectFixture.ts';
import { recordedVersions } from '../support/fixtures.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { accounts } from '../support/seededCopy.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, Stack, signIn, test } from '../support/stack.ts';
import { expectVersionOneSite, OWNER } from '../support/versionOne.ts';
import { ADMIN_HOST, CaddyClient, type Visits } from './caddyClient.ts';
import {
  compose,
  composeUp,
  containerId,
  findPorts,
  inspectContainers,
  type Ports,
  PROJECT,
  typeCommand,
  VERSION,
} from './containers.ts';
import { createVolumes } from './createVolumes.ts';
import { expectContent, expectPictures, HEADING, publishHeading, statusOf } from './expectContent.ts';

const NAME = `${PROJECT}-update`;
const NEXT_VERSION = '99.0.0';
/** The newest recorded version before this one. */
const EARLIER_VERSION = recordedVersions.filter((version) => version !== VERSION).at(-1) ?? VERSION;
const UPDATE_BACKUP = `before-${NEXT_VERSION}`;

interface Installation {
  project: string;
  https: true;
  env: Ports;
}

let folder: string;
let options: Installation;

/** Returns the options for a newer version of the sources, which differs from the present one by a Compose file. */
function createNextVersion(name: string, cms: object = {}): Installation & { override: string } {
  const override = join(folder, `${name}.json`);
  const build = { args: { VERSION: NEXT_VERSION } };
  writeFileSync(override, JSON.stringify({ services: { web: { build }, cms: { build, ...cms } } }));
  return { ...options, override };
}

/** Returns the options for a newer version whose CMS makes its backup, and then can't change the database. */
function createBrokenVersion() {
  const migration = join(folder, 'migration.js');
  writeFileSync(migration, "exports.up = async () => { throw new Error('the file is faulty'); };");
  return createNextVersion('broken', { volumes: [`${migration}:/app/database/migrations/001-faulty.js:ro`] });
}

const update = (version: Installation) => typeCommand(version, 'update');
const readCmsLog = (version: Installation) => compose(version, 'logs', '--no-log-prefix', 'cms');
const siteAddress = () => `http://127.0.0.1:${options.env.SITE_PORT}`;
const cmsAddress = () => `http://127.0.0.1:${options.env.ADMIN_PORT}`;
const waitForSite = () => expect.poll(() => statusOf(`${siteAddress()}/healthz`)).toBe(200);

/** Signs in to the running CMS as the administrator. */
async function openStack(): Promise<Stack> {
  const token = await signIn(cmsAddress(), accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  return Stack.at(siteAddress(), cmsAddress(), token);
}

const readVersions = () =>
  Promise.all(
    ['web', 'cms'].map(
      async (service) =>
        (await inspectContainers(service, options))[0]?.Config.Labels['org.opencontainers.image.version'],
    ),
  );

/** Eight visitors who load pages in a loop. */
const VISITORS = {
  count: 8,
  paths: canonicalPaths,
  isComplete: (text: string) => text.includes('<h1>') && text.endsWith('</html>'),
};

/** Expects that every visit got a complete page, and logs how many there were and the longest wait. */
function expectNoFailedVisit(when: string, visits: Visits[]): void {
  console.log(`Visits during ${when}: ${JSON.stringify(visits)}`);
  for (const { outcomes } of visits) expect(Object.keys(outcomes), when).toEqual(['200']);
}

const removeAll = () =>
  compose({ project: NAME, https: true }, 'down', '--volumes', '--rmi', 'local', '--timeout', '5');

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'update-'));
  options = {
    project: NAME,
    https: true,
    env: await findPorts(),
  };
  await removeAll();
  await compose(options, 'build');
});

test.afterEach(async () => {
  await removeAll();
  rmSync(folder, { recursive: true });
});

test.use({ ignoreHTTPSErrors: true });
// Each test replaces the containers several times.
test.setTimeout(400_000);

test(`updates of a site of version ${EARLIER_VERSION} lose no visit and no content, and the owner stays signed in`, async ({
  page,
}) => {
  await createVolumes(options, EARLIER_VERSION);
  // The CMS has not run since that version: all content of the site is from its cache.
  await compose(options, 'up', '--detach', '--wait', 'web', 'caddy');
  const caddy = await CaddyClient.connect(options);
  const start = await caddy.visitDuring(async () => {
    await update(options);
    await composeUp(options);
  }, [VISITORS]);
  expectNoFailedVisit(`the start of the CMS after ${EARLIER_VERSION}`, start);
  expect(await readCmsLog(options)).toContain(`Updating from version ${EARLIER_VERSION} to ${VERSION}`);
  const admin = `https://${ADMIN_HOST}:${options.env.HTTPS_PORT}`;
  await openAdmin(page, { cms: admin }, OWNER.email, OWNER.password);
  const caddyContainer = await containerId('caddy', options);

  const next = createNextVersion('next');
  const owner = { count: 1, paths: ['/admin/init'], host: ADMIN_HOST, isComplete: (text: string) => !!text };
  const visits = await caddy.visitDuring(async () => {
    await update(next);
    await composeUp(next);
  }, [VISITORS, owner]);
  expectNoFailedVisit('an update', visits);
  expect(await readVersions()).toEqual([NEXT_VERSION, NEXT_VERSION]);
  expect(await containerId('caddy', options)).toBe(caddyContainer);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  await expectFixture(EARLIER_VERSION, cmsAddress(), siteAddress(), false);
});

test('a version whose CMS can’t start leaves the site whole, and the commands of docs/updates.md bring the old one back', async () => {
  await createVolumes(options, '1.0.0');
  await composeUp(options);
  const backup = `/data/backups/${UPDATE_BACKUP}`;
  const waitForCmsLog = (version: Installation, line: string) =>
    expect.poll(() => readCmsLog(version)).toContain(line);

  // Version 1.0.0 shared the pictures with the CMS, so the site had no copies of its own.
  await expectPictures(siteAddress());
  await expectVersionOneSite(await openStack());
  const caddy = await CaddyClient.start(options);

  await test.step('the new version can’t start, and serves its cached content', async () => {
    const broken = createBrokenVersion();
    const visits = await caddy.visitDuring(async () => {
      await update(broken);
      await waitForCmsLog(
        broken,
        `the file is faulty). To return to the previous version, restore ${backup} with it (docs/updates.md).`,
      );
      await waitForSite();
    }, [VISITORS]);
    expectNoFailedVisit('an update whose CMS can’t start', visits);
    await expectPictures(siteAddress());
  });

  await test.step('the new version is repaired, and the site is edited', async () => {
    const repaired = createNextVersion('repaired');
    await composeUp(repaired);
    await publishHeading(await openStack(), repaired);
    const backups = (await compose(options, 'exec', '-T', 'cms', 'ls', '/data/backups')).split('\n');
    expect(backups.filter((name) => name.startsWith('before-'))).toEqual([
      `before-${VERSION}`,
      UPDATE_BACKUP,
    ]);
  });

  const visits = await caddy.visitDuring(async () => {
    await test.step('the old version refuses to start, and serves its cached content', async () => {
      await update(options);
      await waitForCmsLog(
        options,
        `The CMS can't start: this is version ${VERSION}, but version ${NEXT_VERSION} has used the data. \
Start version ${NEXT_VERSION} or newer, or restore ${backup}, the data as it was before the update (docs/updates.md).`,
      );
      await waitForSite();
      await expectContent(siteAddress());
    });

    await test.step('the old version starts with the restored backup', async () => {
      await typeCommand(options, 'stopCms');
      await typeCommand(options, 'build');
      const restored = await typeCommand(options, 'restoreUpdateBackup', {
        '/data/backups/before-1.1.0': backup,
      });
      expect(restored).toMatch(
        /^Edited since that backup:\n {2}Home: heading of the page and its pictures \(.*\)$(?!\n )/m,
      );
      await typeCommand(options, 'start');
      await expect.poll(() => statusOf(`${cmsAddress()}/_health`)).toBe(204);
    });
  }, [VISITORS]);
  expectNoFailedVisit('the return to the old version', visits);
  expect(await readVersions()).toEqual([VERSION, VERSION]);
  const stack = await openStack();
  await stack.waitForSite('homepage');
  expect(await (await fetch(stack.site)).text()).not.toContain(HEADING);
  await expectVersionOneSite(stack);
});
