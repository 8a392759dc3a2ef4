import { type Confirmation, isOutdated, readClocks, toConfirmation } from '../src/content/confirmation.ts';
import { addMissingRecords, removeStatements } from '../src/content/parseResponses.ts';
import { parsers } from '../src/content/parsers.ts';
import { type Content, type QueryName, queries } from '../src/content/queries.ts';
import { QueryError } from '../src/content/queryError.ts';
import { recordIds } from '../src/content/recordIds.ts';
import type { ChangeQuestion } from './changeQuestion.ts';
import type { ContentFile } from './contentFile.ts';
import { describeError, FailureLog } from './failureLog.ts';
import { fetchFromCms, REQUEST_TIMEOUT_MS } from './fetchFromCms.ts';

/** Cached content older than this is stale: the next request revalidates it. */
export const FRESH_MS = 1_000;
/** Longest time a request waits for revalidation. */
export const MAX_REQUEST_WAIT_MS = 250;
export const MIN_BACKOFF_MS = 1_000;
export const MAX_BACKOFF_MS = 30_000;

const fixedRecordIds: Partial<Record<QueryName, readonly string[]>> = recordIds;

type State =
  /** Requests get the cached content; from `staleAt` on (`performance.now()`) a request revalidates it. */
  | { name: 'fresh'; staleAt: number }
  /** A request to the CMS is in flight, and requests wait for `settled`: the response or MAX_REQUEST_WAIT_MS. */
  | { name: 'revalidating'; settled: Promise<void> }
  /** The CMS failed or was late: requests don't wait. The timer for the retry starts when the request to the CMS ends. */
  | { name: 'backingOff'; timer?: NodeJS.Timeout }
  | { name: 'closed' };

/** Resolves to `false` after the longest time a request waits. */
const waitForTimeout = () =>
  new Promise<false>((resolve) => setTimeout(() => resolve(false), MAX_REQUEST_WAIT_MS).unref());

/** A response, and the content parsed from it. */
interface Parsed<Name extends QueryName> {
  text: string;
  content: Content<Name>;
}

/** The last valid response to one query, in memory and on disk. */
export class CachedContent<Name extends QueryName = QueryName> {
  /** Called after each change of the content. */
  onChange: (() => void) | undefined;

  /** How many requests to the CMS had no valid response. */
  failedRequests = 0;

  /** The last valid response, with cached copies of the records it lacks; `undefined` until there is one. */
  private whole: Parsed<Name> | undefined;
  /** The same without dietary statements, once that is needed. */
  private withoutStatements: Parsed<Name> | undefined;
  /** When the last valid response was requested. */
  private confirmation: Confirmation | undefined;
  /** The ETag of the response that `whole` was made from. */
  private etag: string | undefined;
  private state: State = { name: 'fresh', staleAt: Number.NEGATIVE_INFINITY };
  private readonly failures: FailureLog;
  private readonly missingRecords: FailureLog;

  constructor(
    readonly name: Name,
    private readonly cmsUrl: URL,
    private readonly question: Pick<ChangeQuestion, 'isUnchanged'>,
    private readonly file: Pick<ContentFile, 'load' | 'save' | 'close'>,
  ) {
    this.failures = new FailureLog(`The CMS responds to ${queries[name].path} again.`);
    this.missingRecords = new FailureLog(`The CMS has all records of ${queries[name].path}.`);
  }

  /** Loads the content from disk, if there is any. */
  async load(): Promise<void> {
    const saved = await this.file.load((text) => this.parse(text).content);
    if (!saved) return;
    this.whole = { text: saved.text, content: saved.content };
    this.confirmation = toConfirmation(saved.confirmedAt);
  }

  /** The text of the response, without dietary statements when the CMS has not confirmed it for an hour; `undefined` until there is one. */
  get text(): string | undefined {
    return this.current?.text;
  }

  /** The content parsed from `text`. */
  get content(): Content<Name> | undefined {
    return this.current?.content;
  }

  /** Whether the content states what dishes contain. */
  get hasStatements(): boolean {
    const { content } = this;
    return Array.isArray(content) && content.some(({ statement }) => statement !== undefined);
  }

  private get current(): Parsed<Name> | undefined {
    if (!this.whole || !this.confirmation || !isOutdated(this.confirmation)) return this.whole;
    this.withoutStatements ??= this.parse(removeStatements(this.whole.text));
    return this.withoutStatements;
  }

  /** Sends a request to the CMS and waits for its response, however long it takes. */
  async requestFirstContent(): Promise<void> {
    const response = this.requestContent();
    this.enter({ name: 'revalidating', settled: this.settle(response, 0) });
    await response;
  }

