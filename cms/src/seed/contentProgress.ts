import type { Core } from '@strapi/strapi';

/** What the database stores about the content that the code has created and changed. */
export interface ContentProgress {
  /** Whether the first start has created all its content. */
  complete: boolean;
  /** `uid#documentId` of each record that the seed has created, also if the owner has deleted it since. */
  records: string[];
  /** The media library's id of each picture, by picture name. */
  pictures: Record<string, number>;
  /** The names of the applied content steps. */
  steps: string[];
}

const openStore = (strapi: Core.Strapi) => strapi.store({ type: 'app', name: 'seed', key: 'progress' });

/** Reads the progress; version 1.0 stored no steps, and the first start has none at all. */
export async function readContentProgress(strapi: Core.Strapi): Promise<ContentProgress> {
  // Only `writeContentProgress` writes the stored value.
  const stored = (await openStore(strapi).get()) as Partial<ContentProgress> | null;
  return { complete: false, records: [], pictures: {}, steps: [], ...stored };
}

/** Writes the progress, in the transaction that the caller has opened, if any. */
export async function writeContentProgress(strapi: Core.Strapi, progress: ContentProgress): Promise<void> {
  await openStore(strapi).set({ value: progress });
}
