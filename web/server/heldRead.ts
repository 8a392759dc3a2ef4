import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { type Content, type QueryName, queries } from '../src/content/queries.ts';
import { QueryError } from '../src/content/strapi.ts';
import { askCms } from './askCms.ts';
import type { Settings } from './settings.ts';

/** Held words older than this are asked for again. */
const FRESH_MS = 1_000;
/** A visitor waits no longer than this for newer words. */
const DEADLINE_MS = 250;
/** A request to the CMS is given up after this. */
const TIMEOUT_MS = 5_000;
/** The file's modification time, from which a restart takes the age of its content, is updated no more often than this. */
const CONFIRMATION_INTERVAL_MS = 60_000;
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

const checksum = (text: string) => createHash('sha256').update(text).digest('hex');
const fileOf = (text: string) => `${checksum(text)}\n${text}`;

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** The last good words of one read, held in memory and on disk, and asked for again when they are older than a second. */
export class HeldRead<Name extends QueryName = QueryName> {
  /** The CMS's answer as it came, and what the pages get of it; `undefined` as long as there was no good one. */
  text: string | undefined;
  words: Content<Name> | undefined;

  private readonly file: string;
  /** When the CMS was last asked with success, in milliseconds of the wall clock. */
  private confirmedAt: number | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;
  private answer: Promise<boolean> = Promise.resolve(false);
  private newer: Promise<void> | undefined;
  /** Above 0 since the CMS answered late or not well: then nobody waits for it, and it is asked again after this pause. */
  private pauseMs = 0;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;
  private saved: string | undefined;
  /** When a confirmation was last recorded on disk, by `performance.now()`. */
  private recordedAt = Number.NEGATIVE_INFINITY;
  private saving = false;
  private readonly troubles = new Set<'asking' | 'saving'>();

  constructor(
    private readonly name: Name,
    private readonly settings: Pick<Settings, 'cmsUrl' | 'held'>,
  ) {
    this.file = join(settings.held, `${name}.json`);
  }

  /** Takes the words that were kept on disk or else, once, waits for the CMS's answer. */
  async open(): Promise<void> {
    await this.load();
    if (this.text !== undefined) return;
    void this.ask();
    await this.answer;
  }

  /** What a visitor waits for so as to get words no older than a second; nothing when they are, or when the CMS is in trouble. */
  refresh(): Promise<void> | undefined {
    const old = performance.now() - this.askedAt >= FRESH_MS;
    if (old && this.pauseMs === 0 && !this.closed) this.newer ??= this.ask();
    return this.newer;
  }

  /** Seconds since the CMS last confirmed what is held; `null` when nothing is. */
  get age(): number | null {
    return this.confirmedAt === undefined ? null : Math.round((Date.now() - this.confirmedAt) / 1_000);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
  }

  /** Asks the CMS; resolves when its answer is here, or nobody should wait for it any longer. */
  private async ask(): Promise<void> {
    this.askedAt = performance.now();
    this.answer = this.takeAnswer();
    const inTime = await Promise.race([this.answer, after(DEADLINE_MS, false, { ref: false })]);
    this.newer = undefined;
    if (inTime) {
      this.pauseMs = 0;
      return;
    }
    this.pauseMs = Math.min(2 * this.pauseMs || SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS);
    void this.answer.then((good) => {
      // A CMS that is only slow is asked as often as ever, and so is one that has never answered: the page is empty without it.
      if (good || this.text === undefined) this.pauseMs = SHORTEST_PAUSE_MS;
      if (!this.closed) this.retry = setTimeout(() => void this.ask(), this.pauseMs);
    });
  }

  /** Holds the CMS's answer when it is a good one, and says whether it was. */
  private async takeAnswer(): Promise<boolean> {
    const asked = Date.now();
    try {
      const text = await this.fetchText();
      if (text !== this.text) this.hold(text);
      this.confirmedAt = asked;
      this.settle('asking', `The CMS answers ${queries[this.name].path} again.`);
      void this.save();
      return true;
    } catch (error) {
      this.say('asking', `The CMS has no good answer for ${queries[this.name].path} (${reason(error)}).`);
      return false;
    }
  }

