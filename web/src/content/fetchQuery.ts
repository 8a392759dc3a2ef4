import { type QueryName, queries } from './queries.ts';
import { QueryError } from './strapi.ts';

/** Long enough for a phone on a slow connection. */
const TIMEOUT_MS = 10_000;

/** Sends the requests of all queries; a preview replaces `fetch` to add its token. */
export const transport = { fetch: (path: string, init: RequestInit) => fetch(path, init) };

/**
 * Sends one query to the site's server and returns its content.
 * @throws QueryError when there is no response, an error status or a malformed response
 */
export async function fetchQuery(name: QueryName) {
  const { path, parse } = queries[name];
  try {
    const response = await transport.fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new QueryError(`status ${response.status}`);
    return parse(await response.json());
  } catch (error) {
    throw new QueryError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
