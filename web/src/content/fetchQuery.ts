import { type QueryName, queries } from './queries.ts';
import { QueryError } from './strapi.ts';

/** A phone on a bad connection may need ten seconds; after them a read has failed. */
const TIMEOUT_MS = 10_000;

/** How a read gets its answer; a preview puts its own way here. */
export const transport = { fetch: (path: string, init: RequestInit) => fetch(path, init) };

/**
 * Asks the site's server for one read and returns its words.
 * @throws ReadError when there is no answer, an error status, or no good answer
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
