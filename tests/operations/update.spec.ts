import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPictures, runScript } from '../support/backups.ts';
import { createNextRelease, NEW_SERVICE, NEXT_VERSION, NOTICE, PICTURE } from '../support/nextRelease.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { sampleCases } from '../support/sampleCases.ts';
import { accounts } from '../support/seededCopy.ts';
import { signIn } from '../support/stack.ts';
import {
  expectRecorded,
  expectSameRecords,
  expectVersionOneSite,
  OWNER,
  recordedAnswers,
  VERSION_ONE_BACKUP,
} from '../support/versionOne.ts';

const KILL_BEFORE_STATEMENT = fileURLToPath(new URL('../support/killBeforeStatement.cjs', import.meta.url));
const BACKUP = `before-${NEXT_VERSION}`;

const COLLECTIONS = '/content-manager/collection-types';
const SIDE = 'api::menu-side.menu-side';

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

/** The moments of an update at which the process is killed, with the settings that kill it, for a statement before it runs. */
const KILLS = [
  ['before the renamed column is recorded', { KILL_BEFORE: 'insert into .strapi_migrations. ' }],
  ['before the changed columns are recorded', { KILL_BEFORE: 'insert into .strapi_database_schema. ' }],
  [
    "before the super administrator's permissions are reset",
    { KILL_BEFORE: 'insert into .admin_permissions. ' },
  ],
  ['in a content step', { KILL_IN_STEP: 'true' }],
] as const;

/** Restores the site of version 1.0.0, and returns its pictures. */
function restoreVersionOne(dataDir: string, DATABASE_URL = '') {
  const settings = { DATA_DIR: dataDir, DATABASE_URL };
  expect(runScript('restore', settings, [VERSION_ONE_BACKUP])).toMatchObject({ status: 0, stderr: '' });
  return readPictures(dataDir);
}

const listUpdateBackups = (dataDir: string) =>
  readdirSync(join(dataDir, 'backups')).filter((name) => name.startsWith('before-'));

/** Signs in and returns a function that sends requests. */
async function openSession({ address }: Cms, email: string, password: string) {
  const token = await signIn(address, email, password);
  return (method: string, path: string, body?: object) =>
    fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
}
type Session = Awaited<ReturnType<typeof openSession>>;

async function readJson(send: Session, path: string) {
  const response = await send('GET', path);
  expect(response.status, path).toBe(200);
  return response.json();
}

/** Changes recorded answers as the next release does: it renames a field and removes another. */
const toNextRelease = (text: string) =>
  JSON.stringify(JSON.parse(text, (name, value) => (name === 'headingName' ? undefined : value))).replaceAll(
    '"sideName":',
    '"dishName":',
  );

