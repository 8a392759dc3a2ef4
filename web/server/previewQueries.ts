import { PREVIEW_TOKEN_HEADER } from '../src/content/previewTokenHeader.ts';
import type { QueryName } from '../src/content/queries.ts';
import { fetchFromCms } from './fetchFromCms.ts';

/** The characters of a token; the CMS checks its signature. */
const TOKEN = /^[\w.-]{1,200}$/;
const MAX_CONCURRENT = 4;
/** Five menu pages: each sends eight queries. */
const MAX_QUEUED = 40;
/** Includes the time in the queue. */
const TIMEOUT_MS = 5_000;

const UNAVAILABLE = { status: 503, text: '' };

/** Passes the queries of previews to the CMS, a few at a time so that they don't slow down visitors. */
export class PreviewQueries {
  private inFlight = 0;
  private readonly queue = new Set<() => void>();

  constructor(private readonly cmsUrl: URL) {}

  /** Queries drafts. The status is 200 with the text, 403 when the token is invalid, 503 for every other failure. */
  async fetch(name: QueryName, token: string | string[]): Promise<{ status: number; text: string }> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return { status: 403, text: '' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    if (!(await this.acquireSlot(signal))) return UNAVAILABLE;
    try {
      const headers = { [PREVIEW_TOKEN_HEADER]: token };
      const response = await fetchFromCms(this.cmsUrl, name, {
        signal,
        extraParameters: '&status=draft',
        headers,
      });
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
