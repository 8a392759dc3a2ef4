/** The request header that contains a preview token: queries with a valid one return drafts, or an earlier version. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';

/** Where previews ask whether content has changed: the response is another text after each change. */
export const PREVIEW_STATE_PATH = '/api/preview-state';
