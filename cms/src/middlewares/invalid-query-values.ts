import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

/** The error codes of Postgres (class 22) and SQLite for a value that doesn't fit the column's type. */
const DATA_EXCEPTION = /^(22|SQLITE_MISMATCH)/;

/**
 * Answers 400, not 500, when a query contains a value that the database can't compare, such as a number of
 * twenty digits.
 */
export default (): Core.MiddlewareHandler => async (_context, next) => {
  try {
    await next();
  } catch (error) {
    if (error instanceof Error && 'code' in error && DATA_EXCEPTION.test(String(error.code)))
      throw new errors.ValidationError('The query contains a value that its field can’t have.');
    throw error;
  }
};
