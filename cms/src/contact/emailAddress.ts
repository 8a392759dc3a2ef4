/** Returns the text when all of it is one e-mail address. */
export const parseEmailAddress = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.exec(text)?.[0];
