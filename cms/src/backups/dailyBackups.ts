import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Core } from '@strapi/strapi';
import { recordLine } from '../auditLog/auditLog';
import { errorMessage } from '../shared/errorMessage';
import { onListening } from '../strapi/server';
import { WORDS_FILE } from './backupContents';
import { copyData } from './copyData';
import { createBackupName, getDailyFolder, listDailyBackups, withTemporaryFolder } from './folders';
import { listExpiredBackups } from './listExpiredBackups';

const MAX_DAYS = 30;
const BACKUP_CHECK_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Reads all published content or all drafts. Daily backups also store them as JSON, so that a text can be found without a
 * restore.
 */
async function readContent(
  strapi: Core.Strapi,
  status: 'published' | 'draft',
): Promise<Record<string, unknown>> {
  const types = Object.values(strapi.contentTypes).filter(({ uid }) => uid.startsWith('api::'));
  const content = types.map(async ({ uid, collectionName, attributes }) => {
    const populate = Object.keys(attributes).filter((name) => attributes[name]?.type === 'component');
    const records = await strapi.documents(uid).findMany({ status, sort: 'documentId', populate });
    return [collectionName, records];
  });
  return Object.fromEntries(await Promise.all(content));
}

/** Creates today's backup unless it exists, and then keeps one of each of the last MAX_DAYS days with a backup. */
async function createDailyBackup(strapi: Core.Strapi): Promise<void> {
  const folders = await listDailyBackups();
  const name = createBackupName();
  const dayOf = (timestamp: string) => timestamp.slice(0, 10);
  if (folders.some((folder) => dayOf(basename(folder)) === dayOf(name))) return;
  const startedAt = Date.now();
  await withTemporaryFolder(async (folder) => {
    // Pictures that have not changed since the newest backup become hard links.
    await copyData(folder, folders[0]);
    const words = {
      ...(await readContent(strapi, 'published')),
      drafts: await readContent(strapi, 'draft'),
    };
    await writeFile(join(folder, WORDS_FILE), `${JSON.stringify(words, null, 2)}\n`);
    await mkdir(getDailyFolder(), { recursive: true });
    await rename(folder, join(getDailyFolder(), name));
  });
  await recordLine(strapi, `made the daily backup ${name}`);
  const names = (await listDailyBackups()).map((folder) => basename(folder));
  for (const expired of listExpiredBackups(names, MAX_DAYS, 0))
    await rm(join(getDailyFolder(), expired), { recursive: true });
  strapi.log.info(`Daily backup created in ${Date.now() - startedAt} ms: ${join(getDailyFolder(), name)}`);
}

/**
 * Schedules a daily backup in the running CMS: checks at the start and then every hour. A failure is only
 * logged.
 */
export function scheduleDailyBackups(strapi: Core.Strapi): void {
  const tryToCreateBackup = () =>
    createDailyBackup(strapi).catch((error) => {
      strapi.log.error(
        `The daily backup could not be created: ${errorMessage(error)}. The next attempt is in an hour.`,
      );
    });
  // Not in Strapi's commands, such as a password reset, which never start the HTTP server.
  onListening(strapi, () => {
    void tryToCreateBackup();
    // Every hour, because a 24-hour timer would fire late after the machine was suspended.
    setInterval(tryToCreateBackup, BACKUP_CHECK_INTERVAL_MS).unref();
  });
}
