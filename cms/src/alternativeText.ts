import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

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
