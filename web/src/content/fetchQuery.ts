import { errorMessage } from '../../../cms/src/shared/errorMessage.ts';
import { importWithRetry } from '../importWithRetry.ts';
import { readClocks } from './confirmation.ts';
import { confirmContent } from './confirmedContent.ts';
import { type Content, type QueryName, queries } from './queries.ts';
import { QueryError } from './queryError.ts';

/** Long enough for a phone on a slow connection. */
const TIMEOUT_MS = 10_000;

/** Sends the requests of all queries; a preview replaces `fetch` to add its token. */
export const transport = { fetch: (path: string, init: RequestInit) => fetch(path, init) };

let parsersModule: Promise<typeof import('./parsers.ts')> | undefined;

/** Imports the parsers once: if the server does not have their script, no later query asks for it again. */
function importParsers(): Promise<typeof import('./parsers.ts')> {
  parsersModule ??= importWithRetry(() => import('./parsers.ts'));
  return parsersModule;
}

/**
 * Sends one query to the site's server and returns its content. The first query also loads the parsers' script.
 * @throws QueryError when there is no response, an error status or a malformed response, or when the script does not load
 */
export async function fetchQuery<Name extends QueryName>(name: Name): Promise<Content<Name>> {
  const { path } = queries[name];
  const sent = readClocks();
  try {
    const request = transport.fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const [response, { parsers }] = await Promise.all([request, importParsers()]);
    if (!response.ok) throw new QueryError(`status ${response.status}`);
    // Cast: TypeScript does not relate the type of parsers[Name] to Name.
    const content = parsers[name](await response.json()) as Content<Name>;
    confirmContent(name, sent, response.headers.get('age'));
    return content;
  } catch (error) {
    throw new QueryError(`${path}: ${errorMessage(error)}`, { cause: error });
  }
}
