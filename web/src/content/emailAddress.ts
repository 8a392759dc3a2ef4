/** An e-mail address when the text as a whole is one. */
export const emailAddress = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.exec(text)?.[0];
