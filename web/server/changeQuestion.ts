import { CONTENT_STATE_PATH } from '../../cms/src/shared/requests/siteRequests.ts';
import { fetchFromCms, REQUEST_TIMEOUT_MS } from './fetchFromCms.ts';

/** Asks the CMS whether anything has changed; queries of the same state share one question. */
export class ChangeQuestion {
  private readonly pending = new Map<string, Promise<boolean>>();

  constructor(private readonly cmsUrl: URL) {}

  /**
   * Resolves to whether the CMS confirms that nothing has changed since a response with this ETag.
   * @throws TypeError or DOMException when the connection fails or takes too long
   */
  isUnchanged(etag: string): Promise<boolean> {
    const pending = this.pending.get(etag) ?? this.ask(etag).finally(() => this.pending.delete(etag));
    this.pending.set(etag, pending);
    return pending;
  }

  private async ask(etag: string): Promise<boolean> {
    const { status } = await fetchFromCms(
      this.cmsUrl,
      { path: CONTENT_STATE_PATH, query: '' },
      { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), headers: { 'if-none-match': etag } },
    );
    return status === 304;
  }
}
