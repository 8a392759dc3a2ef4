import type { Page } from '@playwright/test';

/** The smallest height and width of what a finger can press, in CSS pixels. */
const MIN_TARGET = 44;

/**
 * Lists what does not fit on a phone: parts of the screen that scroll sideways, and, if it is used by touch, targets of less
 * than 44 px.
 */
export const listMisfits = (page: Page, isTouch: boolean): Promise<string[]> =>
  page.evaluate(
    ([minTarget, checksTargets]) => {
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[aria-hidden="true"], [inert]');
      const scrolling = [...document.querySelectorAll('*')].filter(
        (element) =>
          isShown(element) &&
          element.scrollWidth > element.clientWidth + 1 &&
          (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)) &&
          element.clientWidth > 0,
      );
      const small = [
        ...document.querySelectorAll('a, button, input, textarea, [role="combobox"], [role="menuitem"]'),
      ]
        .filter((element) => {
          const { width, height, right } = element.getBoundingClientRect();
          // Half a pixel less is rounding; a target that is off the screen is for screen readers.
          return isShown(element) && right > 0 && width > 1 && Math.min(width, height) < minTarget - 0.5;
        })
        .map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return `${nameOf(element)} has ${Math.round(width)} × ${Math.round(height)} px`;
        });
      return [
        ...scrolling.map((element) => `${nameOf(element)} scrolls sideways`),
        ...(checksTargets ? small : []),
      ];
    },
    [MIN_TARGET, isTouch] as const,
  );
