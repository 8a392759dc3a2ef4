import type { PagePath } from '../shared/contact/noticeLink';
import type { SiteCommand } from '../shared/requests/changeCommands';
import type { TypeLimits } from '../shared/requests/editMessages';
import type { PlannedSummary } from '../site/plannedChange';
import type { WaitingEntry } from '../site/publishWaiting';

/** `GET /words`: what *Publish* of the first screen would put on the site for an account. */
export interface WaitingAnswer {
  entries: WaitingEntry[];
  /** What goes out later, in order. */
  planned: PlannedSummary[];
  /** The time zone of the restaurant. */
  timeZone: string;
  /** When this was read, in ISO 8601: what others change later, the owner has not seen. */
  readAt: string;
}

/**
 * The response to a `SiteCommand`. What is wrong is answered with 400 and one sentence for the owner; of texts that somebody else has
 * changed with 409, with theirs as `details.theirs`. The rest is as for the menu.
 */
export interface WordsChangeAnswer {
  waiting: WaitingAnswer;
  /** The command that undoes the change; `null` when there is nothing to undo. */
  undo: SiteCommand | null;
}

/**
 * `GET /words/page?path=…&type=…&id=…`: a page of the site whose texts can be pressed, by default the first that the account may read,
 * scrolled to an entry.
 */
export interface PageAnswer {
  path: PagePath;
  /** The URL of its preview, whose token ends after an hour. */
  url: string;
  texts: TypeLimits;
  /** The pages of which the account may read a part. */
  pages: { path: PagePath; name: string }[];
}
