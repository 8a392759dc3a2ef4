/** What the requests of the site to the CMS, and the URLs of its previews, consist of: both sides import it from here. */

/** The `User-Agent` of the site's server, by which the CMS knows when the site last read its content. */
export const SITE_AGENT = 'scioto-table-site';

/** How often the site's server reads content also without visitors. */
export const IDLE_READ_MS = 5 * 60 * 1000;

/**
 * Where the site's server asks whether anything has changed since a response, with its ETag in `If-None-Match`. No route of the CMS
 * has this path: the middleware `cms/src/middlewares/conditional-requests.ts` answers it, with status 304 or 204, before the router.
 */
export const CONTENT_STATE_PATH = '/api/content-state';

/** The request header that contains a preview token: queries with a valid one return drafts, an earlier version, or a scheduled change. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';

/** Where previews ask whether content has changed: the response is another text after each change. */
export const PREVIEW_STATE_PATH = '/api/preview-state';

/**
 * The parameters in the fragment of a preview's URL, which begins with `preview`, the token; `at` is the id of the element to which
 * the page scrolls. An earlier version also has `from` or `until`, the time when it came to the site or was taken off, in ISO 8601. A
 * scheduled change has `on`, when it is made by the clock of the restaurant: 'YYYY-MM-DDTHH:MM'. Drafts whose texts can be pressed
 * have `edit` (`EDIT_PARAMETER`), the origin of the admin.
 */
export type PreviewFragment = Record<'preview' | 'at', string> & {
  from?: string;
  until?: string;
  on?: string;
  edit?: string;
};
