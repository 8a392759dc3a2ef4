import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core, UID } from '@strapi/strapi';
import sharp from 'sharp';

type SeedRecord = { documentId: string } & Record<string, unknown>;

interface Progress {
  complete: boolean;
  /** `uid#documentId` of each record that was created once, whatever became of it since. */
  records: string[];
  /** Media library id by picture name. */
  pictures: Record<string, number>;
}

const seedPath = (strapi: Core.Strapi, ...path: string[]) => join(strapi.dirs.app.root, 'seed', ...path);

/** @throws Error that names the file when it is missing, no JSON, or no list of objects that each have `key` */
async function readList<Key extends string>(
  strapi: Core.Strapi,
  file: string,
  key: Key,
): Promise<(Record<Key, string> & Record<string, unknown>)[]> {
  let list: unknown;
  try {
    list = JSON.parse(await readFile(seedPath(strapi, file), 'utf8'));
  } catch (error) {
    throw new Error(`seed/${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const hasKey = (item: unknown): item is Record<Key, string> & Record<string, unknown> =>
    typeof item === 'object' && item !== null && typeof Reflect.get(item, key) === 'string';
  if (!Array.isArray(list) || !list.every(hasKey))
    throw new Error(`seed/${file}: must be a list of objects with a "${key}".`);
  const keys = list.map((item) => item[key]);
  const twice = keys.find((value, index) => keys.indexOf(value) !== index);
  if (twice !== undefined) throw new Error(`seed/${file}: "${twice}" is there twice.`);
  return list;
}

/** Puts a drawing into the media library as a raster picture, because that takes no SVG. */
async function uploadPicture(strapi: Core.Strapi, name: string, alternativeText: unknown): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'seed-'));
  try {
    const filepath = join(scratch, `${name}.webp`);
    await sharp(seedPath(strapi, 'pictures', `${name}.svg`))
      // Lossless, because Strapi makes it smaller itself.
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
    await rm(scratch, { recursive: true });
  }
}

/** The record with the ids of the media library where it names pictures. */
function withPictures(
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
 * Fills an empty CMS with the words and pictures of `seed/`. Runs to its end once, on the first start: each record is
 * remembered in the transaction that creates it, so an interrupted run goes on where it stopped and nothing the owner
 * has changed or deleted comes back.
 * @throws Error that names the record or picture that can't be created
 */
export async function seed(strapi: Core.Strapi): Promise<void> {
  const store = strapi.store({ type: 'app', name: 'seed', key: 'progress' });
  const progress = {
    complete: false,
    records: [],
    pictures: {},
    ...((await store.get()) as Partial<Progress> | null),
  } as Progress;
  if (progress.complete) return;
  strapi.log.info('Filling the CMS with its first words and pictures …');

  const waiting = (await readList(strapi, 'pictures.json', 'name')).values();
  const uploadInTurn = async () => {
    for (const { name, alternativeText } of waiting) {
      if (name in progress.pictures) continue;
      try {
        // One that was uploaded just before the start was interrupted is there, but not yet remembered.
        const uploaded = await strapi.db.query('plugin::upload.file').findOne({ where: { name } });
        progress.pictures[name] = uploaded?.id ?? (await uploadPicture(strapi, name, alternativeText));
      } catch (error) {
        throw new Error(`seed picture "${name}": ${error instanceof Error ? error.message : String(error)}`);
      }
      await store.set({ value: progress });
    }
  };
  // There is something to change from here on: two at once would each make the first entry.
  await store.set({ value: progress });
  // Two at a time: one picture's small formats leave half of a processor's cores idle.
  await Promise.all([uploadInTurn(), uploadInTurn()]);

  for (const file of (await readdir(seedPath(strapi, 'words'))).sort()) {
    const type = file.replace(/\.json$/, '');
    const uid = `api::${type}.${type}` as UID.ContentType;
    if (!strapi.contentTypes[uid]) throw new Error(`seed/words/${file}: there is no content type "${type}".`);
    for (const record of await readList(strapi, `words/${file}`, 'documentId')) {
      const key = `${uid}#${record.documentId}`;
      if (progress.records.includes(key)) continue;
      try {
        await strapi.db.transaction(async () => {
          await strapi
            .documents(uid)
            .create({ data: withPictures(strapi, uid, record, progress.pictures), status: 'published' });
          await store.set({ value: { ...progress, records: [...progress.records, key] } });
        });
      } catch (error) {
        throw new Error(
          `seed record "${record.documentId}" of ${type}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      progress.records.push(key);
    }
  }

  await store.set({ value: { ...progress, complete: true } });
}
