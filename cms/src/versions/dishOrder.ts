import type { Core, UID } from '@strapi/strapi';
import { findContentType } from '../content/contentTypes';

/** The distance between the positions of two dishes. */
const STEP = 10;

interface Row {
  documentId: string;
  publishedAt: string | null;
  position: number | null;
  [name: string]: unknown;
}

/** Reads the document ids of the dishes of a type in the order of the site, also of those that are not on the site. */
export async function readOrder(strapi: Core.Strapi, uid: UID.ContentType): Promise<string[]> {
  const rows: Row[] = await strapi.db.query(uid).findMany({});
  const title = findContentType(uid)?.title ?? '';
  const dishes = new Map<string, { position: number; name: string }>();
  // The published rows last, because the site shows their position.
  for (const row of rows.sort((a, b) => Number(a.publishedAt !== null) - Number(b.publishedAt !== null)))
    dishes.set(row.documentId, {
      position: row.position ?? Number.MAX_SAFE_INTEGER,
      name: String(row[title] ?? ''),
    });
  return [...dishes]
    .sort(([, a], [, b]) => a.position - b.position || a.name.localeCompare(b.name, 'en'))
    .map(([documentId]) => documentId);
}

/** Gives dishes the positions of an order, in their drafts and on the site; nothing else is published. */
export async function writeOrder(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  documentIds: string[],
): Promise<void> {
  // The query builder, unlike `strapi.db.query`, does not change the time of the last edit.
  for (const [index, documentId] of documentIds.entries())
    await strapi.db
      .queryBuilder(uid)
      .where({ documentId })
      .update({ position: (index + 1) * STEP })
      .execute();
}
