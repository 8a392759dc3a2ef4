import { FairQueue } from '../../cms/src/shared/requests/fairQueue.ts';
import { getNetworkAddress } from '../../cms/src/shared/requests/networkAddress.ts';
import { PREVIEW_STATE_PATH, PREVIEW_TOKEN_HEADER } from '../../cms/src/shared/requests/siteRequests.ts';
import { type QueryName, queries } from '../src/content/queries.ts';
import { fetchFromCms } from './fetchFromCms.ts';

/** The characters of a token; the CMS checks its signature. */
const TOKEN = /^[\w.-]{1,200}$/;
/** Includes the time in the queue. */
const TIMEOUT_MS = 5_000;
/** Five menu pages of one address wait: each sends eight queries when content has changed. */
const LIMITS = { maxRunning: 4, maxWaitingPerKey: 40, maxWaiting: 400, runTimeoutMs: TIMEOUT_MS };

const STATE_QUERY = { path: PREVIEW_STATE_PATH, query: '' };

/** The status is 200 with the text, 403 when the token is invalid or its sign-in has ended, 503 for every other failure. */
interface PreviewResponse {
  status: number;
  text: string;
}

const UNAVAILABLE: PreviewResponse = { status: 503, text: '' };

/**
 * Passes the requests of previews to the CMS, a few at a time so that they don't slow down visitors. The clients' networks take
 * turns, so that made-up tokens from one network don't delay the previews of another.
 */
export class PreviewQueries {
  private readonly queue = new FairQueue(LIMITS);

  constructor(private readonly cmsUrl: URL) {}

  /** Queries drafts, or the earlier version that the token names. */
  fetch(name: QueryName, token: string | string[], ip: string): Promise<PreviewResponse> {
    const { path, query } = queries[name];
    return this.send(token, ip, { path, query: `${query}&status=draft` });
  }

  /** Asks whether content has changed: the text is another one after each change. */
  fetchState(token: string | string[], ip: string): Promise<PreviewResponse> {
    return this.send(token, ip, STATE_QUERY);
  }

  private async send(
    token: string | string[],
    ip: string,
    query: Parameters<typeof fetchFromCms>[1],
  ): Promise<PreviewResponse> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return { status: 403, text: '' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const release = await this.queue.acquire(getNetworkAddress(ip), signal);
    if (!release) return UNAVAILABLE;
    try {
      const headers = { [PREVIEW_TOKEN_HEADER]: token };
      const response = await fetchFromCms(this.cmsUrl, query, { signal, headers });
      return response.status === 200 || response.status === 403 ? response : UNAVAILABLE;
    } catch {
      return UNAVAILABLE;
    } finally {
      release();
    }
  }
}
