/** Returns the normalized https address; `undefined` when the text is none. */
export function parseWebAddress(text: string): string | undefined {
  const trimmed = text.trim();
  return /^https:\/\/[^/\s]/i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).href : undefined;
}
