import { PREVIEW_STATE_PATH, PREVIEW_TOKEN_HEADER } from '../src/content/previewRequests.ts';
import { type QueryName, queries } from '../src/content/queries.ts';
import { fetchFromCms } from './fetchFromCms.ts';

/** The characters of a token; the CMS checks its signature. */
const TOKEN = /^[\w.-]{1,200}$/;
const MAX_CONCURRENT = 4;
/** Five menu pages: each sends eight queries when content has changed. */
const MAX_QUEUED = 40;
/** Includes the time in the queue. */
const TIMEOUT_MS = 5_000;

const STATE_QUERY = { path: PREVIEW_STATE_PATH, query: '' };

/** The status is 200 with the text, 403 when the token is invalid or its sign-in has ended, 503 for every other failure. */
interface PreviewResponse {
  status: number;
  text: string;
}

const UNAVAILABLE: PreviewResponse = { status: 503, text: '' };

/** Passes the requests of previews to the CMS, a few at a time so that they don't slow down visitors. */
export class PreviewQueries {
  private inFlight = 0;
  private readonly queue = new Set<() => void>();

  constructor(private readonly cmsUrl: URL) {}

  /** Queries drafts, or the earlier version that the token names. */
  fetch(name: QueryName, token: string | string[]): Promise<PreviewResponse> {
    return this.send(token, queries[name], '&status=draft');
  }

  /** Asks whether content has changed: the text is another one after each change. */
  fetchState(token: string | string[]): Promise<PreviewResponse> {
    return this.send(token, STATE_QUERY);
  }

  private async send(
    token: string | string[],
    query: Parameters<typeof fetchFromCms>[1],
    extraParameters = '',
  ): Promise<PreviewResponse> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return { status: 403, text: '' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    if (!(await this.acquireSlot(signal))) return UNAVAILABLE;
    try {
      const headers = { [PREVIEW_TOKEN_HEADER]: token };
      const response = await fetchFromCms(this.cmsUrl, query, { signal, extraParameters, headers });
      return response.status === 200 || response.status === 403 ? response : UNAVAILABLE;
    } catch {
      return UNAVAILABLE;
    } finally {
      this.releaseSlot();
    }
  }

  /** Resolves to whether a slot is acquired: `false` when the queue is full or the signal aborts. */
  private async acquireSlot(signal: AbortSignal): Promise<boolean> {
    if (this.inFlight < MAX_CONCURRENT) {
      this.inFlight += 1;
      return true;
    }
    if (this.queue.size >= MAX_QUEUED) return false;
    return new Promise((resolve) => {
      const start = () => resolve(true);
      this.queue.add(start);
      signal.addEventListener('abort', () => this.queue.delete(start) && resolve(false), { once: true });
    });
  }

  /** Hands the slot to the first in the queue, if there is one. */
  private releaseSlot(): void {
    const [start] = this.queue;
    if (!start) {
      this.inFlight -= 1;
      return;
    }
    this.queue.delete(start);
    start();
  }
}
