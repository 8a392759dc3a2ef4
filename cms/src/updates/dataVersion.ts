import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import { storePendingLine } from '../auditLog/pendingLines';
import { createUpdateBackup } from '../backups/updateBackup';
import { isOlder } from '../environment/isOlder';
import { getBackupsFolder, readProjectVersion, refuseToStart } from '../environment/settings';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { readCoreStore, writeCoreStore } from '../strapi/coreStore';
import { onFailedMigration, requireDatabase } from '../strapi/database';

/** What the database stores about its version. */
interface DataVersion {
  /** The newest version of Scioto Table that has used the database. */
  version: string;
  /** The backup of the data as it was before the update to `version`: a folder among the backups. */
  backup?: string;
}

const KEY = 'scioto_table_version';
/** Versions 1.0.0 and 1.0.1 stored no version, but the progress of their seed. */
const SEED_PROGRESS_KEY = 'app_seed_progress';
const FIRST_VERSION = '1.0';

/**
 * Returns the version of this code. It is unknown when Strapi is started by hand; then versions are neither
 * compared nor stored.
 */
function readReleaseVersion(): string | undefined {
  const version = readProjectVersion();
  return version && /^\d+\.\d+\.\d+$/.test(version) ? version : undefined;
}

/** Reads the version of the data; `undefined` before the first start has stored content. */
async function readDataVersion(strapi: Core.Strapi): Promise<DataVersion | undefined> {
  const stored = await readCoreStore(strapi, KEY);
  if (isRecord(stored) && typeof stored.version === 'string')
    return {
      version: stored.version,
      ...(typeof stored.backup === 'string' && { backup: stored.backup }),
    };
  const progress = await readCoreStore(strapi, SEED_PROGRESS_KEY);
  // A first start that has not created all content yet may not have stored its version either.
  const isUnfinished = progress === undefined || (isRecord(progress) && progress.complete === false);
  return isUnfinished ? undefined : { version: FIRST_VERSION };
}

/** Returns the path of the backup that was made before the last update, if it still exists. */
function findBackup({ backup }: DataVersion): string | undefined {
  const folder = backup && join(getBackupsFolder(), backup);
  return folder && existsSync(folder) ? folder : undefined;
}

function refuseOlderCode(version: string, data: DataVersion): never {
  const backup = findBackup(data);
  refuseToStart(
    `this is version ${version}, but version ${data.version} has used the data. Start version ${data.version} or newer, \
or restore ${backup ? `${backup}, the data as it was before the update` : `a backup of version ${version} or older`} (docs/updates.md).`,
  );
}

async function backUp(from: string, to: string): Promise<string> {
  try {
    return await createUpdateBackup(from, to);
  } catch (error) {
    refuseToStart(
      `the backup before the update from version ${from} to ${to} failed (${errorMessage(error)}). Nothing was changed: \
fix this and start again, or start version ${from} again.`,
    );
  }
}

/**
 * Compares the version of this code with that of the data, before Strapi changes the database. Makes a backup
 * when the code is newer, and refuses to start when it is older. The version is stored before anything is
 * changed, so that a failed update makes no second backup.
 */
export async function checkDataVersion(strapi: Core.Strapi): Promise<void> {
  const version = readReleaseVersion();
  const data = version && (await readDataVersion(strapi));
  if (!data) return;
  if (isOlder(version, data.version)) refuseOlderCode(version, data);
  if (!isOlder(data.version, version)) return;
  const backup = await backUp(data.version, version);
  await writeCoreStore(strapi, KEY, { version, backup });
  await storePendingLine(
    strapi,
    `updated from version ${data.version} to ${version}, after the backup ${backup}`,
  );
  strapi.log.info(
    `Updating from version ${data.version} to ${version}; the data as it was before is in ${join(getBackupsFolder(), backup)}`,
  );
}

/** Stores the version of the first start, when there is no other. */
export async function storeFirstDataVersion(strapi: Core.Strapi): Promise<void> {
  const version = readReleaseVersion();
  if (version && (await readCoreStore(strapi, KEY)) === undefined)
    await writeCoreStore(strapi, KEY, { version });
}

/** Refuses to start because an update failed, and names the backup of the data as it was before. */
export async function refuseUpdate(strapi: Core.Strapi, reason: string): Promise<never> {
  // Exits for a restart when the database does not answer, because then the update did not fail.
  await requireDatabase(strapi);
  const data = await readDataVersion(strapi);
  const backup = data && findBackup(data);
  refuseToStart(
    backup
      ? `${reason} To return to the previous version, restore ${backup} with it (docs/updates.md).`
      : reason,
  );
}

/** Ends the start with one line when Strapi can't change the database, or a file of `database/migrations` fails. */
export const explainFailedMigration = (strapi: Core.Strapi): void =>
  onFailedMigration(strapi, (error) =>
    refuseUpdate(strapi, `the database could not be changed (${errorMessage(error)}).`),
  );
