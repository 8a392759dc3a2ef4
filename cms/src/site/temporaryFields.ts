import { type Content, isSame, omitPosition } from './entryContent';

/** The fields whose values end by themselves, so that what they had earlier is not brought back. */
export const TEMPORARY_FIELDS: readonly string[] = ['specialDays', 'notice'];

/** Returns a content without the values that end by themselves. */
export const omitTemporary = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !TEMPORARY_FIELDS.includes(name)));

/** Whether two contents differ at most in what is moved, or ends by itself. */
export const isSameText = (a: Content, b: Content): boolean =>
  isSame(omitTemporary(omitPosition(a)), omitTemporary(omitPosition(b)));
