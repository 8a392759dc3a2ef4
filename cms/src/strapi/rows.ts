import type { Core, UID } from '@strapi/strapi';

type Row = Record<string, unknown>;

/** Changes rows but, unlike `strapi.db.query`, not the time of their last edit. */
export const updateRows = (strapi: Core.Strapi, uid: string, where: object, values: Row): Promise<unknown> =>
  strapi.db.queryBuilder(uid).where(where).update(values).execute();

/** Reads the ids of rows, in their order, and locks the rows until the transaction ends: SQLite has one connection for all. */
export const lockRows = (strapi: Core.Strapi, uid: string, where: object): Promise<{ id: number }[]> =>
  strapi.db.queryBuilder(uid).select('id').where(where).orderBy('id').forUpdate().execute();

/** Selects the largest id of the rows with the same values in some columns, as the condition of a query. */
export const selectNewestIds = (strapi: Core.Strapi, table: string, columns: string[]) =>
  strapi.db.getConnection(table).max('id').groupBy(columns);

/**
 * Makes other transactions that call this for the table wait until the transaction ends; other changes of the table don't wait. On
 * SQLite all transactions wait for the only connection.
 */
export async function lockTable(strapi: Core.Strapi, uid: UID.ContentType): Promise<void> {
  if (strapi.db.dialect.client !== 'postgres') return;
  await strapi.db.transaction(({ trx }) =>
    trx.raw('LOCK TABLE ?? IN SHARE UPDATE EXCLUSIVE MODE', strapi.contentType(uid).collectionName),
  );
}

interface Column {
  type: string;
  columnName?: string;
}

/** A table of our own in Strapi's database. */
export interface Model {
  uid: string;
  singularName: string;
  tableName: string;
  attributes: Record<string, Column>;
  indexes: { name: string; columns: string[] }[];
}

/** Adds a table to the database. It has no permissions, API or screens, but Strapi creates it and the backups contain it. */
export const addModel = (strapi: Core.Strapi, model: Model): void => void strapi.get('models').add(model);
