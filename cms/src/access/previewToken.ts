import { ExpiringTokens } from './expiringTokens';

/** The header with which a read asks for drafts. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';

const tokens = new ExpiringTokens('preview token', 60 * 60 * 1000);

/** A token that lets its bearer read drafts for an hour. */
export const newPreviewToken = (): string => tokens.create();

/** Whether a token is one of ours that has not expired yet. */
export const isPreviewToken = (token: unknown): boolean => tokens.isValid(token);
