import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { WrittenValues } from './fieldLimits';

interface Picture {
  name: string;
  alternativeText?: string | null;
}

/** Rejects publishing an entry while one of its pictures has no alternative text. Uploading and saving don't need one. */
export function rejectMissingAlternativeTexts(
  strapi: Core.Strapi,
  { uid, values, isPublished }: WrittenValues,
): void {
  if (!isPublished) return;
  const pictures = Object.entries(strapi.contentType(uid).attributes).flatMap(([name, { type }]) =>
    type === 'media' ? [values[name]].flat() : [],
  );
  // Cast: values of a field with pictures.
  const undescribed = (pictures as (Picture | null | undefined)[]).find(
    (picture) => picture && typeof picture === 'object' && !picture.alternativeText?.trim(),
  );
  if (!undescribed) return;
  throw new errors.ApplicationError(
    `“${undescribed.name}” has no alternative text yet: press the pencil on it, write what it shows for people who can’t see it, and publish again.`,
  );
}
