import type { Core } from '@strapi/strapi';
import { RESTORE_KEY } from '../environment/restoreKey';
import { isRecord } from '../shared/isRecord';
import { readCoreStore } from '../strapi/coreStore';

/** Reads the id of the last restore of the site; `null` if it was never restored. */
export async function readRestoreId(strapi: Core.Strapi): Promise<string | null> {
  const stored = await readCoreStore(strapi, RESTORE_KEY);
  return isRecord(stored) && typeof stored.id === 'string' ? stored.id : null;
}
