import type { Core, UID } from '@strapi/strapi';

interface PopulateBuilder {
  populateDeep(): { build(): Promise<Record<string, object>> };
}

/** Returns the parameter `populate` for all pictures, components and relations, as the admin's content manager builds it. */
export function buildPopulate(strapi: Core.Strapi, uid: UID.ContentType): Promise<Record<string, object>> {
  const service: unknown = strapi.service('plugin::content-manager.populate-builder');
  // Cast: Strapi's types know services as objects only, and this one is a function.
  const createBuilder = service as (uid: UID.ContentType) => PopulateBuilder;
  return createBuilder(uid).populateDeep().build();
}

/** Creates an entry with a document id of our choice, as a draft or also published. */
export async function createEntryWithId(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  documentId: string,
  data: Record<string, unknown>,
  status?: 'published',
): Promise<void> {
  await strapi.documents(uid).create({ data: { ...data, documentId }, ...(status && { status }) });
}

interface Row {
  id: number;
}

/**
 * Checks values as Strapi does before it publishes them.
 * @throws ValidationError of Strapi when the values don't fit to the fields
 */
export async function requireValidValues(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  values: Record<string, unknown>,
): Promise<void> {
  const model = strapi.contentType(uid);
  // Cast: Strapi's types know the fields of each content type, and these are of any.
  await strapi.entityValidator.validateEntityUpdate(model, values as never, { isDraft: false }, {} as never);
}

/**
 * Writes values into the published row of an entry, which Strapi's document service can't do without its draft; creates the row when
 * the entry is not published. Call `requireValidValues` before.
 * @param row the published row
 */
export async function writePublishedRow(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  { documentId, row, values }: { documentId: string; row: Row | null; values: Record<string, unknown> },
): Promise<void> {
  const documents = strapi.documents(uid);
  const query = strapi.db.query(uid);
  const publishedAt = new Date();
  const created: Row = row ?? (await query.create({ data: { documentId, publishedAt, locale: null } }));
  // Casts: as above.
  const components = await documents.updateComponents(created, values as never);
  const plain: object = documents.omitComponentData(values as never);
  const data = { ...plain, ...components, publishedAt };
  await query.update({ where: { id: created.id }, data });
}

/** Deletes the published row of an entry with its components; its draft stays. */
export async function deletePublishedRow(strapi: Core.Strapi, uid: UID.ContentType, row: Row): Promise<void> {
  const components = Object.entries(strapi.contentType(uid).attributes).flatMap(([name, attribute]) =>
    attribute.type === 'component' ? [[name, attribute.repeatable ? [] : null]] : [],
  );
  // Cast: as above.
  await strapi.documents(uid).updateComponents(row, Object.fromEntries(components) as never);
  await strapi.db.query(uid).delete({ where: { id: row.id } });
}
