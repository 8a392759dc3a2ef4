import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from '../../cms/src/shared/requests/fairQueue.ts';
import { getNetworkAddress } from '../../cms/src/shared/requests/networkAddress.ts';
import { describeError, FailureLog } from './failureLog.ts';
import { type FetchedPicture, fetchPicture, NoPictureError } from './fetchPicture.ts';
import type { PictureFile, PictureFolder } from './pictureFolder.ts';

/** Longest time a request waits for a picture that the content names, while the CMS can't be reached. */
export const MAX_PICTURE_WAIT_MS = 30_000;
const NAMED_TIMEOUT_MS = 15_000;
/** Includes the time in the queue. */
const UNNAMED_TIMEOUT_MS = 5_000;
/** How many of the pictures that the content names are fetched at once; each may have 32 MB. */
const MAX_NAMED_FETCHES = 3;
/** For other pictures: few at once, so that random names can't load the CMS; more wait than a page that is previewed has. */
export const UNNAMED_LIMITS = {
  maxRunning: 2,
  maxWaitingPerKey: 40,
  maxWaiting: 400,
  runTimeoutMs: UNNAMED_TIMEOUT_MS,
};
/** During an update the CMS is back within this time; after it, the pauses between two attempts are longer. */
const QUICK_ATTEMPTS = 60;
export const QUICK_RETRY_MS = 1_000;
const SLOW_RETRY_MS = 10_000;
/** For this long, the CMS is not asked again about a picture that no content names, or that it does not have. */
const MAX_ANSWER_AGE_MS = 60_000;
const MAX_ANSWERS = 1_000;
/** The total size of the pictures that are kept in memory while they can't be saved. */
const MAX_MEMORY_BYTES = 32 * 1024 * 1024;
const CLEANING_INTERVAL_MS = 60 * 60 * 1_000;
/** The version of the file of a picture that no content names. */
const UNNAMED = '0';

/** A picture on disk or, when it can't be saved, in memory; `missing` when the CMS has no such picture. */
export type CachedPicture = PictureFile | FetchedPicture | 'missing' | 'unavailable';

/** What the CMS has answered about a picture. */
interface CmsAnswer {
  isFound: boolean;
  /** The file is that of all versions up to this time, in milliseconds since 1970 by the clock of the CMS. */
  sentAt: number;
  /** By `performance.now()`. */
  receivedAt: number;
}

/** A picture's version is the time of its last change, in milliseconds since 1970. */
const timeOf = (version: string | undefined) => Number.parseInt(version ?? '', 36);

const toUrl = (path: string, version?: string) =>
  path.split('/').map(encodeURIComponent).join('/') + (version === undefined ? '' : `?v=${version}`);

/**
 * The pictures of the CMS, on the site's own disk. Those that the content names are fetched as soon as it names them; others,
 * such as those of previews and of old links, when a client asks for them.
 */
export class PictureCache {
  /** The versions that the content names, oldest first, by path. */
  private named = new Map<string, string[]>();
  private readonly namedFetches = new Map<string, Promise<CachedPicture>>();
  private readonly unnamedFetches = new Map<string, Promise<CachedPicture>>();
  /** By path for pictures that no content names, otherwise by URL. */
  private readonly answers = new Map<string, CmsAnswer>();
  private readonly memory = new Map<string, FetchedPicture>();
  /** By URL, so that the pictures have their turns in the order in which the content names them. */
  private readonly namedQueue = new FairQueue({ maxRunning: MAX_NAMED_FETCHES });
  private readonly unnamedQueue = new FairQueue(UNNAMED_LIMITS);
  private cleaningTimer: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();
  private readonly fetchFailures = new FailureLog('The CMS sends pictures again.');
  private readonly saveFailures = new FailureLog('Pictures are saved again.');
  /** The URLs of named pictures whose absence is in the log. */
  private readonly logged = new Set<string>();

  constructor(
    private readonly cmsUrl: URL,
    private readonly folder: PictureFolder,
  ) {
    // Each pause and each waiting fetch listens to it.
    setMaxListeners(0, this.closing.signal);
  }

  /** Lists the pictures on disk. */
  async load(): Promise<void> {
    await this.folder.load();
    this.cleaningTimer = setInterval(() => {
      void this.fetchNamedPictures();
      void this.clean();
    }, CLEANING_INTERVAL_MS).unref();
  }

