import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';

type Fields = Record<string, unknown>;

export interface SeedPicture {
  name: string;
  alternativeText: unknown;
  /** The name of the dish that it shows, if it shows one. */
  caption: unknown;
  /** The path of the drawing. */
  file: string;
}

export interface SeedRecord {
  /** The name of the content type. */
  type: string;
  documentId: string;
  /** Without the media fields. */
  fields: Fields;
  /** The name of the picture in each media field, or the names if it has several. */
  pictures: Record<string, string | string[]>;
}

interface Seed {
  pictures: SeedPicture[];
  records: SeedRecord[];
}

/**
 * Reads a list of objects with a key from a JSON file of the seed.
 * @throws Error that names the file when it is missing, is not JSON, or is not such a list
 */
async function readList<Key extends string>(
  folder: string,
  file: string,
  key: Key,
): Promise<(Record<Key, string> & Fields)[]> {
  let list: unknown;
  try {
    list = JSON.parse(await readFile(join(folder, file), 'utf8'));
  } catch (error) {
    throw new Error(`seed/${file}: ${errorMessage(error)}`);
  }
  const hasKey = (item: unknown): item is Record<Key, string> & Fields =>
    isRecord(item) && typeof item[key] === 'string';
  if (!Array.isArray(list) || !list.every(hasKey))
    throw new Error(`seed/${file}: must be a list of objects with a "${key}".`);
  return list;
}

/** Separates the names of the pictures from the other fields of a record. */
function separatePictures(
  type: string,
  { documentId, ...values }: { documentId: string } & Fields,
  mediaFields: string[],
): SeedRecord {
  const isMedia = ([field]: [string, unknown]) => mediaFields.includes(field);
  const entries = Object.entries(values);
  const pictures = entries
    .filter(isMedia)
    .map(([field, names]) => [field, Array.isArray(names) ? names.map(String) : String(names)]);
  return {
    type,
    documentId,
    fields: Object.fromEntries(entries.filter((entry) => !isMedia(entry))),
    pictures: Object.fromEntries(pictures),
  };
}

/**
 * Reads the folder of the first content and pictures, and checks what Strapi doesn't check when it creates a record.
 * @param mediaFieldsOf the names of a content type's media fields; `undefined` when there is no such type
 * @throws Error that names the file or record with the first fault
 */
export async function readSeed(
  folder: string,
  mediaFieldsOf: (type: string) => string[] | undefined,
): Promise<Seed> {
  const pictures = (await readList(folder, 'pictures.json', 'name')).map(
    ({ name, alternativeText, caption }) => ({
      name,
      alternativeText,
      caption,
      file: join(folder, 'pictures', `${name}.svg`),
    }),
  );
  const names = new Set(pictures.map(({ name }) => name));
  const records: SeedRecord[] = [];
  for (const file of (await readdir(join(folder, 'words'))).sort()) {
    const type = file.replace(/\.json$/, '');
    const mediaFields = mediaFieldsOf(type);
    if (!mediaFields) throw new Error(`seed/words/${file}: there is no content type "${type}".`);
    for (const item of await readList(folder, `words/${file}`, 'documentId')) {
      const record = separatePictures(type, item, mediaFields);
      const unknown = Object.values(record.pictures)
        .flat()
        .find((name) => !names.has(name));
      if (unknown !== undefined)
        throw new Error(`seed record "${record.documentId}" of ${type}: there is no picture "${unknown}"`);
      records.push(record);
    }
  }
  return { pictures, records };
}
