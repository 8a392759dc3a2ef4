import { ExpiringTokens } from '../environment/expiringTokens';

/** As long as somebody may look at a page; an open first screen renews its token. */
const LIFETIME_MS = 60 * 60 * 1000;
/** The expiry and the signature, then what the token is for: the session, and the version or, after an `s`, the scheduled change. */
const TOKEN = /^([^.]+\.[^.]+)\.(([\w-]{1,64})(?:\.(s?)([1-9]\d{0,14}))?)$/;

const tokens = new ExpiringTokens('preview token', LIFETIME_MS);

/** What a preview token allows. */
export interface PreviewAccess {
  /** The session of the admin in which the preview was opened, and with which it ends. */
  sessionId: string;
  /** The version that the preview shows instead of drafts. */
  versionId?: number;
  /** The scheduled change that the preview shows as if it were made. */
  changeId?: number;
}

/** Creates a token that allows reading all drafts, one version, or one scheduled change, for an hour, or until the session ends. */
export function createPreviewToken({ sessionId, versionId, changeId }: PreviewAccess): string {
  const shown = changeId === undefined ? versionId : `s${changeId}`;
  const subject = shown === undefined ? sessionId : `${sessionId}.${shown}`;
  return `${tokens.create(subject)}.${subject}`;
}

/** Reads what a token allows; `undefined` unless this CMS has created it and it has not expired. */
export function readPreviewToken(token: unknown): PreviewAccess | undefined {
  const [, signed, subject, sessionId, kind, id] = (typeof token === 'string' && TOKEN.exec(token)) || [];
  if (sessionId === undefined || !tokens.isValid(signed, subject)) return undefined;
  return { sessionId, ...(id !== undefined && { [kind ? 'changeId' : 'versionId']: Number(id) }) };
}