async function expectUpdatedSite(cms: Cms): Promise<void> {
  const recorded: typeof recordedAnswers = JSON.parse(toNextRelease(JSON.stringify(recordedAnswers)));
  for (const [address, answer] of Object.entries(recorded.public)) {
    const body = await (await fetch(cms.address + address)).json();
    expectRecorded(address, body, answer);
    expectSameRecords(address, body, answer, [NEW_SERVICE.documentId]);
  }
  const asAdmin = await openSession(cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  for (const [address, answer] of Object.entries(recorded.admin))
    expectRecorded(address, await readJson(asAdmin, address), answer);
  const services = await (await fetch(`${cms.address}/api/servicespages?populate=images`)).json();
  const isNew = ({ documentId }: { documentId: string }) => documentId === NEW_SERVICE.documentId;
  expect(services.data.filter(isNew)).toMatchObject([{ ...NEW_SERVICE, images: [PICTURE] }]);
  const library: { name: string }[] = (await readJson(asAdmin, '/upload/files?pageSize=100')).results;
  expect(library.filter(({ name }) => name === PICTURE.name)).toHaveLength(1);
  expect(await (await fetch(`${cms.address}/api/notice`)).json()).toMatchObject({ data: NOTICE });

  const drafts: { results: { documentId: string; spice: string; note: string | null }[] } = await readJson(
    asAdmin,
    `${COLLECTIONS}/${SIDE}?pageSize=100`,
  );
  const published = (await (await fetch(`${cms.address}/api/menu-sides`)).json()).data;
  for (const { documentId, spice, note } of [...drafts.results, ...published])
    expect([spice, note], documentId).toEqual(['mild', documentId === 'sweet-corn' ? 'In summer' : null]);

  const { data } = await readJson(asAdmin, `/content-manager/content-types/${SIDE}/configuration`);
  expect(data.contentType.layouts.edit).toContainEqual([{ name: 'spice', size: 12 }]);
  expect(data.contentType.metadatas.spice.edit).toMatchObject({
    label: 'Spice',
    description: 'How hot it is.',
  });
}

/** Expects the owner to have the permissions for the new fields and the new type. */
async function expectOwnerPermissions(cms: Cms): Promise<void> {
  const asOwner = await openSession(cms, OWNER.email, OWNER.password);
  for (const [path, body] of [
    [`${COLLECTIONS}/${SIDE}/sweet-corn`, { dishName: 'Corn', spice: 'hot' }],
    ['/content-manager/single-types/api::notice.notice', { noticeText: 'Open daily.' }],
  ] as const)
    expect((await asOwner('POST', `${path}/actions/publish`, body)).status, path).toBe(200);
  const sides = await (await fetch(`${cms.address}/api/menu-sides/sweet-corn`)).json();
  expect(sides.data).toMatchObject({ dishName: 'Corn', spice: 'hot' });
}

/** Updates the site of version 1.0.0 to the next release, kills each start at another moment, and expects the whole site. */
async function updateAndCheck(
  scratch: string,
  startCms: typeof Cms.start,
  databaseUrl: string,
): Promise<void> {
  const dataDir = join(scratch, 'data');
  restoreVersionOne(dataDir, databaseUrl);
  const folder = createNextRelease(join(scratch, 'next'));
  const env = { VERSION: NEXT_VERSION, DATABASE_URL: databaseUrl };
  const path = join(dataDir, 'backups', BACKUP);

  let log = '';
  for (const [moment, kill] of sampleCases(KILLS, 2))
    await test.step(`a start is killed ${moment}`, async () => {
      const nodeArgs = 'KILL_BEFORE' in kill ? ['--require', KILL_BEFORE_STATEMENT] : [];
      const cms = await startCms(dataDir, { folder, nodeArgs, env: { ...env, ...kill } });
      expect(await cms.exited, cms.output).toMatchObject({ signal: 'SIGKILL' });
      log += cms.output;
    });
  const cms = await startCms(dataDir, { folder, env });
  await cms.waitUntilReady();
  log += cms.output;

  await test.step('all starts together make one backup', () => {
    expect(log.match(/Updating .*/g)).toEqual([
      expect.stringMatching(`^Updating from version 1\\.0 to ${NEXT_VERSION}; .* is in ${path}$`),
    ]);
    expect(listUpdateBackups(dataDir)).toEqual([BACKUP]);
  });
  await test.step('the update loses nothing, and adds what is new once', () => expectUpdatedSite(cms));
  await test.step('the owner may do what is new', () => expectOwnerPermissions(cms));
}

test(
  'SQLite: an update that is killed at several moments is completed once',
  { tag: '@sampled' },
  ({ scratch, startCms }) => updateAndCheck(scratch, startCms, ''),
);

test('Postgres: an update that is killed at several moments is completed once', {
  tag: '@long',
}, async ({ scratch, startCms, postgres }) => {
  await postgres.run('CREATE DATABASE updated');
  await updateAndCheck(scratch, startCms, postgres.address('updated'));
});

test('an update that fails names its backup, which brings the previous site back', async ({
  scratch,
  startCms,
  startStack,
}) => {
  const dataDir = join(scratch, 'data');
  const pictures = restoreVersionOne(dataDir);
  const folder = createNextRelease(join(scratch, 'next'));
  const backup = join(dataDir, 'backups', BACKUP);

  for (const [failure, reason] of [
    ['FAIL_IN_MIGRATION', 'database could not be changed .*002-rename-side-name\\.js.*the file is faulty'],
    ['FAIL_IN_STEP', 'content step "002-fill-note" failed .*the step is faulty'],
  ] as const)
    await test.step(`the start ends with one line: ${failure}`, async () => {
      const cms = await startCms(dataDir, { folder, env: { VERSION: NEXT_VERSION, [failure]: 'true' } });
      expect(await cms.exited).toMatchObject({ code: 78 });
      expect(cms.output.match(/^The CMS can't start: .*$/gm)).toEqual([
        expect.stringMatching(new RegExp(`${reason}.* restore ${backup} with it`)),
      ]);
      expect(listUpdateBackups(dataDir)).toEqual([BACKUP]);
    });

  const restored = runScript('restore', { DATA_DIR: dataDir }, [backup, 'replace']);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(readPictures(dataDir)).toEqual(pictures);
  const stack = await startStack(dataDir);
  await test.step('the backup has every record, field, picture, draft and account', async () => {
    expect(stack.log).not.toContain('Shown once');
    await expectVersionOneSite(stack);
  });
});
