import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { placeOf } from './desk';

/** Refuses words that are too long for their place, where that bears less than the schema allows. */
export function guardLengths(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) => {
    if (context.action !== 'update') return next();
    const { documentId, data } = context.params;
    const tooLong = Object.entries(placeOf(context.uid, documentId) ?? {}).flatMap(
      ([name, { label, max = Number.POSITIVE_INFINITY }]) => {
        const value: unknown = Reflect.get(data ?? {}, name);
        if (typeof value !== 'string' || value.length <= max) return [];
        const message = `${label}: this is too long, ${max} characters fit here and these are ${value.length}.`;
        return [{ path: [name], name: 'ValidationError', message }];
      },
    );
    if (tooLong.length) {
      throw new errors.ValidationError(tooLong.map(({ message }) => message).join(' '), { errors: tooLong });
    }
    return next();
  });
}
