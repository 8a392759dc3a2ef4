/**
 * What the preview of the admin's first screen and the admin say to each other, with `postMessage`: a text of the page is pressed,
 * typed and left, and the admin saves it. The page sends what it shows and nothing else; the admin decides what may be changed.
 */

/**
 * The parameter in the fragment of a preview's URL that makes its texts pressable. Its value is the origin of the admin, the only one
 * that the page sends messages to and takes them from; only that origin can frame the page at all (`frame-ancestors`).
 */
export const EDIT_PARAMETER = 'edit';

/** Invisible characters, which sorting ignores and trimming leaves: the page finds by them which text is which, so that no content has them. */
export const MARKS = /[\u2061-\u2064]+/g;

/** A text that is on the page. */
export interface TextPlace {
  /** The name of the content type, such as `homepage`. */
  type: string;
  documentId: string;
  field: string;
}

/** How a text may be changed. */
export interface TextLimits {
  /** In characters; `null`: as many as she likes. */
  maxLength: number | null;
  isOneLine: boolean;
  /** Whether the account may change it, at least in some entries. */
  canChange: boolean;
}

/** How the texts of each type may be changed, by the field. */
export type TypeLimits = Record<string, Record<string, TextLimits>>;

/** From the page to the admin. */
export type PageMessage =
  /** The page is shown; the admin answers with `words-start`, and only then texts can be pressed. */
  | { type: 'words-ready' }
  /** A text was opened, and may be typed now. */
  | { type: 'words-opened'; place: TextPlace }
  /** No text is open any more, and all that was typed is saved. */
  | { type: 'words-closed' }
  /** A text was left: `seen` are the texts that the owner saw there, the last of which she changed. `id` returns with the answer. */
  | { type: 'words-left'; id: number; place: TextPlace; text: string; seen: string[] }
  /** Something that has a form was pressed, such as a picture or the opening hours. */
  | { type: 'form-pressed'; place: TextPlace }
  /** Answers `words-save`: all that was typed has been sent. */
  | { type: 'words-kept' }
  /** The token of the preview has ended; the admin answers with `words-token`. */
  | { type: 'words-ended' };

/** From the admin to the page. */
export type AdminMessage =
  | { type: 'words-start'; texts: TypeLimits }
  /** `text` is what is saved: another one than the page has sent when the owner has chosen that of somebody else. */
  | { type: 'words-saved'; id: number; text: string }
  | { type: 'words-failed'; id: number; message: string }
  /** Asks the page to save what is being typed, before something is published. The page sends `words-left` for it, then `words-kept`. */
  | { type: 'words-save' }
  /** Takes back what could not be saved. */
  | { type: 'words-undo' }
  | { type: 'words-token'; token: string };
