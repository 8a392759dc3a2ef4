import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the words of the seed. */
const WORDS = join(import.meta.dirname, '../../cms/seed/words');

/** A record of `cms/seed/words`. */
export interface SeedRecord {
  documentId: string;
  mainHeading?: string;
  subHeadings?: string;
  headingName?: string;
  description?: string;
  tabName?: string;
  websiteName?: string;
  appName?: string;
  entreeName?: string;
  sideName?: string;
  subHeading?: string;
  /** The names of its pictures. */
  images?: string[];
  logo?: string;
  drinks?: { drinkName?: string; alcoholName?: string }[];
}

/** Reads the seed's records of one content type. */
export function seedRecords(type: string): SeedRecord[] {
  return JSON.parse(readFileSync(join(WORDS, `${type}.json`), 'utf8'));
}

/**
 * Reads one record of the seed.
 * @throws Error when the seed has no such record
 */
export function seedRecord(type: string, documentId: string): SeedRecord {
  const record = seedRecords(type).find((candidate) => candidate.documentId === documentId);
  if (!record) throw new Error(`the seed has no ${type} ${documentId}`);
  return record;
}

/**
 * Reads the record with a document id that only one content type of the seed has.
 * @throws Error when the seed has no such record
 */
export function findSeedRecord(documentId: string): SeedRecord {
  const types = readdirSync(WORDS).map((file) => file.replace(/\.json$/, ''));
  const record = types.flatMap(seedRecords).find((candidate) => candidate.documentId === documentId);
  if (!record) throw new Error(`the seed has no record ${documentId}`);
  return record;
}
