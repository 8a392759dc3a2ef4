import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queries } from '../../web/src/content/queries.ts';
import { expectFixture } from '../support/expectFixture.ts';
import { recordedVersions } from '../support/fixtures.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { freePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, Stack, signIn, test } from '../support/stack.ts';
import { expectVersionOneSite } from '../support/versionOne.ts';
import { ADMIN_HOST, CaddyClient, type Visits } from './caddyClient.ts';
import {
  compose,
  composeUp,
  containerId,
  inspectContainers,
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
  env: { SITE_PORT: string; ADMIN_PORT: string; HTTP_PORT: string; HTTPS_PORT: string };
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

/** Returns to the present version after an update, and returns what the restore prints. */
async function returnToPreviousVersion(): Promise<string> {
  await typeCommand(options, 'stopCms');
  await typeCommand(options, 'build');
  const output = await typeCommand(options, 'restoreUpdateBackup', {
    '/data/backups/before-1.1.0': `/data/backups/${UPDATE_BACKUP}`,
  });
  await typeCommand(options, 'start');
  return output;
}

const readCmsLog = (version: Installation) => compose(version, 'logs', '--no-log-prefix', 'cms');

/** The names of the backups that updates have made. */
const listUpdateBackups = async () =>
  (await compose(options, 'exec', '-T', 'cms', 'ls', '/data/backups'))
    .split('\n')
    .filter((name) => name.startsWith('before-'));

const siteAddress = () => `http://127.0.0.1:${options.env.SITE_PORT}`;
const cmsAddress = () => `http://127.0.0.1:${options.env.ADMIN_PORT}`;

/** Signs in to the running CMS as the administrator. */
async function openStack(): Promise<Stack> {
  const token = await signIn(cmsAddress(), accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  return Stack.at(siteAddress(), cmsAddress(), token);
}

const versionOf = async (service: string) =>
  (await inspectContainers(service, options))[0]?.Config.Labels['org.opencontainers.image.version'];

const STORED_CONTENT = Object.keys(queries).map((name) => `${name}.json`);

/** Eight visitors who load pages in a loop. */
const VISITORS = {
  count: 8,
  paths: canonicalPaths,
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

  const next = createNextVersion('next');
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

test('an update from the one network of version 1.7.0 leaves the ports open and the site whole', async () => {
  const override = join(folder, 'one-network.yml');
  const services = ['cms', 'web', 'caddy'].map((name) => `  ${name}: { networks: !override [default] }\n`);
  writeFileSync(override, `services:\n${services.join('')}`);
  const caddy = await CaddyClient.start({ ...options, override });
  const networksOf = async (service: string) =>
    (await inspectContainers(service, options)).flatMap(({ NetworkSettings }) =>
      Object.keys(NetworkSettings.Networks),
    );
  expect(await networksOf('web')).toEqual([`${NAME}_default`]);
  // A site that is replaced before it has stored its content has none until the new CMS has started.
  const listStored = async () => (await compose(options, 'exec', '-T', 'web', 'ls', '/data/web')).split('\n');
  await expect.poll(listStored).toEqual(expect.arrayContaining(STORED_CONTENT));

  const [visits] = await caddy.visitDuring(async () => {
    await update(options);
    await composeUp(options);
    await CaddyClient.connect(options);
  }, [VISITORS]);
  console.log(`Visits during an update that replaces Caddy: ${JSON.stringify(visits)}`);
  const failures = Object.keys(visits?.outcomes ?? {}).filter((outcome) => !outcome.startsWith('Error'));
  expect(failures).toEqual(['200']);
  expect(await networksOf('web')).toEqual([`${NAME}_caddy-web`, `${NAME}_cms-web`]);
  expect(await statusOf(`${siteAddress()}/healthz`)).toBe(200);
  expect(await statusOf(`${cmsAddress()}/_health`)).toBe(204);
  expect((await caddy.ask('/admin/init', { host: ADMIN_HOST })).status).toBe(200);
});

/**
 * Fills the volumes with the recorded site of a version, and updates it while visitors load every page.
 * @returns the version to which it was updated
 */
async function updateRecordedSite(version: string): Promise<Installation> {
  await createVolumes(options, version);
  // The CMS has not run since that version: all content of the site is from its cache.
  await compose(options, 'up', '--detach', '--wait', 'web', 'caddy');
  const caddy = await CaddyClient.connect(options);
  const next = createNextVersion('next');
  const [visits] = await caddy.visitDuring(async () => {
    await update(next);
    await composeUp(next);
  }, [VISITORS]);
  expectNoFailedVisit(`an update from ${version}`, visits);
  return next;
}

test(`an update from the volumes of version ${EARLIER_VERSION} serves every page while the CMS starts, and all content, drafts, earlier versions and pictures afterwards`, async () => {
  const next = await updateRecordedSite(EARLIER_VERSION);
  expect(await readCmsLog(next)).toContain(`Updating from version ${EARLIER_VERSION} to ${NEXT_VERSION}`);
  await expectFixture(EARLIER_VERSION, cmsAddress(), siteAddress(), false);
});

test('an update from the volumes of version 1.0.0 makes one backup, serves every page from its cached content while the CMS starts, and all pictures afterwards', async () => {
  const next = await updateRecordedSite('1.0.0');
  expect((await readCmsLog(next)).match(/Updating .*/g)).toEqual([
    `Updating from version 1.0 to ${NEXT_VERSION}; the data as it was before is in /data/backups/${UPDATE_BACKUP}`,
  ]);
  expect(await listUpdateBackups()).toEqual([UPDATE_BACKUP]);
  // Version 1.0.0 shared the pictures with the CMS, so the site had no copies of its own.
  await expectPictures(siteAddress());
  await expectVersionOneSite(await openStack());

  await compose(next, 'stop', 'cms');
  await expectPictures(siteAddress());
  await compose(next, 'restart', 'web');
  await expect.poll(() => statusOf(`${siteAddress()}/healthz`)).toBe(200);
  await expectPictures(siteAddress());
});

test('a version whose CMS can’t start leaves the site whole, and the commands of docs/updates.md bring the old one back', async () => {
  await createVolumes(options, '1.0.0');
  const caddy = await CaddyClient.start(options);
  const backup = `/data/backups/${UPDATE_BACKUP}`;
  const waitForCmsLog = (version: Installation, line: string) =>
    expect.poll(() => readCmsLog(version), { timeout: 30_000 }).toContain(line);
  const waitForSite = () => expect.poll(() => statusOf(`${siteAddress()}/healthz`)).toBe(200);

  await test.step('the new version can’t start, and serves its cached content', async () => {
    const broken = createBrokenVersion();
    const [visits] = await caddy.visitDuring(async () => {
      await update(broken);
      await waitForCmsLog(
        broken,
        `the file is faulty). To return to the previous version, restore ${backup} with it (docs/updates.md).`,
      );
      await waitForSite();
    }, [VISITORS]);
    expectNoFailedVisit('an update whose CMS can’t start', visits);
    expect(await versionOf('web')).toBe(NEXT_VERSION);
  });

  await test.step('the new version is repaired, and the site is edited', async () => {
    const repaired = createNextVersion('repaired');
    await composeUp(repaired);
    await publishHeading(await openStack(), repaired);
    expect(await listUpdateBackups()).toEqual([`before-${VERSION}`, UPDATE_BACKUP]);
  });

  const [visits] = await caddy.visitDuring(async () => {
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
      expect(await returnToPreviousVersion()).toMatch(
        /^Edited since that backup:\n {2}Home: heading of the page and its pictures \(.*\)$(?!\n )/m,
      );
      await expect.poll(() => statusOf(`${cmsAddress()}/_health`), { timeout: 60_000 }).toBe(204);
    });
  }, [VISITORS]);
  expectNoFailedVisit('the return to the old version', visits);
  expect([await versionOf('web'), await versionOf('cms')]).toEqual([VERSION, VERSION]);
  const stack = await openStack();
  await stack.waitForSite('homepage');
  expect(await (await fetch(stack.site)).text()).not.toContain(HEADING);
  await expectVersionOneSite(stack);
});
