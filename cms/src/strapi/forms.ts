import type { Core } from '@strapi/strapi';

interface Metadata {
  edit: object;
  list: object;
}

/** How the admin shows a type: its settings, the labels of its fields by name, and the order of fields and columns. */
export interface FormConfiguration {
  settings: object;
  metadatas: Record<string, Metadata>;
  layouts: object;
}

interface LayoutService {
  findConfiguration(type: { uid: string }): Promise<FormConfiguration>;
  updateConfiguration(type: { uid: string }, configuration: FormConfiguration): Promise<unknown>;
}

/** Changes how the admin shows a content type or a component, as the screen *Configure the view* does. */
export async function configureForm(
  strapi: Core.Strapi,
  kind: 'content-types' | 'components',
  uid: string,
  change: (stored: FormConfiguration) => FormConfiguration,
): Promise<void> {
  const service: LayoutService = strapi.plugin('content-manager').service(kind);
  await service.updateConfiguration({ uid }, change(await service.findConfiguration({ uid })));
}
