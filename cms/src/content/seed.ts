import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core, UID } from '@strapi/strapi';
import sharp from 'sharp';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { uidOf } from './contentTypes';

type SeedRecord = { documentId: string } & Record<string, unknown>;

interface Progress {
  complete: boolean;
  /** `uid#documentId` of each record that the seed has created, also if the owner has deleted it since. */
  records: string[];
  /** The media library's id of each picture, by picture name. */
  pictures: Record<string, number>;
}

const seedPath = (strapi: Core.Strapi, ...path: string[]) => join(strapi.dirs.app.root, 'seed', ...path);

/**
 * Reads a list of objects with a unique key from a JSON file of the seed.
 * @throws Error that names the file when it is missing, is not JSON, is not such a list, or repeats a key
 */
async function readList<Key extends string>(
  strapi: Core.Strapi,
  file: string,
  key: Key,
): Promise<(Record<Key, string> & Record<string, unknown>)[]> {
  let list: unknown;
  try {
    list = JSON.parse(await readFile(seedPath(strapi, file), 'utf8'));
  } catch (error) {
    throw new Error(`seed/${file}: ${errorMessage(error)}`);
  }
  const hasKey = (item: unknown): item is Record<Key, string> & Record<string, unknown> =>
    isRecord(item) && typeof item[key] === 'string';
  if (!Array.isArray(list) || !list.every(hasKey))
    throw new Error(`seed/${file}: must be a list of objects with a "${key}".`);
  const keys = list.map((item) => item[key]);
  const duplicate = keys.find((value, index) => keys.indexOf(value) !== index);
  if (duplicate !== undefined) throw new Error(`seed/${file}: the ${key} "${duplicate}" occurs twice.`);
  return list;
}

/**
 * Uploads a drawing to the media library as a WebP, because the library rejects SVG.
 * @returns the id of the picture in the media library
 */
async function uploadPicture(strapi: Core.Strapi, name: string, alternativeText: unknown): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'seed-'));
  try {
    const filepath = join(folder, `${name}.webp`);
    await sharp(seedPath(strapi, 'pictures', `${name}.svg`))
      // Lossless, because Strapi compresses it again.
      .webp({ lossless: true, effort: 0 })
      .toFile(filepath);
    const { size } = await stat(filepath);
    const [file] = await strapi
      .plugin('upload')
      .service('upload')
      .upload({
        data: { fileInfo: { name, alternativeText } },
        files: { filepath, originalFilename: `${name}.webp`, mimetype: 'image/webp', size },
      });
    return file.id;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Replaces the picture names in a record's media fields by the ids of the pictures in the media library. */
function replacePictureNames(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  record: SeedRecord,
  pictures: Progress['pictures'],
): SeedRecord {
  const idOf = (name: unknown) => {
    const id = pictures[String(name)];
    if (id === undefined) throw new Error(`there is no picture "${name}"`);
    return id;
  };
  const fields = Object.entries(record).map(([field, value]) => {
    if (strapi.contentType(uid).attributes[field]?.type !== 'media') return [field, value];
    return [field, Array.isArray(value) ? value.map(idOf) : idOf(value)];
  });
  return { ...Object.fromEntries(fields), documentId: record.documentId };
}

/**
 * Fills an empty CMS with the content and pictures of `seed/`, on the first start only. Each record is added
 * to the stored progress in the transaction that creates it, so an interrupted run resumes without restoring
 * anything that the owner has changed or deleted.
 * @throws Error that names the record or picture that can't be created
 */
export async function seed(strapi: Core.Strapi): Promise<void> {
  const store = strapi.store({ type: 'app', name: 'seed', key: 'progress' });
  // Only this function writes the stored value.
  const stored = (await store.get()) as Partial<Progress> | null;
  const progress: Progress = { complete: false, records: [], pictures: {}, ...stored };
  if (progress.complete) return;
  strapi.log.info('Filling the CMS with its first content and pictures …');

  const remaining = (await readList(strapi, 'pictures.json', 'name')).values();
  const uploadRemaining = async () => {
    for (const { name, alternativeText } of remaining) {
      if (name in progress.pictures) continue;
      try {
        // An interrupted start may have uploaded a picture without storing the progress.
        const uploaded = await strapi.db.query('plugin::upload.file').findOne({ where: { name } });
        progress.pictures[name] = uploaded?.id ?? (await uploadPicture(strapi, name, alternativeText));
      } catch (error) {
        throw new Error(`seed picture "${name}": ${errorMessage(error)}`);
      }
      await store.set({ value: progress });
    }
  };
  // Creates the entry of the store, because two parallel first calls would each create one.
  await store.set({ value: progress });
  // Two in parallel, from one shared iterator: a single upload leaves half of the processor's cores idle.
  await Promise.all([uploadRemaining(), uploadRemaining()]);

  for (const file of (await readdir(seedPath(strapi, 'words'))).sort()) {
    const type = file.replace(/\.json$/, '');
    const uid = uidOf(type);
    if (!strapi.contentTypes[uid]) throw new Error(`seed/words/${file}: there is no content type "${type}".`);
    for (const record of await readList(strapi, `words/${file}`, 'documentId')) {
      const key = `${uid}#${record.documentId}`;
      if (progress.records.includes(key)) continue;
      try {
        await strapi.db.transaction(async () => {
          await strapi.documents(uid).create({
            data: replacePictureNames(strapi, uid, record, progress.pictures),
            status: 'published',
          });
          await store.set({ value: { ...progress, records: [...progress.records, key] } });
        });
      } catch (error) {
        throw new Error(`seed record "${record.documentId}" of ${type}: ${errorMessage(error)}`);
      }
      progress.records.push(key);
    }
  }

  await store.set({ value: { ...progress, complete: true } });
}