  /** Starts a revalidation if the content is stale; returns what a request has to wait for, if anything. */
  revalidateIfStale(): Promise<void> | undefined {
    if (this.state.name === 'fresh' && performance.now() >= this.state.staleAt)
      this.enter({ name: 'revalidating', settled: this.settle(this.requestContent(), 0) });
    return this.state.name === 'revalidating' ? this.state.settled : undefined;
  }

  /** Seconds since the CMS last confirmed the content; `null` when there is none. */
  get age(): number | null {
    return this.confirmation ? Math.round((Date.now() - this.confirmation.wallTime) / 1_000) : null;
  }

  /** Stops revalidating; cached content stays available. */
  close(): void {
    if (this.state.name === 'backingOff') clearTimeout(this.state.timer);
    this.state = { name: 'closed' };
    this.file.close();
  }

  private enter(state: State): void {
    if (this.state.name !== 'closed') this.state = state;
  }

  /**
   * Enters the state that follows from a response; resolves when requests no longer have to wait for it.
   * @param response resolves to whether the response is valid
   * @param backoffMs the backoff before this request; 0 if there was none
   */
  private async settle(response: Promise<boolean>, backoffMs: number): Promise<void> {
    const staleAt = performance.now() + FRESH_MS;
    if (await Promise.race([response, waitForTimeout()])) {
      this.enter({ name: 'fresh', staleAt });
      return;
    }
    this.enter({ name: 'backingOff' });
    void response.then((isValid) => {
      // The backoff stays short when the CMS is only slow, and when pages are empty until it responds.
      const isShort = isValid || !this.whole;
      this.scheduleRetry(isShort ? MIN_BACKOFF_MS : Math.max(MIN_BACKOFF_MS, 2 * backoffMs));
    });
  }

  private scheduleRetry(delayMs: number): void {
    if (this.state.name === 'closed') return;
    const backoffMs = Math.min(delayMs, MAX_BACKOFF_MS);
    const timer = setTimeout(() => void this.settle(this.requestContent(), backoffMs), backoffMs);
    this.enter({ name: 'backingOff', timer });
  }

  /** Sends the query to the CMS and caches a valid response; resolves to whether it is valid. */
  private async requestContent(): Promise<boolean> {
    const requested = readClocks();
    try {
      const text = await this.fetchText();
      const isChanged = text !== this.whole?.text;
      if (isChanged) {
        this.whole = this.parse(text);
        this.withoutStatements = undefined;
      }
      this.confirmation = requested;
      if (isChanged) this.onChange?.();
      this.failures.logRecovery();
      void this.file.save(text, requested.wallTime);
      return true;
    } catch (error) {
      // Otherwise the CMS would confirm an invalid response.
      this.etag = undefined;
      this.failedRequests += 1;
      if (this.state.name !== 'closed')
        this.failures.logOnce(
          `The CMS has no valid response to ${queries[this.name].path} (${describeError(error)}).`,
        );
      return false;
    }
  }

  /**
   * Fetches the text of the query, or returns the cached one when the CMS answers that nothing has changed.
   * @throws Error when there is no valid response
   */
  private async fetchText(): Promise<string> {
    const { whole: cached, etag: cachedEtag } = this;
    if (cached && cachedEtag !== undefined && (await this.question.isUnchanged(cachedEtag)))
      return cached.text;
    const { status, text, etag } = await fetchFromCms(this.cmsUrl, queries[this.name], {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (status !== 200) throw new QueryError(`status ${status}`);
    this.etag = etag;
    return this.addMissingRecords(text);
  }

  /**
   * Adds the cached copies of the fixed records that a response lacks: an older version of the CMS does not have them yet.
   * @throws Error when the text is not a valid response
   */
  private addMissingRecords(text: string): string {
    const ids = fixedRecordIds[this.name];
    if (!ids) return text;
    const cached: unknown = this.whole && JSON.parse(this.whole.text);
    const { completed, missing } = addMissingRecords(JSON.parse(text), cached, ids);
    if (missing.length === 0) {
      this.missingRecords.logRecovery();
      return text;
    }
    // Without the copies, because a response with none of the records is a failure.
    this.parse(text);
    this.missingRecords.logOnce(
      `The CMS has no ${missing.join(', ')} in ${queries[this.name].path}; the site shows its cached copy, or an empty place if there is none.`,
    );
    return JSON.stringify(completed);
  }

  /** @throws Error when the text is not a valid response */
  private parse(text: string): Parsed<Name> {
    // Cast: TypeScript does not relate the type of parsers[Name] to Name.
    return { text, content: parsers[this.name](JSON.parse(text)) as Content<Name> };
  }
}
