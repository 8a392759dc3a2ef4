import type { QueryName } from '../src/content/queries.ts';
import { askCms } from './askCms.ts';

/** The header that makes a read one of a preview. */
export const PREVIEW_TOKEN_HEADER = 'x-preview-token';

/** What a token may be made of; whether it is a good one is for the CMS to say. */
const TOKEN = /^[\w.-]{1,200}$/;
const AT_ONCE = 4;
/** The menu makes eight reads. */
const LONGEST_QUEUE = 40;
/** Waiting for its turn included. */
const TIMEOUT_MS = 5_000;

const NO_ANSWER = { status: 503, text: '' };

/** The reads of previews: passed to the CMS, which judges their token, a few at a time so that visitors never feel them. */
export class DraftReads {
  private underWay = 0;
  private readonly queue = new Set<() => void>();

  constructor(private readonly cmsUrl: URL) {}

  /** The CMS's answer to a read of drafts: 200 with its text, 403 when the token is no good, else 503. */
  async read(name: QueryName, token: string | string[]): Promise<{ status: number; text: string }> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return { status: 403, text: '' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    if (!(await this.turn(signal))) return NO_ANSWER;
    try {
      const headers = { [PREVIEW_TOKEN_HEADER]: token };
      const answer = await askCms(this.cmsUrl, name, { signal, more: '&status=draft', headers });
      return answer.status === 200 || answer.status === 403 ? answer : NO_ANSWER;
    } catch {
      return NO_ANSWER;
    } finally {
      this.pass();
    }
  }

  /** Waits until a read may be made, and says whether it may: not when too many wait, or the time is over. */
  private async turn(signal: AbortSignal): Promise<boolean> {
    if (this.underWay < AT_ONCE) {
      this.underWay += 1;
      return true;
    }
    if (this.queue.size >= LONGEST_QUEUE) return false;
    return new Promise((resolve) => {
      const go = () => resolve(true);
      this.queue.add(go);
      signal.addEventListener('abort', () => this.queue.delete(go) && resolve(false), { once: true });
    });
  }

  /** Gives the turn that is over to the next in the queue. */
  private pass(): void {
    const [next] = this.queue;
    if (!next) {
      this.underWay -= 1;
      return;
    }
    this.queue.delete(next);
    next();
  }
}
