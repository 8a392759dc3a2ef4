import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { LARGEST } from '../photographs';

/** What a browser adds to a file that it sends. */
const ENVELOPE = 10_000;

/** Refuses an upload that is too large before any of it is kept; Strapi itself would only say "FileTooBig". */
export default (): Core.MiddlewareHandler => async (ctx, next) => {
  const length = Number(ctx.get('content-length'));
  if (ctx.path.startsWith('/upload') && length > LARGEST + ENVELOPE) {
    throw new errors.PayloadTooLargeError(
      `This file has ${Math.ceil(length / 1e6)} MB, and a picture may have ${LARGEST / 1e6} MB at most: save it as a JPEG, or with fewer pixels.`,
    );
  }
  await next();
};
