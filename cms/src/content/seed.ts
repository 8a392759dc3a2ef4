import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import sharp from 'sharp';
import { errorMessage } from '../shared/errorMessage';
import { uidOf } from './contentTypes';
import { readSeed, type SeedPicture, type SeedRecord } from './readSeed';

interface Progress {
  complete: boolean;
  /** `uid#documentId` of each record that the seed has created, also if the owner has deleted it since. */
  records: string[];
  /** The media library's id of each picture, by picture name. */
  pictures: Record<string, number>;
}

const progressKey = ({ type, documentId }: SeedRecord) => `${uidOf(type)}#${documentId}`;

/**
 * Uploads a drawing to the media library as a WebP, because the library rejects SVG.
 * @returns the id of the picture in the media library
 */
async function uploadPicture(
  strapi: Core.Strapi,
  { name, alternativeText, file }: SeedPicture,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'seed-'));
  try {
    const filepath = join(folder, `${name}.webp`);
    // Lossless, because Strapi compresses it again.
    await sharp(file).webp({ lossless: true, effort: 0 }).toFile(filepath);
    const { size } = await stat(filepath);
    const [uploaded] = await strapi
      .plugin('upload')
      .service('upload')
      .upload({
        data: { fileInfo: { name, alternativeText } },
        files: { filepath, originalFilename: `${name}.webp`, mimetype: 'image/webp', size },
      });
    return uploaded.id;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Creates and publishes a record.
 * @param pictures the values of its media fields
 * @throws Error that names the record
 */
async function createRecord(
  strapi: Core.Strapi,
  { type, documentId, fields }: SeedRecord,
  pictures: Record<string, unknown> = {},
): Promise<void> {
  try {
    await strapi
      .documents(uidOf(type))
      .create({ data: { ...fields, ...pictures, documentId }, status: 'published' });
  } catch (error) {
    throw new Error(`seed record "${documentId}" of ${type}: ${errorMessage(error)}`);
  }
}

/**
 * Creates records without their pictures and rolls back, so that a faulty record fails before anything is stored.
 * @throws Error that names the first faulty record
 */
async function rehearse(strapi: Core.Strapi, records: SeedRecord[]): Promise<void> {
  await strapi.db.transaction(async ({ rollback }) => {
    for (const record of records) await createRecord(strapi, record);
    await rollback();
  });
}

/**
 * Fills an empty CMS with the content and pictures of `seed/`, on the first start only. Each record is added
 * to the stored progress in the transaction that creates it, so an interrupted run resumes without restoring
 * anything that the owner has changed or deleted.
 * @throws Error that names what is wrong with the seed; it is checked before anything is stored
 */
export async function seed(strapi: Core.Strapi): Promise<void> {
  const store = strapi.store({ type: 'app', name: 'seed', key: 'progress' });
  // Only this function writes the stored value.
  const stored = (await store.get()) as Partial<Progress> | null;
  const progress: Progress = { complete: false, records: [], pictures: {}, ...stored };
  if (progress.complete) return;
  strapi.log.info('Filling the CMS with its first content and pictures …');

  const { pictures, records } = await readSeed(join(strapi.dirs.app.root, 'seed'), (type) => {
    const attributes = strapi.contentTypes[uidOf(type)]?.attributes;
    return attributes && Object.keys(attributes).filter((name) => attributes[name]?.type === 'media');
  });
  const missing = records.filter((record) => !progress.records.includes(progressKey(record)));
  await rehearse(strapi, missing);

  const remaining = pictures.values();
  const uploadRemaining = async () => {
    for (const picture of remaining) {
      const { name } = picture;
      if (name in progress.pictures) continue;
      try {
        // An interrupted start may have uploaded a picture without storing the progress.
        const uploaded = await strapi.db.query('plugin::upload.file').findOne({ where: { name } });
        progress.pictures[name] = uploaded?.id ?? (await uploadPicture(strapi, picture));
      } catch (error) {
        throw new Error(`seed picture "${name}": ${errorMessage(error)}`);
      }
      await store.set({ value: progress });
    }
  };
  // Creates the store's entry before the parallel uploads, whose first `set` calls would each create one.
  await store.set({ value: progress });
  // Two in parallel, from one shared iterator: a single upload leaves half of the processor's cores idle.
  await Promise.all([uploadRemaining(), uploadRemaining()]);

  for (const record of missing) {
    const idOf = (name: string) => progress.pictures[name];
    const ids = Object.entries(record.pictures).map(([field, names]) => [
      field,
      Array.isArray(names) ? names.map(idOf) : idOf(names),
    ]);
    const created = [...progress.records, progressKey(record)];
    await strapi.db.transaction(async () => {
      await createRecord(strapi, record, Object.fromEntries(ids));
      await store.set({ value: { ...progress, records: created } });
    });
    progress.records = created;
  }

  await store.set({ value: { ...progress, complete: true } });
}
