import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import sharp from 'sharp';
import { contentTypes, isRequiredEntry, uidOf } from '../shared/content/contentTypes';
import { errorMessage } from '../shared/errorMessage';
import { createEntryWithId } from '../strapi/entries';
import { uploadPicture } from '../strapi/uploads';
import { type ContentProgress, readContentProgress, writeContentProgress } from './contentProgress';
import { contentSteps } from './contentSteps';
import { readSeed, type SeedPicture, type SeedRecord } from './readSeed';

const progressKey = ({ type, documentId }: { type: string; documentId: string }) =>
  `${uidOf(type)}#${documentId}`;

/**
 * Whether the code has a fixed record or a single type whose entry the seed has not created yet: true in an update
 * that adds one. Reads no file, because it runs at each start.
 */
const lacksRequiredEntry = ({ records }: ContentProgress): boolean =>
  Object.entries(contentTypes).some(([type, { kind, records: fixedRecords = {} }]) =>
    kind === 'single'
      ? !records.some((key) => key.startsWith(progressKey({ type, documentId: '' })))
      : Object.keys(fixedRecords).some((documentId) => !records.includes(progressKey({ type, documentId }))),
  );

/** Whether the site has the record, or the entry of its single type, although the seed has not created it. */
async function exists(strapi: Core.Strapi, { type, documentId }: SeedRecord): Promise<boolean> {
  const uid = uidOf(type);
  const where = strapi.contentTypes[uid]?.kind === 'singleType' ? {} : { documentId };
  return (await strapi.db.query(uid).count({ where })) > 0;
}

/**
 * Uploads a drawing to the media library as a WebP, because the library rejects SVG.
 * @returns the id of the picture in the media library
 */
async function uploadDrawing(
  strapi: Core.Strapi,
  { name, alternativeText, caption, file }: SeedPicture,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'seed-'));
  try {
    const filepath = join(folder, `${name}.webp`);
    // Lossless, because Strapi compresses it again.
    await sharp(file).webp({ lossless: true, effort: 0 }).toFile(filepath);
    const { size } = await stat(filepath);
    const texts = { name, alternativeText, caption };
    return await uploadPicture(strapi, { ...texts, filepath, mimetype: 'image/webp', size });
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
    await createEntryWithId(strapi, uidOf(type), documentId, { ...fields, ...pictures }, 'published');
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
 * Creates the content that a site lacks: on its first start all records and pictures of `seed/`, and after an update
 * the new records of fixed and single types, which nobody can create in the admin. Each record is added to the
 * stored progress in the transaction that creates it, so an interrupted run resumes without restoring anything
 * that the owner has changed or deleted.
 * @throws Error that names what is wrong with the seed; its records are checked before anything is stored
 */
export async function seed(strapi: Core.Strapi): Promise<void> {
  const progress = await readContentProgress(strapi);
  const isFirstStart = !progress.complete;
  if (!isFirstStart && !lacksRequiredEntry(progress)) return;
  strapi.log.info(
    isFirstStart
      ? 'Filling the CMS with its first content and pictures …'
      : 'Adding the content that is new in this version …',
  );

  const { pictures, records } = await readSeed(join(strapi.dirs.app.root, 'seed'), (type) => {
    const attributes = strapi.contentTypes[uidOf(type)]?.attributes;
    return attributes && Object.keys(attributes).filter((name) => attributes[name]?.type === 'media');
  });
  const missing: SeedRecord[] = [];
  for (const record of records) {
    if (progress.records.includes(progressKey(record))) continue;
    // The dishes of the seed are samples for an empty menu.
    if (!isFirstStart && !isRequiredEntry(uidOf(record.type), record.documentId)) continue;
    if (await exists(strapi, record)) progress.records.push(progressKey(record));
    else missing.push(record);
  }
  await rehearse(strapi, missing);

  const neededPictures = new Set(missing.flatMap((record) => Object.values(record.pictures).flat()));
  const remaining = pictures.filter(({ name }) => neededPictures.has(name)).values();
  const uploadRemaining = async () => {
    for (const picture of remaining) {
      const { name } = picture;
      try {
        // An interrupted start may have uploaded a picture without storing the progress, and the owner may have
        // deleted one since.
        const id = progress.pictures[name];
        const where = id === undefined ? { name } : { id };
        const uploaded = await strapi.db.query('plugin::upload.file').findOne({ where });
        progress.pictures[name] = uploaded?.id ?? (await uploadDrawing(strapi, picture));
      } catch (error) {
        throw new Error(`seed picture "${name}": ${errorMessage(error)}`);
      }
      await writeContentProgress(strapi, progress);
    }
  };
  // Creates the store's entry before the parallel uploads, whose first `set` calls would each create one.
  await writeContentProgress(strapi, progress);
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
      await writeContentProgress(strapi, { ...progress, records: created });
    });
    progress.records = created;
  }

  const steps = isFirstStart ? contentSteps.map(({ name }) => name) : progress.steps;
  await writeContentProgress(strapi, { ...progress, complete: true, steps });
}
