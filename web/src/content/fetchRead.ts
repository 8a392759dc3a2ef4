import { type ReadName, reads } from './reads.ts';
import { ReadError } from './strapi.ts';

/** A phone on a bad connection may need ten seconds; after them a read has failed. */
const TIMEOUT_MS = 10_000;

/** How a read gets its answer; a preview puts its own way here. */
export const transport = { fetch: (path: string, init: RequestInit) => fetch(path, init) };

/**
 * Asks the site's server for one read and returns its words.
 * @throws ReadError when there is no answer, an error status, or no good answer
 */
export async function fetchRead(name: ReadName) {
  const { path, parse } = reads[name];
  try {
    const response = await transport.fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new ReadError(`status ${response.status}`);
    return parse(await response.json());
  } catch (error) {
    throw new ReadError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
