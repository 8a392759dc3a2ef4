import { expect, type Stack } from './stack.ts';

/** Waits until a page or a response of the site contains a text, or no longer contains it. */
export const expectOnSite = (stack: Stack, path: string, text: string, isExpected = true): Promise<void> =>
  expect
    .poll(
      async () => (await fetch(`${stack.site}${path}`).then((answer) => answer.text())).includes(text),
      // After one slow response the site backs off before its next request to the CMS.
      { timeout: 40_000, intervals: [100] },
    )
    .toBe(isExpected);
