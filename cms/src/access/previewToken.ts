import { ExpiringTokens } from './expiringTokens';

/** The request header that contains a preview token; web/src/content/previewTokenHeader.ts has the same. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';

const LIFETIME_MS = 60 * 60 * 1000;

const tokens = new ExpiringTokens('preview token', LIFETIME_MS);

/** Creates a token that allows reading all drafts for an hour. */
export const createPreviewToken = (): string => tokens.create();

/** Whether a token was created by this CMS and has not expired. */
export const isPreviewToken = (token: unknown): boolean => tokens.isValid(token);
