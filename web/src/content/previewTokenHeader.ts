/** The request header that contains a preview token: queries with a valid one return drafts. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';
