import { SITE_AGENT } from '../../cms/src/shared/requests/siteRequests.ts';
import { QueryError } from '../src/content/queryError.ts';
import { readBody } from './readBody.ts';

/** A request for content is aborted after this. */
export const REQUEST_TIMEOUT_MS = 5_000;

/** A menu of a thousand dishes takes a tenth of this. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** What a request asks for: a path of the CMS, and the parameters. */
interface CmsQuery {
  path: string;
  query: string;
}

interface CmsResponse {
  status: number;
  /** Empty unless the status is 200. */
  text: string;
  etag: string | undefined;
}

interface RequestOptions {
  signal: AbortSignal;
  headers?: Record<string, string>;
}

/** @throws QueryError when the body is larger than MAX_RESPONSE_BYTES */
async function readText(response: Response): Promise<string> {
  const bytes = await readBody(response, MAX_RESPONSE_BYTES);
  if (!bytes) throw new QueryError('the response is too large');
  return bytes.toString('utf8');
}

/**
 * Sends one query to the CMS.
 * @throws QueryError when the response is too large
 * @throws TypeError or DOMException from fetch when the connection fails or `signal` aborts
 */
export async function fetchFromCms(
  cmsUrl: URL,
  { path, query }: CmsQuery,
  { signal, headers = {} }: RequestOptions,
): Promise<CmsResponse> {
  const response = await fetch(new URL(`${path}?${query}`, cmsUrl), {
    headers: { ...headers, accept: 'application/json', 'user-agent': SITE_AGENT },
    redirect: 'error',
    signal,
  });
  const { status } = response;
  const etag = response.headers.get('etag') ?? undefined;
  if (status === 200) return { status, text: await readText(response), etag };
  await response.body?.cancel();
  return { status, text: '', etag };
}
