import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  images?: string[];
  logo?: string;
  drinkName?: string;
  alcoholName?: string;
}

export function seedRecords(type: string): SeedRecord[] {
  return JSON.parse(readFileSync(join(WORDS, `${type}.json`), 'utf8'));
}

/** @throws Error when the seed has no such record */
export function seedRecord(type: string, documentId: string): SeedRecord {
  const record = seedRecords(type).find((candidate) => candidate.documentId === documentId);
  if (!record) throw new Error(`the seed has no ${type} ${documentId}`);
  return record;
}
