import { listPageFields } from '../../shared/content/pageFields';
import { isRecord } from '../../shared/isRecord';
import type { PageMessage, TextPlace } from '../../shared/requests/editMessages';
import type { PageAnswer } from '../../words/wordsAnswers';

/** Reads a field of an entry. */
function readPlace(place: unknown): TextPlace | undefined {
  const { type, documentId, field } = isRecord(place) ? place : {};
  return typeof type === 'string' && typeof documentId === 'string' && typeof field === 'string'
    ? { type, documentId, field }
    : undefined;
}

/**
 * Reads what the page in a frame has sent; `undefined` for what others have sent, and for what names no field that can be changed so.
 * @param url the address of the page
 */
export function readPageMessage(
  { source, origin, data }: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  frame: MessageEventSource | null | undefined,
  { url, texts }: Pick<PageAnswer, 'url' | 'texts'>,
): PageMessage | undefined {
  if (!frame || source !== frame || origin !== new URL(url).origin || !isRecord(data)) return undefined;
  const { type, id, text, seen } = data;
  if (type === 'words-ready' || type === 'words-kept' || type === 'words-closed' || type === 'words-ended')
    return { type };
  const place = readPlace(data.place);
  const field =
    place && listPageFields(place.type, place.documentId).find((other) => other.field === place.field);
  if (!field) return undefined;
  if (type === 'form-pressed') return { type, place };
  if (field.press !== 'text' || !texts[place.type]?.[place.field]) return undefined;
  if (type === 'words-opened') return { type, place };
  const isText = typeof id === 'number' && typeof text === 'string';
  const isSeen = Array.isArray(seen) && seen.length > 0 && seen.every((words) => typeof words === 'string');
  return type === 'words-left' && isText && isSeen ? { type, id, place, text, seen } : undefined;
}
