import { type QueryName, queries } from '../src/content/queries.ts';
import { QueryError } from '../src/content/strapi.ts';

/** A menu of a thousand dishes takes a tenth of it. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024;

interface Asking {
  signal: AbortSignal;
  /** What is asked beyond the read's own query, and with which headers. */
  more?: string;
  headers?: Record<string, string>;
}

/** Reads a body as text, as far as the largest that is taken. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's own type of a body can be iterated; the browser's, which the rest of this project sees, can't yet.
  const body = response.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER_BYTES) throw new QueryError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Asks the CMS for one read, and returns its status and, when that is 200, its text.
 * @throws ReadError, or what fetch throws, when there is no whole answer
 */
export async function askCms(
  cmsUrl: URL,
  name: QueryName,
  { signal, more = '', headers = {} }: Asking,
): Promise<{ status: number; text: string }> {
  const { path, query } = queries[name];
  const response = await fetch(new URL(`${path}?${query}${more}`, cmsUrl), {
    headers: { ...headers, accept: 'application/json' },
    redirect: 'error',
    signal,
  });
  const { status } = response;
  if (status === 200) return { status, text: await readText(response) };
  await response.body?.cancel();
  return { status, text: '' };
}