  /** Stops all retries; requests that wait for the CMS get `unavailable`. */
  close(): void {
    clearInterval(this.cleaningTimer);
    this.closing.abort();
  }

  /**
   * Sets which pictures the content names, and fetches those that are not on disk.
   * @param urls paths with versions
   * @returns resolves when each picture is on disk or the CMS does not have it
   */
  async setNamed(urls: Iterable<string>): Promise<void> {
    const named = new Map<string, string[]>();
    for (const url of urls) {
      const [path = '', version = UNNAMED] = url.split('?v=');
      const versions = [...(named.get(path) ?? []), version];
      named.set(
        path,
        versions.sort((a, b) => timeOf(a) - timeOf(b)),
      );
    }
    this.named = named;
    await this.fetchNamedPictures();
  }

  /**
   * Returns a version of a picture; the newest one when the content names the picture, but not this version.
   * @param ip the client's: the clients' networks take turns when the CMS is asked for a picture that no content names
   */
  async get(path: string, version: string | undefined, ip: string): Promise<CachedPicture> {
    if (version !== undefined && this.isNamed(path, version)) return this.getNamed(path, version, ip);
    const newest = this.named.get(path)?.at(-1);
    // Another replica may have shown a newer version to the visitor already.
    if (newest === undefined || timeOf(version) > timeOf(newest)) return this.getUnnamed(path, version, ip);
    return this.getNamed(path, newest, ip);
  }

  private async fetchNamedPictures(): Promise<void> {
    const fetches: Promise<CachedPicture>[] = [];
    for (const [path, versions] of this.named)
      for (const version of versions)
        if (!(await this.folder.isWhole(path, version))) fetches.push(this.fetchNamed(path, version));
    await Promise.all(fetches);
  }

  /** Deletes pictures that nobody has used for a long time, if there are too many. */
  async clean(): Promise<void> {
    const files = [...this.named].flatMap(([path, versions]) =>
      versions.map((version) => this.folder.find(path, version)),
    );
    await this.folder.clean(files.filter((file) => file !== undefined));
  }

  private isNamed(path: string, version: string): boolean {
    return this.named.get(path)?.includes(version) ?? false;
  }

  private find(path: string, version: string): PictureFile | FetchedPicture | undefined {
    return this.folder.find(path, version) ?? this.memory.get(toUrl(path, version));
  }

  private async getNamed(path: string, version: string, ip: string): Promise<CachedPicture> {
    const cached = this.find(path, version);
    if (cached) return cached;
    const fetching = this.fetchNamed(path, version);
    // A picture that a visitor waits for comes before those that are fetched ahead.
    this.namedQueue.prefer(toUrl(path, version));
    const timeout = this.pause(MAX_PICTURE_WAIT_MS).then(() => 'unavailable' as const);
    const picture = await Promise.race([fetching, timeout]);
    // The content has changed meanwhile.
    if (picture === 'missing' && !this.isNamed(path, version)) return this.get(path, version, ip);
    return picture;
  }

  private fetchNamed(path: string, version: string): Promise<CachedPicture> {
    const url = toUrl(path, version);
    const fetching =
      this.namedFetches.get(url) ??
      this.fetchUntilAnswered(path, version).finally(() => this.namedFetches.delete(url));
    this.namedFetches.set(url, fetching);
    return fetching;
  }

  private async fetchUntilAnswered(path: string, version: string): Promise<CachedPicture> {
    const url = toUrl(path, version);
    const unsaved = this.memory.get(url);
    if (unsaved) return this.keep(path, version, unsaved);
    if (this.findAnswer(url)) return 'missing';
    for (let attempt = 1; !this.closing.signal.aborted; attempt++) {
      const release = await this.namedQueue.acquire(url, this.closing.signal);
      if (!release) break;
      try {
        // The content has changed since.
        if (!this.isNamed(path, version)) return 'missing';
        const picture = await fetchPicture(this.cmsUrl, url, AbortSignal.timeout(NAMED_TIMEOUT_MS));
        this.fetchFailures.logRecovery();
        this.logged.delete(url);
        return await this.keep(path, version, picture);
      } catch (error) {
        if (error instanceof NoPictureError) {
          if (!this.logged.has(url)) console.error(`The CMS has no picture ${url} (${error.message}).`);
          this.logged.add(url);
          this.setAnswer(url, false, 0);
          return 'missing';
        }
        if (!this.closing.signal.aborted)
          this.fetchFailures.logOnce(`Pictures can't be fetched from the CMS (${describeError(error)}).`);
      } finally {
        release();
      }
      await this.pause(attempt < QUICK_ATTEMPTS ? QUICK_RETRY_MS : SLOW_RETRY_MS);
    }
    return 'unavailable';
  }

