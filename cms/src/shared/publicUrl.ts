/** What the URLs in the settings must be, for the sentence about one that is not. */
export const ORIGIN_REQUIREMENT = 'a URL like https://example.com, without a folder, a query or a user';

/** A name or an address. `URL` accepts any letters, such as those of a `${DOMAIN}` that nothing has replaced. */
const HOST = /^([\w.-]+|\[.*\])$/;

/**
 * Parses a URL in the settings, whose path, query and user nobody would use.
 * @param folder a path that it may have, which is left out
 * @returns its origin, or `undefined` when it is not valid
 */
export function parseOrigin(text: string, folder = ''): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, hostname, pathname, search, hash, username, password } = new URL(text);
  const path = pathname.replace(/\/+$/, '');
  const isPlain = (path === '' || path === folder) && !(search + hash + username + password);
  return isPlain && HOST.test(hostname) ? origin : undefined;
}
