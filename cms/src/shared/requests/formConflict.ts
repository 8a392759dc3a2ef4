/** A field that somebody else has changed since the form was opened. */
export interface ConflictingField {
  name: string;
  label: string;
  /** The other's change on one line, such as “A” → “B”. */
  change: string;
  /** The value that contains the changes of both, where nothing of either is lost. */
  merged?: unknown;
  /** Both whole values as text, where the owner must choose one. */
  choice?: { yours: string; theirs: string };
}

/** Why a form was not saved: what it would have overwritten. */
export interface Conflict {
  /** Who has changed the entry and when, in sentences for the owner. */
  explanation: string;
  /** Empty when the entry was only taken off the site. */
  fields: ConflictingField[];
  /** The names of the fields that nobody has changed in the form: they stay as they are stored. */
  leftOut: string[];
  /** The stored content, from which the next attempt starts. */
  stored: Record<string, unknown>;
}

/**
 * The key of a request's body that has the content from which the form started. Requests without it, such as those of
 * scripts, are saved without a comparison.
 */
export const OPENED_CONTENT = '_openedContent';

export const CONFLICT_STATUS = 409;
