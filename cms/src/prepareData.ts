import type { Core } from '@strapi/strapi';
import { protectFromRestore } from './backups/protectFromRestore';
import { recordKnownFields } from './permissions/ownerPermissions';
import { requireDatabase } from './strapi/database';
import { checkDataVersion, explainFailedMigration } from './updates/dataVersion';

/**
 * Prepares the data before Strapi changes anything: completes an interrupted restore, makes a backup before an update, and
 * refuses data of a newer version. Each step reads what the step before it may have changed.
 */
export async function prepareData(strapi: Core.Strapi): Promise<void> {
  await requireDatabase(strapi);
  await protectFromRestore();
  await checkDataVersion(strapi);
  await recordKnownFields(strapi);
  explainFailedMigration(strapi);
}
