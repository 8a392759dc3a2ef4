import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypes as cmsTypes, componentFields } from '../../cms/src/shared/content/contentTypes.ts';
import { type QueryName, queries } from '../../web/src/content/queries.ts';
import { seedRecords } from './seedRecords.ts';

export { cmsTypes, componentFields };

export interface ContentType {
  /** The singular name, as in `api::<name>.<name>`. */
  name: string;
  kind: 'single' | 'fixed' | 'open';
  path: string;
  /** The document id of its first record in the seed. */
  recordId: string;
}

export function readSchema(name: string): {
  kind: string;
  collectionName: string;
  info: { singularName: string; pluralName: string };
  options: { draftAndPublish: boolean };
  attributes: Record<string, { required?: boolean; multiple?: boolean; repeatable?: boolean }>;
} {
  const file = join(import.meta.dirname, `../../cms/src/api/${name}/content-types/${name}/schema.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

export const contentTypes: ContentType[] = Object.entries(cmsTypes).map(([name, { kind }]) => {
  const { singularName, pluralName } = readSchema(name).info;
  const [first] = seedRecords(name);
  if (!first) throw new Error(`the seed has no ${name}`);
  const path = `/api/${kind === 'single' ? singularName : pluralName}`;
  return { name, kind, path, recordId: first.documentId };
});

/** Returns the site's query for the content of a type. */
export function findQuery(type: string): (typeof queries)[QueryName] {
  const path = contentTypes.find(({ name }) => name === type)?.path;
  const query = Object.values(queries).find((candidate) => candidate.path === path);
  if (!query) throw new Error(`no query fetches ${type}`);
  return query;
}
