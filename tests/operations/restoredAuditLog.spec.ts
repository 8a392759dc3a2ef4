import { join } from 'node:path';
import type { AuditLogAnswer } from '../../cms/src/auditLog/auditLog.ts';
import { runScript } from '../support/backups.ts';
import { fixtureFolder } from '../support/fixtures.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { Stack } from '../support/stack.ts';

interface RestoreFixtures {
  scratch: string;
  startCms: typeof Cms.start;
}

/** Renames the owner's role, which adds a line to the audit log with the name before. */
async function renameRole(stack: Stack, name: string): Promise<void> {
  const { status } = await stack.asAdmin('PUT', '/admin/roles/2', { name, description: '' });
  expect(status).toBe(200);
}

const without = (texts: string[], start: string) => texts.filter((text) => !text.startsWith(start));

/** Reads the texts of the audit log, oldest first, without those of the reader's sign-ins and of daily backups. */
async function readTexts(stack: Stack): Promise<string[]> {
  const answer: AuditLogAnswer = await (await stack.asAdmin('GET', '/audit-log')).json();
  const texts = answer.lines.map(({ text }) => text).reverse();
  return without(without(texts, 'Signed in'), 'Made the daily backup');
}

/** Expects restores to keep the lines of the audit log that the backups don't have. */
async function expectKeptLines({ scratch, startCms }: RestoreFixtures, DATABASE_URL: string): Promise<void> {
  const dataDir = copySeededData(join(scratch, 'data'));
  const settings = { DATA_DIR: dataDir, DATABASE_URL };
  const backup = join(scratch, 'site.tar.gz');
  const restore = (file: string) =>
    expect(runScript('restore', settings, [file, 'replace'])).toMatchObject({ status: 0, stderr: '' });
  const withCms = async <Result>(use: (stack: Stack) => Promise<Result>, VERSION = ''): Promise<Result> => {
    const cms = await startCms(dataDir, { env: { DATABASE_URL, VERSION } });
    await cms.waitUntilReady();
    const result = await use(Stack.at('', cms.address));
    await cms.stop();
    return result;
  };

  const before = await withCms(async (stack) => {
    await renameRole(stack, 'First');
    expect(runScript('backup', settings, [backup])).toMatchObject({ status: 0, stderr: '' });
    await renameRole(stack, 'Second');
    return readTexts(stack);
  });
  expect(before.slice(-3)).toEqual([
    'Changed the role “Owner”',
    'Made the backup site.tar.gz',
    'Changed the role “First”',
  ]);

  await test.step('two restores without a start in between keep each line once', async () => {
    restore(backup);
    restore(backup);
    const texts = await withCms(readTexts);
    expect(texts.filter((text) => /^(Changed|Made the backup|Restored site)/.test(text))).toEqual([
      'Changed the role “Owner”',
      'Made the backup site.tar.gz',
      'Changed the role “First”',
      'Restored site.tar.gz',
      'Restored site.tar.gz',
    ]);
    expect(without(texts, 'Restored site')).toEqual(before);
    expect(await withCms(readTexts)).toEqual(texts);
  });

  await test.step('the restore of a version without an audit log keeps all lines', async () => {
    const texts = await withCms(readTexts);
    restore(join(fixtureFolder('1.6.3'), 'backup.tar.gz'));
    // The versions of that site are in the log, too.
    const kept = (await withCms(readTexts, '9.0.0')).filter((text) => !text.includes(': '));
    expect(kept.slice(0, texts.length)).toEqual(texts);
    expect(kept.slice(texts.length)).toEqual([
      'Restored backup.tar.gz',
      'Updated from version 1.6.3 to 9.0.0, after the backup before-9.0.0',
    ]);
  });
}

test('SQLite: a restore keeps the lines of the audit log that the backup doesn’t have', ({
  scratch,
  startCms,
}) => expectKeptLines({ scratch, startCms }, ''));

test('Postgres: a restore keeps the lines of the audit log that the backup doesn’t have', async ({
  scratch,
  startCms,
  postgres,
  seededDatabase,
}) => {
  await postgres.run(`CREATE DATABASE audit_log TEMPLATE ${seededDatabase}`);
  await expectKeptLines({ scratch, startCms }, postgres.address('audit_log'));
});

test('a restore works when the audit log that it replaces can’t be read, and its report tells so', ({
  scratch,
  seededBackup,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  withSqlite(databaseFile(dataDir), (database) =>
    database.exec('ALTER TABLE site_audit_log RENAME COLUMN text TO other'),
  );
  const { status, stdout } = runScript('restore', { DATA_DIR: dataDir }, [seededBackup, 'replace']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^The audit log of the previous data could not be read\b/m);
});
