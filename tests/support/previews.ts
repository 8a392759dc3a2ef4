import { type EntryId, send } from './entries.ts';
import type { Stack } from './stack.ts';

/** The path with which the admin asks for the URL of a preview. */
export const previewUrlPath = ({ uid, documentId }: EntryId, status = 'draft'): string =>
  `/content-manager/preview/url/${uid}?${new URLSearchParams({ documentId, status })}`;

/** Reads the token in the URL of a preview. */
export const readToken = (url: string): string =>
  new URLSearchParams(new URL(url).hash.slice(1)).get('preview') ?? '';

/** The headers with which the page of a preview sends its queries. */
export const withToken = (token: string) => ({ 'x-preview-token': token });

/** Opens the preview of an earlier version as the administrator; returns the URL of its page. */
export async function look(stack: Stack, versionId: number | undefined): Promise<string> {
  const { url } = await send<{ url: string }>(stack, 'GET', `/versions/${versionId}/look`);
  // The CMS of the tests knows the site by the name localhost.
  return url.replace(new URL(url).origin, stack.site);
}
