import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { QueryName } from '../src/content/queries.ts';
import { describeError, FailureLog } from './failureLog.ts';

/** The confirmation of unchanged content is recorded on disk no more often than this. */
const CONFIRMATION_INTERVAL_MS = 60_000;

const checksum = (text: string) => createHash('sha256').update(text).digest('hex');
const withChecksum = (text: string) => `${checksum(text)}\n${text}`;

/** Other content that was confirmed within this time is that of a running replica. */
const REPLICA_ALIVE_MS = 2 * CONFIRMATION_INTERVAL_MS;

/** A response of the CMS, and when it was requested, in milliseconds of the wall clock. */
interface SavedResponse {
  text: string;
  requestedAt: number;
}

/**
 * The last valid response to one query, in a file that replicas of the site share, also those of other versions. The first
 * line is the checksum of the text that follows; the modification time is when the CMS last confirmed the content. A version
 * that changes the format puts its name before the checksum, so that older versions can tell such a file from a damaged one.
 */
export class ContentFile {
  private readonly file: string;
  /** The text that this process last read from or wrote to the file. */
  private savedText: string | undefined;
  /** When a save was last attempted, by `performance.now()`. */
  private attemptedAt = Number.NEGATIVE_INFINITY;
  private pending: SavedResponse | undefined;
  private isSaving = false;
  private isClosed = false;
  private readonly failures: FailureLog;

  constructor(
    name: QueryName,
    private readonly folder: string,
  ) {
    this.file = join(folder, `${name}.json`);
    this.failures = new FailureLog(`${this.file} is saved again.`);
  }

  /**
   * Reads the file. One with a wrong checksum is renamed to `….damaged`; one that only another version can read stays.
   * @returns the content and when it was confirmed, or `undefined` when there is none that this version can read
   */
  async load<Content>(
    parse: (text: string) => Content,
  ): Promise<{ text: string; content: Content; confirmedAt: number } | undefined> {
    let fileContent: string;
    let confirmedAt: number;
    try {
      fileContent = await readFile(this.file, 'utf8');
      confirmedAt = (await stat(this.file)).mtimeMs;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
        console.error(`${this.file} can't be read (${describeError(error)}).`);
      return undefined;
    }
    const headerEnd = fileContent.indexOf('\n');
    const header = fileContent.slice(0, Math.max(headerEnd, 0));
    const text = fileContent.slice(headerEnd + 1);
    if (!header.endsWith(checksum(text))) {
      const damagedFile = `${this.file}.damaged`;
      console.error(`${this.file} is damaged (its checksum is wrong) and is renamed to ${damagedFile}.`);
      await rename(this.file, damagedFile).catch((error) => console.error(describeError(error)));
      return undefined;
    }
    try {
      if (header !== checksum(text)) throw new Error('unknown format');
      const content = parse(text);
      this.savedText = text;
      return { text, content, confirmedAt };
    } catch (error) {
      console.log(
        `${this.file} is from another version of the site (${describeError(error)}); this version requests the content again.`,
      );
      return undefined;
    }
  }

  /** Saves changed content at once, and a confirmation at most once a minute; logs failures, never rejects. */
  async save(text: string, requestedAt: number): Promise<void> {
    this.pending = { text, requestedAt };
    if (this.isSaving) return;
    this.isSaving = true;
    try {
      while (this.pending && this.isDue(this.pending)) {
        const response = this.pending;
        this.pending = undefined;
        this.attemptedAt = performance.now();
        await this.saveResponse(response);
        this.failures.logRecovery();
      }
    } catch (error) {
      if (!this.isClosed)
        this.failures.logOnce(
          `${this.file} can't be saved (${describeError(error)}); the site continues from memory.`,
        );
    } finally {
      this.isSaving = false;
    }
  }

  /** Stops logging failures: during a shutdown they are expected. */
  close(): void {
    this.isClosed = true;
  }

  private isDue({ text }: SavedResponse): boolean {
    return text !== this.savedText || performance.now() - this.attemptedAt >= CONFIRMATION_INTERVAL_MS;
  }

  private async saveResponse({ text, requestedAt }: SavedResponse): Promise<void> {
    const fileContent = await readFile(this.file, 'utf8').catch(() => undefined);
    // Another replica has saved a newer response: the next revalidation brings the same one. While the content of this replica
    // does not change, it leaves the file to a running replica of another version, whose response differs. Otherwise the two
    // would replace each other's content every minute.
    const otherSince = text === this.savedText ? requestedAt - REPLICA_ALIVE_MS : requestedAt;
    if (fileContent === withChecksum(text)) await utimes(this.file, requestedAt / 1_000, requestedAt / 1_000);
    else if (fileContent !== undefined && (await this.isConfirmedAfter(otherSince))) return;
    else await this.replaceFile(text, requestedAt);
    this.savedText = text;
  }

  /** A time in the future is not a confirmation: the clock was wrong when it was set. */
  private async isConfirmedAfter(time: number): Promise<boolean> {
    const { mtimeMs } = await stat(this.file);
    return mtimeMs > time && mtimeMs <= Date.now();
  }

  /** Writes to a temporary file and renames it, so that readers never see a partial file. */
  private async replaceFile(text: string, requestedAt: number): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    // Replicas share the folder: each has a temporary file of its own.
    const temporaryFile = `${this.file}.${hostname()}.tmp`;
    const handle = await open(temporaryFile, 'w');
    try {
      await handle.writeFile(withChecksum(text));
      await handle.utimes(requestedAt / 1_000, requestedAt / 1_000);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporaryFile, this.file);
  }
}
