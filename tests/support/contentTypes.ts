import { readdirSync, readFileSync } from 'node:fs';

/** A content type of the CMS. */
export interface ContentType {
  /** The singular name, as in `api::<name>.<name>`. */
  name: string;
  isSingle: boolean;
}

/** Reads the schema of a content type. */
export function readSchema(name: string): {
  kind: string;
  collectionName: string;
  info: { singularName: string; pluralName: string };
  options: { draftAndPublish: boolean };
} {
  const file = new URL(`../../cms/src/api/${name}/content-types/${name}/schema.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Every content type of the CMS. */
export const contentTypes: ContentType[] = readdirSync(new URL('../../cms/src/api', import.meta.url)).map(
  (name) => ({ name, isSingle: readSchema(name).kind === 'singleType' }),
);

/** The names of the single types: content types with one record and no document id in their URL. */
export const singleTypes = contentTypes.filter(({ isSingle }) => isSingle).map(({ name }) => name);
