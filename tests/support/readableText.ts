import type { Page } from '@playwright/test';

/** The text spacing of WCAG 1.4.12, as a style sheet. */
export const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

/** Adds a style sheet as a visitor's browser extension would, without violating the Content Security Policy. */
export const addStyles = (page: Page, css: string) =>
  page.evaluate(async (text) => {
    const sheet = await new CSSStyleSheet().replace(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

/** Lists text that is cut off, outside the viewport or overlapped by other text. */
export const findUnreadableText = (page: Page) => page.evaluate(findUnreadableTextInPage);

/** The same as a function for the page itself. */
export function findUnreadableTextInPage(): string[] {
  const problems: string[] = [];
  const lines: { text: string; block: Element; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim();
    if (!text || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    // The carousel shows its first slide.
    if (parent.closest('.splide__slide ~ .splide__slide')) continue;
    const ancestors: Element[] = [];
    for (let element: Element | null = parent; element; element = element.parentElement)
      ancestors.push(element);
    const style = (element: Element) => getComputedStyle(element);
    // Fixed and sticky elements overlap the text scrolled under them by design.
    if (ancestors.some((element) => ['fixed', 'sticky'].includes(style(element).position))) continue;
    const block = ancestors.find((element) => !style(element).display.startsWith('inline')) ?? parent;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.left < -1 || box.right > document.documentElement.clientWidth + 1)
        problems.push(`outside the viewport: ${text}`);
      const isCutOff = ancestors.some((element) => {
        if (element === document.documentElement || style(element).overflow === 'visible') return false;
        const edge = element.getBoundingClientRect();
        return box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 1;
      });
      // The skip link is above the viewport until it is focused.
      if (box.bottom < 0 && window.scrollY === 0) continue;
      if (isCutOff) problems.push(`cut off: ${text}`);
      // A line box is taller than its letters.
      const letters = new DOMRect(box.x, box.y + box.height * 0.25, box.width, box.height * 0.5);
      lines.push({ text, block, box: letters });
    }
  }
  for (const [index, one] of lines.entries())
    for (const other of lines.slice(index + 1))
      if (
        one.block !== other.block &&
        one.box.left < other.box.right - 1 &&
        other.box.left < one.box.right - 1 &&
        one.box.top < other.box.bottom - 1 &&
        other.box.top < one.box.bottom - 1
      )
        problems.push(`“${one.text}” overlaps “${other.text}”`);
  return [...new Set(problems)];
}
