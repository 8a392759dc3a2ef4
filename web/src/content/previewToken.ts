/** The request header with a preview's token: the query then returns drafts instead of published content. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';
