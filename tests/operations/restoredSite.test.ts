import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AuditLogAnswer } from '../../cms/src/auditLog/auditLog.ts';
import { cms, requireCompiled } from '../support/cms.ts';
import { administrator, type Entry, owner } from '../support/owner.ts';
import { accounts } from '../support/seededCopy.ts';
import { withSqlite } from '../support/sqlite.ts';

// What a restore changes in the database of the backup, and what the CMS makes of that. restoredSite.spec.ts restores a whole site.

const { copyData } = requireCompiled<typeof import('../../cms/src/backups/copyData.ts')>('backups/copyData');
const { storePendingLines, recordPendingLines } =
  requireCompiled<typeof import('../../cms/src/auditLog/pendingLines.ts')>('auditLog/pendingLines');
const { askAboutPassedChanges } =
  requireCompiled<typeof import('../../cms/src/backups/passedChanges.ts')>('backups/passedChanges');
const { writeCoreStore } =
  requireCompiled<typeof import('../../cms/src/strapi/coreStore.ts')>('strapi/coreStore');
const { RESTORE_KEY } =
  requireCompiled<typeof import('../../cms/src/environment/restoreKey.ts')>('environment/restoreKey');
const { readSubject } =
  requireCompiled<typeof import('../../cms/src/access/knownBrowser.ts')>('access/knownBrowser');
const { followHours } =
  requireCompiled<typeof import('../../cms/src/site/storedPlans.ts')>('site/storedPlans');

const { strapi } = cms;
const FRIES: Entry = { type: 'menu-side', documentId: 'hand-cut-fries' };
const HOME: Entry = { type: 'homepage', documentId: 'home-main' };
const THURSDAY = '2037-11-26T17:00';

/** Makes a backup, and returns its database. */
async function backUp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await copyData(folder);
  return join(folder, 'strapi.db');
}

/** Stores the id that a restore gives the site. */
const storeRestoreId = () => writeCoreStore(strapi, RESTORE_KEY, { id: 'restored' });

async function readLog(): Promise<string[]> {
  const { lines } = await administrator.send<AuditLogAnswer>('GET', '/audit-log');
  return lines
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('Signed in'))
    .reverse();
}

test('a restore keeps the lines of the audit log that the backup doesn’t have, each once @postgres', async () => {
  const renameRole = (name: string) => administrator.send('PUT', '/admin/roles/2', { name, description: '' });
  await renameRole('First');
  const backup = await backUp();
  const lines: { id: number }[] = await strapi.db.connection('site_audit_log').orderBy('id');
  await renameRole('Second');
  const before = await readLog();
  const replaced = await backUp();
  const again = `${backup}-again`;
  copyFileSync(backup, again);
  expect(storePendingLines(backup, replaced, 'restored site.tar.gz')).toBe(true);
  // Another restore, without a start in between.
  cms.setTime('2037-11-24T13:00');
  expect(storePendingLines(again, backup, 'restored site.tar.gz')).toBe(true);

  await strapi.db
    .connection('site_audit_log')
    .where('id', '>', lines.at(-1)?.id ?? 0)
    .delete();
  const [row] = withSqlite(again, (database) =>
    database.prepare("SELECT value FROM strapi_core_store_settings WHERE key = 'app_audit_log_kept'").all(),
  );
  for (const _ of ['the first start', 'a start that is interrupted before it has deleted them']) {
    await writeCoreStore(strapi, 'app_audit_log_kept', JSON.parse(String(row?.value)));
    await recordPendingLines(strapi);
    expect(await readLog()).toEqual([...before, 'Restored site.tar.gz', 'Restored site.tar.gz']);
  }
  expect(before.slice(-2)).toEqual(['Changed the role “Owner”', 'Changed the role “First”']);
});

test('a restore makes every browser new', async () => {
  const before = await readSubject(strapi, accounts.OWNER_EMAIL);
  await storeRestoreId();
  expect(await readSubject(strapi, accounts.OWNER_EMAIL)).not.toBe(before);
});

test('after a restore nothing is stated until the owner confirms it, also in an earlier version', async () => {
  const readStatement = async () => {
    const { data }: { data: { documentId: string; dietaryStatement: unknown }[] } = JSON.parse(
      await cms.readContent('menu-side'),
    );
    return data.find(({ documentId }) => documentId === FRIES.documentId)?.dietaryStatement;
  };
  const confirm = async () => {
    const { name, description = '' } = await owner.findItem('menu-side', 'Hand-Cut Fries');
    const { restoreId } = await owner.readMenu();
    const confirmedFor = { name, description, restoreId };
    await owner.state('menu-side', FRIES.documentId, {
      diet: 'vegan',
      answers: { milk: 'free' },
      confirmedFor,
    });
    await owner.publishMenu();
  };
  await confirm();
  expect(await readStatement()).toEqual({ diet: 'vegan', answers: { milk: 'free' } });
  await storeRestoreId();
  expect(await readStatement()).toBeNull();
  const { warnings } = await owner.send<{ warnings: object[] }>('GET', '/warnings');
  expect(warnings).toContainEqual({
    sentence: expect.stringMatching(/^“Hand-Cut Fries” says “ask us” until you confirm/),
    link: { label: 'Open the menu', path: '/menu' },
  });
  const [stated, before] = await owner.listVersions(FRIES);
  for (const version of [before, stated]) await owner.bringBack(version);
  expect(await readStatement()).toBeNull();
  await confirm();
  expect(await readStatement()).toEqual({ diet: 'vegan', answers: { milk: 'free' } });
  expect((await owner.listVersions(FRIES))[0]).toMatchObject({
    change: 'Allergens and diet: confirmed again',
  });
});

test('a restore asks about the scheduled changes whose time has passed at this site, and no other', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await owner.saveAndPlan(FRIES, { sideName: 'Sunday fries' }, '2037-11-29T17:00');
  const backup = await backUp();
  const at = Date.parse('2037-11-26T15:00:00-05:00');
  expect(askAboutPassedChanges(backup, at, 'America/New_York')).toBe(0);
  // There it is 8 pm.
  expect(askAboutPassedChanges(backup, at, 'Europe/London')).toBe(1);
  const rows = withSqlite(backup, (database) =>
    database.prepare('SELECT state, problem FROM site_scheduled_changes ORDER BY due_at').all(),
  );
  expect(rows).toEqual([
    { state: 'asking', problem: expect.stringContaining('restored from a backup') },
    { state: 'waiting', problem: null },
  ]);
});

test('what was said for 5 pm stays at 5 pm in another time zone', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  vi.stubEnv('TIME_ZONE', 'America/Los_Angeles');
  onTestFinished(() => void vi.unstubAllEnvs());
  await followHours(strapi);
  // By the clock of New York, three hours ahead.
  await cms.goTo('2037-11-26T19:59');
  expect(await cms.readContent('homepage')).not.toContain('Thursday words');
  await cms.goTo('2037-11-26T20:00');
  expect(await cms.readContent('homepage')).toContain('Thursday words');
});
