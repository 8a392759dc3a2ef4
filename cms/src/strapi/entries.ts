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
