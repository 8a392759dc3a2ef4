import type { EntryId } from './entry';
import type { Content } from './entryContent';

/**
 * What has become of a planned change: it waits for its time; its time has passed, and the owner is asked; it could not be made, or
 * not whole; or it was made late. The last two stay until she has read them.
 */
export type PlannedState = 'waiting' | 'asking' | 'failed' | 'late';

/** An entry that a planned change publishes. */
export interface PlannedEntry extends EntryId {
  /** What the owner called it when the change was planned. */
  name: string;
  /** The fields that change, as versions store them. */
  content: Content;
  /**
   * What the site showed in these fields, or showed last, when the change was planned; `null` when it never showed the entry. Of an end:
   * what its start has written.
   */
  replaced: Content | null;
  /** Whether the site showed the entry then; of an end: before its start, so that the entry stays on the site. */
  wasShown: boolean;
}

/** A change of the site that is made at its time, as the database stores it. */
export interface PlannedChange {
  id: number;
  /**
   * What changes: an entry, what waits on the screen *Menu* or on the first screen, or an item that comes back to the menu. An `end` shows
   * again what the site showed before a planned change, or takes an item off the menu.
   */
  scope: 'entry' | 'menu' | 'site' | 'item' | 'end';
  state: PlannedState;
  /** When it is made, in ISO 8601. */
  dueAt: string;
  /** The same by the clock of the restaurant: 'YYYY-MM-DDTHH:MM'. */
  localTime: string;
  /** The time zone of the restaurant from which `dueAt` was computed. */
  timeZone: string;
  /** When it was planned, in ISO 8601; an end that a start makes was planned with it. */
  scheduledAt: string;
  /** The name of the account that has planned it. */
  author: string | null;
  authorId: number;
  /** What changes, as the owner calls it, such as “Slaw” or “The menu”. */
  title: string;
  /** How it changes, in one line. */
  change: string;
  /** The entries that it publishes; of an item that comes back, the item without content. */
  entries: PlannedEntry[];
  /** The item that comes back or leaves, by which that is found; `null` when words change. */
  uid: string | null;
  itemId: string | null;
  /**
   * Of an item that comes back when the restaurant opens: the time from which the first opening counts, 'YYYY-MM-DDTHH:MM'. It waits
   * for that opening also when the opening hours change.
   */
  opensFrom: string | null;
  /**
   * When it ends, of an end its own time, as the owner has chosen it: 'YYYY-MM-DDTHH:MM', or 'YYYY-MM-DD' for the closing of that day,
   * also when the opening hours change. `null` without an end.
   */
  until: string | null;
  /** What the owner should know: why she is asked, or what could not be done. */
  problem: string | null;
}

/** A planned change on the owner's screen. */
export interface PlannedSummary
  extends Pick<
    PlannedChange,
    'id' | 'scope' | 'state' | 'localTime' | 'author' | 'title' | 'change' | 'problem'
  > {
  /** When it is made, such as 'Thursday, November 26 at 5:00 pm, in two days', and until when that stays. */
  when: string;
  /** Whether the account may move it, cancel it and so on. */
  canChange: boolean;
  /** The entries that it changes. */
  entries: Pick<PlannedEntry, 'uid' | 'documentId'>[];
  /**
   * Whether it publishes other words than the drafts have, because the owner went on editing; only on the screens of one entry and
   * of the menu.
   */
  isBehindDraft?: boolean;
}

/**
 * The response to the requests about planned changes, all under `/schedule`:
 * - `GET /schedule` lists all, `GET /schedule?uid=…&documentId=…` those of an entry
 * - `POST /schedule/entries/:uid/:documentId` with `{ time, savedAt, replaces, until }`: publishes the draft at a time; `savedAt` is the
 *   `updatedAt` of the draft that the owner saw, `replaces` the id of a change that this one replaces, `until` its end, if it has one:
 *   without it the end of the replaced change
 * - `PUT /schedule/:id` with `{ time }`: moves it
 * - `POST /schedule/:id/make`: makes it now, when its time has passed
 * - `DELETE /schedule/:id`: cancels it, or forgets what the owner has read
 *
 * A time is 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. What is wrong is answered with 400 and one sentence for the owner, a
 * draft that somebody else has changed with 409, and nothing has changed then.
 */
export interface PlannedAnswer {
  timeZone: string;
  /** First what the owner should read or answer, then what is coming, in order. */
  changes: PlannedSummary[];
}