  private async getUnnamed(path: string, version: string | undefined, ip: string): Promise<CachedPicture> {
    const answer = this.findAnswer(path);
    if (answer && !this.isChangedSince(answer, version)) {
      const known = answer.isFound ? this.findUnnamed(path) : 'missing';
      if (known) return known;
    }
    const fetching =
      this.unnamedFetches.get(path) ??
      this.fetchUnnamed(path, version, ip).finally(() => this.unnamedFetches.delete(path));
    this.unnamedFetches.set(path, fetching);
    return fetching;
  }

  private async fetchUnnamed(path: string, version: string | undefined, ip: string): Promise<CachedPicture> {
    const signal = AbortSignal.timeout(UNNAMED_TIMEOUT_MS);
    const release = await this.unnamedQueue.acquire(getNetworkAddress(ip), signal);
    if (!release) return this.findUnnamed(path) ?? 'unavailable';
    try {
      const picture = await fetchPicture(this.cmsUrl, toUrl(path, version), signal);
      this.setAnswer(path, true, picture.sentAt);
      return await this.keep(path, UNNAMED, picture);
    } catch (error) {
      // What follows may wait for the CMS in another queue.
      release();
      if (!(error instanceof NoPictureError)) {
        const known = this.findUnnamed(path);
        if (known) this.setAnswer(path, true, Number.POSITIVE_INFINITY);
        return known ?? 'unavailable';
      }
      this.setAnswer(path, false, Number.POSITIVE_INFINITY);
      const newest = this.named.get(path)?.at(-1);
      if (newest !== undefined) return this.getNamed(path, newest, ip);
      // The owner has deleted it: it must not be on the Internet any more, also when the CMS is down.
      this.memory.delete(toUrl(path, UNNAMED));
      await this.folder.remove(path);
      return 'missing';
    } finally {
      release();
    }
  }

  private findUnnamed(path: string): PictureFile | FetchedPicture | undefined {
    return this.find(path, UNNAMED) ?? this.folder.findAny(path);
  }

  /** Saves a picture on disk, or keeps it in memory while that fails. */
  private async keep(path: string, version: string, picture: FetchedPicture): Promise<CachedPicture> {
    const url = toUrl(path, version);
    this.memory.delete(url);
    try {
      const file = await this.folder.save(path, version, picture);
      this.saveFailures.logRecovery();
      return file;
    } catch (error) {
      this.saveFailures.logOnce(
        `Pictures can't be saved (${describeError(error)}); the site serves them from memory.`,
      );
      this.memory.set(url, picture);
      let size = [...this.memory.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
      for (const [oldest, { bytes }] of this.memory) {
        if (size <= MAX_MEMORY_BYTES) break;
        this.memory.delete(oldest);
        size -= bytes.length;
      }
      return picture;
    }
  }

  private findAnswer(key: string): CmsAnswer | undefined {
    const answer = this.answers.get(key);
    return answer && performance.now() - answer.receivedAt < MAX_ANSWER_AGE_MS ? answer : undefined;
  }

  private setAnswer(key: string, isFound: boolean, sentAt: number): void {
    this.answers.delete(key);
    this.answers.set(key, { isFound, sentAt, receivedAt: performance.now() });
    const [oldest] = this.answers.keys();
    if (this.answers.size > MAX_ANSWERS && oldest !== undefined) this.answers.delete(oldest);
  }

  /** Whether a version is later than an answer; one that is in the future is not a version of the CMS. */
  private isChangedSince({ sentAt }: CmsAnswer, version: string | undefined): boolean {
    return timeOf(version) > sentAt && timeOf(version) <= sentAt + MAX_ANSWER_AGE_MS + 1_000;
  }

  /** Resolves after a time, or when the cache is closed. */
  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.closing.signal, ref: false }).catch(() => {});
  }
}
