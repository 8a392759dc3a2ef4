import { toInstant } from '../../cms/src/shared/hours/zonedTime.ts';

/** The texts of an entry by their fields; each special day is a field of its own, and `''` is a text that there isn't. */
export type Texts = Record<string, string>;

/** An entry: `shown` is what the site shows, or showed last while it is off; a deletion is the id of its version. */
export interface ModelEntry {
  draft: Texts;
  shown: Texts | null;
  isOn: boolean;
  deletion?: number | undefined;
}

/** What a scheduled change does with an entry. A dish that comes back at a time is a part without texts that puts it on. */
interface Part {
  key: string;
  texts: Texts;
  /** What the site showed, or showed last, when the change was scheduled. */
  replaced: Texts | null;
  wasOn: boolean;
}

export interface ModelChange {
  id: number;
  state: 'waiting' | 'asking' | 'failed' | 'late';
  localTime: string;
  due: number;
  scheduledAt: number;
  parts: Part[];
}

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** What the site and the list of scheduled changes have to be, by the rules that the owner reads. Times are in ms since 1970. */
export class ScheduleModel {
  changes: ModelChange[] = [];
  /** The texts that scheduled changes have published since it was emptied: the entry, and when. */
  made: string[] = [];

  constructor(
    readonly entries: Map<string, ModelEntry>,
    public timeZone: string,
  ) {}

  entry(key: string): ModelEntry {
    return this.entries.get(key) ?? { draft: {}, shown: null, isOn: false };
  }

  /** Returns what publishing the draft of an entry would change on the site now; of one that is off, all of it. */
  capture(key: string): Part {
    const { draft, shown, isOn } = this.entry(key);
    const changed = Object.keys(draft).filter((field) => !isOn || draft[field] !== (shown?.[field] ?? ''));
    return {
      key,
      texts: Object.fromEntries(changed.map((field) => [field, draft[field] ?? ''])),
      replaced: shown && { ...shown },
      wasOn: isOn,
    };
  }

  plan(change: Pick<ModelChange, 'localTime' | 'scheduledAt'> & Partial<ModelChange>): ModelChange {
    const [date = '', time = ''] = change.localTime.split('T');
    return { id: 0, parts: [], ...change, state: 'waiting', due: toInstant(date, time, this.timeZone) };
  }

  /** What a change is on the owner's screen: she is asked after a day, and when the clock was more than 14 hours ahead. */
  stateOf({ state, due, scheduledAt }: ModelChange, now: number): ModelChange['state'] {
    const asks = now - due >= 24 * HOUR || scheduledAt > now + 14 * HOUR;
    return state === 'waiting' && asks ? 'asking' : state;
  }

  list(now: number): Pick<ModelChange, 'id' | 'state' | 'localTime'>[] {
    const sorted = this.changes.toSorted((a, b) => a.due - b.due || a.id - b.id);
    const listed = sorted.map(({ id, localTime, ...rest }) => ({
      id,
      state: this.stateOf({ id, localTime, ...rest }, now),
      localTime,
    }));
    const isWaiting = ({ state }: { state: string }) => state === 'waiting';
    return [...listed.filter((change) => !isWaiting(change)), ...listed.filter(isWaiting)];
  }

  /** Makes a change: what was deleted is left out, and what is off the site stays off and comes back with the new texts. */
  make(change: ModelChange, now: number, isLate: boolean): void {
    const isGone = ({ key }: Part) => !this.entries.has(key) || this.entry(key).deletion !== undefined;
    for (const { key, texts, replaced, wasOn } of change.parts.filter((part) => !isGone(part))) {
      const entry = this.entry(key);
      // Only what differed from the site is published, so that what was published since then in other fields stays.
      const changed = Object.entries(texts).filter(
        ([field, text]) => text !== (replaced ? (replaced[field] ?? '') : undefined),
      );
      const shown = { ...entry.shown, ...Object.fromEntries(changed) };
      if (changed.some(([field, text]) => text !== (entry.shown?.[field] ?? '')))
        this.made.push(`${key} ${new Date(now).toISOString()}`);
      const wasTakenOff = !entry.isOn && (wasOn || (!replaced && entry.shown !== null));
      Object.assign(entry, { shown, isOn: !wasTakenOff });
    }
    const isFailed = change.parts.some(isGone);
    if (isFailed || isLate) change.state = isFailed ? 'failed' : 'late';
    else this.changes = this.changes.filter((other) => other !== change);
  }

  /** Makes what is due while the CMS runs, in order. */
  makeDue(now: number): void {
    const isDue = ({ state, due }: ModelChange) => state === 'waiting' && due <= now && now - due < 24 * HOUR;
    const due = this.changes.filter(isDue).sort((a, b) => a.due - b.due || a.id - b.id);
    for (const change of due) this.make(change, now, now - change.due > MINUTE);
  }

  /** Sets the time zone: what was planned for 5 pm is made at 5 pm. */
  follow(timeZone: string): void {
    this.timeZone = timeZone;
    this.changes = this.changes.map((change) => (change.state === 'waiting' ? this.plan(change) : change));
  }

  copy(): ScheduleModel {
    const copy = new ScheduleModel(structuredClone(this.entries), this.timeZone);
    copy.changes = structuredClone(this.changes);
    return copy;
  }

  /** Starts the CMS after a restore: it asks about what has passed. */
  startRestored(now: number, timeZone: string): void {
    this.timeZone = timeZone;
    for (const change of this.changes.filter(({ state }) => state === 'waiting')) {
      const planned = this.plan(change);
      Object.assign(change, planned.due <= now ? { state: 'asking' } : planned);
    }
  }
}
