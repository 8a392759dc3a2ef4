import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

/** What Postgres and SQLite say of values that are none of their type. */
const DATA_EXCEPTION = /^(22|SQLITE_MISMATCH)/;

/** Answers 400 where somebody asks for what a database can't even compare with, as a number of twenty digits. */
export default (): Core.MiddlewareHandler => async (_context, next) => {
  try {
    await next();
  } catch (error) {
    if (error instanceof Error && 'code' in error && DATA_EXCEPTION.test(String(error.code)))
      throw new errors.ValidationError('There is no such value.');
    throw error;
  }
};
