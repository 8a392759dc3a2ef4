import { randomUUID } from 'node:crypto';
import { RESTORE_KEY } from '../environment/restoreKey';
import { withSqlite } from '../environment/sqlite';
import { uidOf } from '../shared/content/contentTypes';
import { dishTypes } from '../shared/content/menuTypes';
import { hasJsonValue, storeValue } from '../strapi/databaseFile';

/**
 * Stores the id of this restore in the database of a backup: what it states about allergens and diets was true of the dishes of
 * then, so none of it is confirmed for the site of now.
 * @returns whether the backup states anything
 */
export const storeRestoreId = (file: string): boolean =>
  withSqlite(file, (connection) => {
    storeValue(connection, RESTORE_KEY, { id: randomUUID() });
    return dishTypes.some((type) => hasJsonValue(connection, uidOf(type), 'dietaryStatement'));
  });
