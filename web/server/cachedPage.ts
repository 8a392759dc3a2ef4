import type { CachedContent } from './cachedContent.ts';
import type { EncodedResponse } from './encodedResponse.ts';
import { FailureLog } from './failureLog.ts';

/** Thrown when a response fails to render and there is no earlier good one; the log has the cause. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** A rendered response, or a promise of one, and the texts of the queries it is rendered from. */
interface Rendered<Response> {
  texts: (string | undefined)[];
  response: Response;
}

/** Whether a response is current by the clock, also when the clock has been set back. */
const isInInterval = ({ interval }: EncodedResponse) =>
  !interval || (interval.from <= Date.now() && Date.now() < interval.until);

/** A response that is rendered from cached content, and rendered again only when the content has changed or its interval is over. */
export class CachedPage {
  private lastGood: Rendered<EncodedResponse> | undefined;
  private attempt: Rendered<Promise<EncodedResponse>> | undefined;
  private readonly failures: FailureLog;

  constructor(
    /** The name of the response in the log. */
    private readonly name: string,
    private readonly queries: readonly Pick<CachedContent, 'text' | 'revalidateIfStale'>[],
    private readonly render: () => Promise<EncodedResponse>,
  ) {
    this.failures = new FailureLog(`Rendering ${name} succeeds again.`);
  }

  /**
   * Revalidates the content and returns the response for it, or the last good response when rendering fails, unless that states
   * what dishes contain.
   * Concurrent requests share one attempt; a failed attempt is not cached, so the next request tries again.
   * @throws RenderError when there is no good response
   */
  async get(): Promise<EncodedResponse> {
    const revalidations = this.queries
      .map((query) => query.revalidateIfStale())
      .filter((revalidation) => revalidation !== undefined);
    if (revalidations.length > 0) await Promise.all(revalidations);
    if (this.isCurrent(this.lastGood) && isInInterval(this.lastGood.response)) {
      this.failures.logRecovery();
      return this.lastGood.response;
    }
    if (!this.isCurrent(this.attempt)) this.attempt = this.startAttempt();
    return this.attempt.response;
  }

  private isCurrent<Response>(rendered: Rendered<Response> | undefined): rendered is Rendered<Response> {
    return rendered?.texts.every((text, index) => text === this.queries[index]?.text) ?? false;
  }

  private startAttempt(): Rendered<Promise<EncodedResponse>> {
    const texts = this.queries.map(({ text }) => text);
    const attempt: Rendered<Promise<EncodedResponse>> = {
      texts,
      response: this.renderOrFallBack(texts).finally(() => {
        if (this.attempt === attempt) this.attempt = undefined;
      }),
    };
    return attempt;
  }

  private async renderOrFallBack(texts: Rendered<EncodedResponse>['texts']): Promise<EncodedResponse> {
    try {
      const response = await this.render();
      this.lastGood = { texts, response };
      this.failures.logRecovery();
      return response;
    } catch (error) {
      this.failures.logOnce(
        `Rendering ${this.name} failed; requests get the last good response if there is one:`,
        error,
      );
      // What an earlier response states about a dish may be wrong by now.
      if (this.lastGood && !this.lastGood.response.hasStatements) return this.lastGood.response;
      throw new RenderError(`${this.name} can't be rendered`);
    }
  }
}
