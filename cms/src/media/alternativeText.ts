import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findPlaces } from './photographs';

interface Picture {
  name: string;
  alternativeText?: string | null;
}

/**
 * Asks for the words that stand for a picture where it can’t be seen: an entry is published once all its pictures have
 * some. Uploading and saving go on without.
 */
export function askForAlternativeText(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    if (context.action !== 'publish' || !strapi.requestContext.get()) return next();
    const media = Object.entries(context.contentType.attributes)
      .filter(([, { type }]) => type === 'media')
      .map(([name]) => name);
    if (!media.length) return next();
    const { documentId } = context.params;
    const draft: Record<string, Picture | Picture[] | null> | null = await strapi
      .documents(context.uid)
      .findOne({ documentId, status: 'draft', populate: media });
    const silent = media
      .flatMap((name) => draft?.[name] ?? [])
      .find((picture) => !picture.alternativeText?.trim());
    if (silent) {
      throw new errors.ApplicationError(
        `“${silent.name}” has no alternative text yet: press the pencil on it, write what it shows for people who can’t see it, and publish again.`,
      );
    }
    return next();
  });
}

interface FileInfo {
  alternativeText?: string | null;
}

/** What is changed of the upload plugin's service `upload`. */
interface UploadService {
  updateFileInfo(id: number, info: FileInfo, options?: object): Promise<unknown>;
  replace(id: number, upload: { data: { fileInfo?: FileInfo } }, options?: object): Promise<unknown>;
}

/** Rejects an empty alternative text for a picture that an entry shows, because the media library publishes at once. */
export function keepAlternativeText(strapi: Core.Strapi): void {
  const check = async (id: number, { alternativeText }: FileInfo = {}) => {
    if (alternativeText === undefined || alternativeText?.trim()) return;
    for (const picture of await findPlaces(strapi, { id }))
      if (picture.alternativeText?.trim() && picture.places.length)
        throw new errors.ApplicationError(
          `“${picture.name}” is in use (${picture.places.join('; ')}), so its alternative text can’t be empty: write what the picture shows, for guests who can’t see it.`,
        );
  };
  strapi.get('services').extend('plugin::upload.upload', (service: UploadService) => ({
    ...service,
    async updateFileInfo(id: number, info: FileInfo, options?: object) {
      await check(id, info);
      return service.updateFileInfo(id, info, options);
    },
    async replace(id: number, upload: { data: { fileInfo?: FileInfo } }, options?: object) {
      await check(id, upload.data.fileInfo);
      return service.replace(id, upload, options);
    },
  }));
}