  /** @throws ReadError, or what fetch throws, when there is no answer that could be a good one */
  private async fetchText(): Promise<string> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status, text } = await askCms(this.settings.cmsUrl, this.name, { signal });
    if (status !== 200) throw new QueryError(`status ${status}`);
    return text;
  }

  /** @throws Error when the text is no good answer; what is held then stays */
  private hold(text: string): void {
    this.words = queries[this.name].parse(JSON.parse(text)) as Content<Name>;
    this.text = text;
  }

  private async load(): Promise<void> {
    let kept: string;
    try {
      kept = await readFile(this.file, 'utf8');
      this.confirmedAt = (await stat(this.file)).mtimeMs;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
        console.error(`${this.file} can't be read (${reason(error)}).`);
      return;
    }
    const text = kept.slice(kept.indexOf('\n') + 1);
    try {
      if (!kept.startsWith(`${checksum(text)}\n`)) throw new Error('its checksum is wrong');
      this.hold(text);
      this.saved = text;
    } catch (error) {
      this.confirmedAt = undefined;
      console.error(`${this.file} is damaged (${reason(error)}) and set aside as ${this.name}.json.damaged.`);
      await rename(this.file, `${this.file}.damaged`).catch((refusal) => console.error(reason(refusal)));
    }
  }

  /** Writes what is held to disk or, where it is there already, records at most once a minute that the CMS has confirmed it. */
  private async save(): Promise<void> {
    const confirmationDue = performance.now() - this.recordedAt >= CONFIRMATION_INTERVAL_MS;
    if (this.saving || (this.text === this.saved && !confirmationDue)) return;
    this.saving = true;
    this.recordedAt = performance.now();
    try {
      if (this.saved !== undefined && this.saved === this.text && this.confirmedAt !== undefined)
        await this.recordConfirmation(this.saved, this.confirmedAt);
      await mkdir(this.settings.held, { recursive: true });
      // Replicas share the folder.
      const draft = `${this.file}.${hostname()}.draft`;
      while (this.text !== undefined && this.text !== this.saved) {
        const text = this.text;
        // Under a temporary name first, so that the file is never half written.
        await writeFile(draft, fileOf(text), { flush: true });
        await rename(draft, this.file);
        this.saved = text;
      }
      this.settle('saving', `${this.file} is kept again.`);
    } catch (error) {
      this.say('saving', `${this.file} can't be kept (${reason(error)}); the site goes on from memory.`);
    } finally {
      this.saving = false;
    }
  }

  /** Sets the file's modification time to the last confirmation; a file that is gone, or not this content, is to be written again. */
  private async recordConfirmation(text: string, confirmedAt: number): Promise<void> {
    const onDisk = await readFile(this.file, 'utf8').catch(() => undefined);
    if (onDisk === fileOf(text)) await utimes(this.file, confirmedAt / 1_000, confirmedAt / 1_000);
    else this.saved = undefined;
  }

  /** Names a trouble in the log when it begins. */
  private say(trouble: 'asking' | 'saving', text: string): void {
    if (!this.troubles.has(trouble) && !this.closed) console.error(text);
    this.troubles.add(trouble);
  }

  /** Names the end of a trouble in the log, if there was one. */
  private settle(trouble: 'asking' | 'saving', text: string): void {
    if (this.troubles.delete(trouble)) console.log(text);
  }
}

/** The held words of every read of the site. */
export type HeldWords = { [Name in QueryName]: HeldRead<Name> };

/** Opens every read: from disk, or else from the CMS. */
export async function holdWords(settings: Pick<Settings, 'cmsUrl' | 'held'>): Promise<HeldWords> {
  const names = Object.keys(queries) as QueryName[];
  const held = names.map((name) => new HeldRead(name, settings));
  await Promise.all(held.map((read) => read.open()));
  return Object.fromEntries(held.map((read, index) => [names[index], read])) as unknown as HeldWords;
}
