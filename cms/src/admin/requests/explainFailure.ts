import { FetchError } from '@strapi/strapi/admin';

const UNCERTAIN =
  'It is not certain that this worked. Look at the site or try again; pressing twice does no harm.';
const SIGNED_OUT = 'You are not signed in any more. Sign in again, then repeat this.';
const NOT_ALLOWED = 'Your account may not do this. Ask whoever looks after the site.';

/**
 * Describes for the owner why a request failed.
 * @param otherwise the sentence when the server has not answered with a reason; by default that of a change
 */
export function explainFailure(error: unknown, otherwise = UNCERTAIN): string {
  if (!(error instanceof FetchError)) return otherwise;
  switch (error.status) {
    case 400:
    case 404:
    case 409:
    // A picture is too large.
    case 413:
    // The disk of the CMS is full.
    case 507:
      return error.message;
    case 401:
      return SIGNED_OUT;
    case 403:
      // Strapi's own routes answer with one word.
      return error.message === 'Forbidden' ? NOT_ALLOWED : error.message;
    default:
      return otherwise;
  }
}
